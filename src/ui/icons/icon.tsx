import { ICON_PATHS, type IconName } from "./icon-paths.ts";

/** An icon that every page may use. Icons of members' forms and of the desk are loaded with those pages. */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return <Outline path={ICON_PATHS[name]} small={small} />;
}

/**
 * A Phosphor outline, drawn inline: repeated uses compress well, and nothing appears late as with a sprite. It is decoration: a name for
 * assistive technology must be given as text or on the control.
 */
export function Outline({ path, small }: { path: string; small?: boolean | undefined }) {
  return (
    <svg className={small ? "icon icon-small" : "icon"} viewBox="0 0 256 256" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

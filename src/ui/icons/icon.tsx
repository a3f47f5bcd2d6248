import { ICON_PATHS, type IconName } from "./icon-paths.ts";

/** An icon that every page may draw. Those of members' forms and of the desk travel with their own pages. */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return <Outline path={ICON_PATHS[name]} small={small} />;
}

/**
 * One Phosphor outline, drawn in place: a second use of the same outline costs a few bytes once compressed, and nothing
 * flashes as a sprite would. Decoration only: a name for assistive technology stands in text or on the control.
 */
export function Outline({ path, small }: { path: string; small?: boolean | undefined }) {
  return (
    <svg className={small ? "icon icon-small" : "icon"} viewBox="0 0 256 256" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

import { ICON_PATHS, type IconName } from "./icon-paths.ts";

/**
 * One Phosphor icon, drawn in place: a second use of the same outline costs a few bytes once compressed, and nothing
 * flashes as a sprite would. Decoration only: a name for assistive technology stands in text or on the control.
 */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? "icon icon-small" : "icon"} viewBox="0 0 256 256" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

import { DESK_ICON_PATHS } from "./desk-icon-paths.ts";
import { ICON_PATHS } from "./icon-paths.ts";
import { Outline } from "./icon.tsx";

const PATHS = { ...ICON_PATHS, ...DESK_ICON_PATHS };
export type DeskIconName = keyof typeof PATHS;

/** A small icon for the desk: one of its own, or one that every page may use. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return <Outline path={PATHS[name]} small />;
}

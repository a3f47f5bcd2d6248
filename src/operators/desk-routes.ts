import type { Permission } from "./contract.ts";
import { m } from "../paraglide/messages.js";
import type { IconName } from "../ui/icon-paths.ts";

/** Where the desk's sections stand in its navigation. */
export const DESK_GROUPS = { venue: m.desk_group_venue, club: m.desk_group_club, house: m.desk_group_house } as const;

export type DeskRoute = {
  /** Pattern of the address, as routes.ts has it under `desk`. */
  path: string;
  /** What it takes to read it and to post to it (G154); null where any operator of the site may. */
  permission: Permission | null;
  /** True where its form brings a file (multipart). */
  takesFiles?: boolean;
  /** How the navigation names it; a page without it is reached from another. */
  nav?: { group: keyof typeof DESK_GROUPS; label: () => string; icon: IconName };
};

/**
 * The one map of the desk: its door answers what stands here, to whom the line says, and nothing else. The first match counts, so a
 * fixed path stands before one with a parameter.
 */
export const DESK_ROUTES: readonly DeskRoute[] = [
  { path: "/desk", permission: null },
  { path: "/desk/sortie", permission: null },
];

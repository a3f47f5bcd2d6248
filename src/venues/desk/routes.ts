import * as deskPaths from "../../staff/desk-paths.ts";
import type { Permission } from "../../staff/contract.ts";
import { m } from "../../messages/messages.js";
import type { DeskIconName } from "../../ui/icons/desk-icon.tsx";

/** The groups of the desk's navigation, with their labels. */
export const DESK_GROUPS = {
  venue: m.desk_group_venue,
  club: m.desk_group_club,
  settings: m.desk_group_settings,
} as const;

export type DeskRoute = {
  /** Path pattern, as `src/routes.ts` has it under `desk`. */
  path: string;
  /** Permission needed to read the page and to post to it; null when any operator of the site may. */
  permission: Permission | null;
  /** True when the form uploads a file (multipart). */
  takesFiles?: boolean;
  /** True when the answer to a form is shown in a frame. */
  isFramed?: boolean;
  /** Entry in the navigation. Pages without one are reached from another page. */
  nav?: { group: keyof typeof DESK_GROUPS; label: () => string; icon: DeskIconName };
};

/**
 * Every route of the desk. The handler answers these paths only, and only for operators with the listed permission. The first
 * match wins, so a fixed path must come before a path with a parameter.
 */
export const DESK_ROUTES: readonly DeskRoute[] = [
  { path: deskPaths.home, permission: null },
  { path: deskPaths.logOut, permission: null },
  ...venueList("agenda", m.desk_s_agenda, "calendar-blank"),
  venueForm("horaires", m.desk_s_horaires, "clock"),
  ...venueList("tables", m.desk_s_tables, "fork-knife"),
  ...venueList("activites", m.desk_s_activites, "bowling-ball"),
  ...venueList("jeux", m.desk_s_jeux, "poker-chip"),
  { path: deskPaths.section("nombre-de-jeux"), permission: "VENUE_DATA" },
  venueForm("receptions", m.desk_s_receptions, "presentation"),
  venueForm("pratique", m.desk_s_pratique, "info"),
  venueForm("liens", m.desk_s_liens, "share-network"),
  venueForm("galerie", m.desk_s_galerie, "images"),
  {
    path: deskPaths.pictures,
    permission: "VENUE_DATA",
    takesFiles: true,
    nav: nav("venue", m.desk_s_images, "camera"),
  },
  { path: deskPaths.picture(":key"), permission: "VENUE_DATA", takesFiles: true },
  venueForm("maison", m.desk_s_maison, "house-line", "settings"),
  venueForm("reglages", m.desk_s_reglages, "sliders-horizontal", "settings"),
  {
    path: deskPaths.file,
    permission: "VENUE_DATA",
    takesFiles: true,
    nav: nav("settings", m.desk_s_fichier, "download-simple"),
  },
  { path: deskPaths.fileExport, permission: "VENUE_DATA" },
  { path: deskPaths.fileArchive, permission: "VENUE_DATA" },
  { path: deskPaths.textPreview, permission: "SITE_UPDATE", isFramed: true },
  { path: deskPaths.preview(":section"), permission: "VENUE_DATA", isFramed: true },
  { path: deskPaths.preview(":section", ":item"), permission: "VENUE_DATA", isFramed: true },
  { path: deskPaths.history(":section"), permission: "VENUE_DATA" },
  { path: deskPaths.history(":section", ":item"), permission: "VENUE_DATA" },
  {
    path: deskPaths.people,
    permission: "MEMBERS_READ",
    nav: { group: "club", label: m.deskpeople_people, icon: "users" },
  },
  { path: deskPaths.person(":ref"), permission: "MEMBERS_READ" },
  { path: deskPaths.offers, permission: "OFFERS", nav: { group: "club", label: m.deskpeople_offers, icon: "gift" } },
  { path: deskPaths.newOffer, permission: "OFFERS" },
  { path: deskPaths.offer(":id"), permission: "OFFERS" },
  {
    path: deskPaths.payments,
    permission: "PAYMENTS",
    nav: { group: "club", label: m.deskpeople_payments, icon: "bank" },
  },
  {
    path: deskPaths.vigilance,
    permission: "PAYMENTS",
    nav: { group: "club", label: m.deskpeople_aml, icon: "shield-check" },
  },
  { path: deskPaths.vigilanceExport, permission: "PAYMENTS" },
  { path: deskPaths.payment(":uuid"), permission: "PAYMENTS" },
  {
    path: deskPaths.trail,
    permission: "AUDIT",
    nav: { group: "settings", label: m.deskpeople_trail, icon: "clock-counter-clockwise" },
  },
  { path: deskPaths.trailExport, permission: "AUDIT" },
  { path: deskPaths.staff, permission: "STAFF", nav: { group: "settings", label: m.deskpeople_staff, icon: "key" } },
];

function nav(group: keyof typeof DESK_GROUPS, label: () => string, icon: DeskIconName) {
  return { group, label, icon } as const;
}

/** The form of one section of the venue. */
function venueForm(
  name: string,
  label: () => string,
  icon: DeskIconName,
  group: keyof typeof DESK_GROUPS = "venue",
): DeskRoute {
  return { path: deskPaths.section(name), permission: "VENUE_DATA", nav: nav(group, label, icon) };
}

/** A list of entries, and the form of one entry (`nouveau` creates one). */
function venueList(name: string, label: () => string, icon: DeskIconName): DeskRoute[] {
  return [venueForm(name, label, icon), { path: deskPaths.section(name, ":item"), permission: "VENUE_DATA" }];
}

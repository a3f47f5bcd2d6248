import type { z } from "zod";
import { importedAnnouncement } from "../agenda/contract.ts";
import { importedGame } from "../games/contract.ts";
import { importedActivity, importedMeetings, importedRestaurant } from "../leisure/contract.ts";
import { importedEstablishment, siteConfig } from "../venues/contract.ts";
import { importedVenue, type VenueFile } from "./imported-venue.ts";
import { uniqueSlugs } from "../venues/addresses/slugs.ts";

/** A part of the venue's file as the desk edits it: a form, or a list whose entries are edited one by one. */
export type Section =
  | {
      kind: "form";
      name: string;
      /** The object in the file that holds the fields; "" is the file itself. */
      base: "" | "establishment" | "project.config" | "meetings";
      schema: z.ZodObject;
    }
  | {
      kind: "list";
      name: string;
      base: "announcements" | "restauration" | "activities" | "games";
      schema: z.ZodObject;
      /** The keys of the entries, in order. */
      keysOf: (file: VenueFile) => string[];
      /** True when operators choose the order. */
      isOrdered: boolean;
    };
type Form = Extract<Section, { kind: "form" }>;
export type List = Extract<Section, { kind: "list" }>;

const form = (name: string, base: Form["base"], schema: z.ZodObject): Form => ({ kind: "form", name, base, schema });

/** The slugs of entries. An entry without one gets the slug that the import would give it. */
function slugsOf(items: readonly { slug?: string | undefined; label: { fr: string } }[]): string[] {
  const fresh = uniqueSlugs(
    items.filter(({ slug }) => slug === undefined).map(({ label }) => label.fr),
    items.flatMap(({ slug }) => slug ?? []),
  );
  return items.map(({ slug }) => slug ?? fresh.shift() ?? "");
}

const list = (
  name: string,
  base: List["base"],
  schema: z.ZodObject,
  keys: Pick<List, "keysOf" | "isOrdered">,
): List => ({
  kind: "list",
  name,
  base,
  schema,
  ...keys,
});

export const AGENDA = list("agenda", "announcements", importedAnnouncement, {
  keysOf: (file) => file.announcements.map(({ id }) => String(id)),
  isOrdered: false,
});

/** Every section by its name, which addresses and revisions use. */
export const SECTIONS: ReadonlyMap<string, Section> = new Map(
  [
    AGENDA,
    list("tables", "restauration", importedRestaurant, {
      keysOf: (file) => slugsOf(file.restauration),
      isOrdered: true,
    }),
    list("activites", "activities", importedActivity, { keysOf: (file) => slugsOf(file.activities), isOrdered: true }),
    list("jeux", "games", importedGame, { keysOf: (file) => file.games.map(({ key }) => key), isOrdered: false }),
    form("horaires", "establishment", importedEstablishment.pick({ opening_hours: true })),
    form("nombre-de-jeux", "establishment", importedEstablishment.pick({ games_summary: true })),
    form("receptions", "meetings", importedMeetings),
    form(
      "pratique",
      "establishment",
      importedEstablishment.pick({
        contact_phone: true,
        phone_hours: true,
        contact_email: true,
        show_contact_email: true,
        address: true,
        parking: true,
        smoking_area: true,
        hide_accessibility: true,
        payments_accepted: true,
        locality_nearby: true,
        theater: true,
      }),
    ),
    form(
      "maison",
      "establishment",
      importedEstablishment.pick({
        is_visible: true,
        name: true,
        label: true,
        preposition: true,
        pasino: true,
        sub_name: true,
        company: true,
        operating_company: true,
        tagline: true,
        presentation: true,
        horsjeu_summary: true,
        cover: true,
        primary_color: true,
        logo_background_color: true,
        logo_gold: true,
        legal: true,
      }),
    ),
    form(
      "liens",
      "establishment",
      importedEstablishment.pick({ social: true, extra_links: true, shop_url: true, sister_url: true, same_as: true }),
    ),
    form("galerie", "", importedVenue.pick({ gallery: true })),
    form("reglages", "project.config", siteConfig),
  ].map((section) => [section.name, section]),
);

type Fields = Record<string, unknown>;

/** The stored value of a section, or of one entry of its list; undefined when there is no such entry. */
export function partOf(file: VenueFile, section: Section, item: string | null): unknown {
  if (section.kind === "form") {
    const holder = baseOfSection(file, section.base);
    return Object.fromEntries(
      Object.keys(section.schema.shape).flatMap((key) => (holder[key] === undefined ? [] : [[key, holder[key]]])),
    );
  }
  const entries: readonly unknown[] = file[section.base];
  return item === null ? entries : entries[section.keysOf(file).indexOf(item)];
}

/**
 * The file with a part replaced, and the prefix of that part in the paths of problems. `data` undefined deletes the entry; a new
 * entry is added at the end.
 */
export function withPart(
  file: VenueFile,
  section: Section,
  item: string | null,
  data: unknown,
): { file: VenueFile; prefix: string } {
  const made = structuredClone(file);
  if (section.kind === "form") {
    const holder = baseOfSection(made, section.base);
    for (const key of Object.keys(section.schema.shape)) delete holder[key];
    Object.assign(holder, data);
    return { file: made, prefix: section.base === "" ? "" : `${section.base}.` };
  }
  const entries = made[section.base] as unknown[];
  const found = item === null ? -1 : section.keysOf(file).indexOf(item);
  const at = found === -1 ? entries.length : found;
  if (data === undefined) entries.splice(at, 1);
  else entries[at] = { ...(data as object), ...addressOf(data, entries[at]) };
  return { file: made, prefix: `${section.base}[${at}].` };
}

/** Keeps an entry's slug when the new data names none, as revisions of earlier releases do. */
function addressOf(...sources: unknown[]): object {
  const slug = sources
    .map((source) => (source as { slug?: string } | undefined)?.slug)
    .find((one) => one !== undefined);
  return slug === undefined ? {} : { slug };
}

/**
 * The file with a list in another order. Null when `keys` are not exactly the keys of its entries, or the list has no free order.
 */
export function inOrder(file: VenueFile, list: List, keys: readonly string[]): VenueFile | null {
  const known = list.keysOf(file);
  const isWhole = keys.length === known.length && known.every((key) => keys.includes(key));
  if (!isWhole || !list.isOrdered) return null;
  const entries: readonly unknown[] = file[list.base];
  return { ...file, [list.base]: keys.map((key) => entries[known.indexOf(key)]) };
}

function baseOfSection(file: VenueFile, base: Form["base"]): Fields {
  if (base === "") return file;
  if (base === "project.config") return file.project.config;
  return file[base];
}

import { storedPictureKeys } from "../../pictures/views.server.ts";
import { PREVENTION_KEYS } from "../../content/prevention-keys.ts";
import { hasWords } from "../../content/editing/words.server.ts";
import { resolveInstant } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { policyOf } from "../../venues/law/country-policy.ts";
import type { ReadableImport } from "./readable.server.ts";
import { projectsWithHosts } from "../../venues/records.server.ts";
import { companyOfPayments } from "../../wallet/records.server.ts";
import { takenByOthers } from "./queries.server.ts";

/** A problem of an import: its path in the file, and a message in plain words. */
export type ImportProblem = { path: string; message: string };

const KEYS_A_QUERY = 1_000;
const FALLBACK_COUNTRY = "FR";
const OTHERS = "belongs to another establishment";

/** Checks what the schema cannot: references, duplicates, instants, and what the country's law requires. Returns all problems. */
export async function importedProblems(world: World, venue: ReadableImport): Promise<ImportProblem[]> {
  const [pictures, others, own, company] = await Promise.all([
    pictureProblems(world, venue),
    ownershipProblems(world, venue),
    identityProblems(world, venue),
    companyProblems(world, venue),
  ]);
  return [
    ...pictures,
    ...others,
    ...own,
    ...company,
    ...duplicateProblems(venue),
    ...instantProblems(world, venue),
    ...boundProblems(venue),
    ...policyProblems(venue),
  ];
}

async function pictureProblems(world: World, venue: ReadableImport): Promise<ImportProblem[]> {
  const listed = new Set(venue.pictures.map((picture) => picture.key));
  const unlisted = [...usedKeys(venue), ...contentKeys(venue)].filter(({ key }) => !listed.has(key));
  const stored = await whichAreStored(world, [...new Set(unlisted.map(({ key }) => key))]);
  return unlisted.filter(({ key }) => !stored.has(key)).map(noPicture);
}

type Use = { path: string; key: string };

export function noPicture({ path, key }: Use): ImportProblem {
  return { path, message: `no picture "${key}" is listed under pictures or stored already` };
}

export function usedKeys(venue: ReadableImport): Use[] {
  const list = (name: string, items: { picture?: string | undefined }[]) =>
    items.flatMap((item, at) => use(`${name}[${at}].picture`, item.picture));
  const { professional, private: personal } = venue.meetings.data;
  return [
    ...use("establishment.cover.picture", venue.establishment.cover.picture),
    ...list("games", venue.games),
    ...list("restauration", venue.restauration),
    ...list("activities", venue.activities),
    ...list("announcements", venue.announcements),
    ...use("meetings.data.professional.picture", professional.picture),
    ...use("meetings.data.private.picture", personal.picture),
    ...venue.gallery.flatMap((key, at) => use(`gallery[${at}]`, key)),
  ];
}

export function contentKeys({ content }: ReadableImport): Use[] {
  return Object.entries(content).flatMap(([name, texts]) =>
    (["fr", "en"] as const).flatMap((locale) =>
      texts[locale].blocks.flatMap(({ type, data }, at) =>
        type === "image" ? use(`content.${name}.${locale}.blocks[${at}]`, data.key) : [],
      ),
    ),
  );
}

function use(path: string, key: string | undefined): Use[] {
  return key === undefined ? [] : [{ path, key }];
}

/** Looks keys up in batches, because a query takes a limited number of parameters. */
async function whichAreStored(world: World, keys: string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let start = 0; start < keys.length; start += KEYS_A_QUERY) {
    for (const key of await storedPictureKeys(world.database.db, keys.slice(start, start + KEYS_A_QUERY)))
      stored.add(key);
  }
  return stored;
}

async function ownershipProblems(world: World, venue: ReadableImport): Promise<ImportProblem[]> {
  const { establishment, project } = venue;
  if (establishment.id === undefined) return [];
  const taken = await takenByOthers(world.database.db, {
    id: establishment.id,
    siteId: establishment.site_id ?? -1,
    slug: establishment.slug ?? "",
    projectId: project.id ?? -1,
    hosts: ["", ...project.hosts.flatMap((host) => host ?? [])],
    announcementIds: venue.announcements.flatMap((item) => item.id ?? []),
  });
  const problems: ImportProblem[] = [];
  if (taken.siteId) problems.push({ path: "establishment.site_id", message: OTHERS });
  if (taken.slug) problems.push({ path: "establishment.slug", message: OTHERS });
  if (taken.projectId) problems.push({ path: "project.id", message: OTHERS });
  project.hosts.forEach((host, at) => {
    if (host !== undefined && taken.hosts.has(host))
      problems.push({ path: `project.hosts[${at}]`, message: "belongs to another project" });
  });
  venue.announcements.forEach((item, at) => {
    if (item.id !== undefined && taken.announcementIds.has(item.id))
      problems.push({ path: `announcements[${at}].id`, message: OTHERS });
  });
  return problems;
}

/** Site and project ids must never change: jackpots, wallets and text blocks refer to them. */
async function identityProblems(world: World, { establishment, project }: ReadableImport): Promise<ImportProblem[]> {
  const stored = (await projectsWithHosts(world.database.db)).find((row) => row.id === establishment.id);
  if (stored === undefined) return [];
  const unchanged = (path: string, given: number | undefined, before: number): ImportProblem[] =>
    given === undefined || given === before
      ? []
      : [{ path, message: `must stay ${before}, as this establishment has it already` }];
  return [
    ...unchanged("establishment.site_id", establishment.site_id, stored.site_id),
    ...unchanged("project.id", project.id, stored.project_id),
  ];
}

/**
 * The company must stay the same once top-ups were paid to it: they are refunded from its account, and another company
 * may not see them.
 */
async function companyProblems(world: World, { establishment }: ReadableImport): Promise<ImportProblem[]> {
  const { site_id: siteId, slug, operating_company: given } = establishment;
  const key = given.key ?? slug;
  if (siteId === undefined || key === undefined) return [];
  const paid = await companyOfPayments(world.database.db, siteId);
  if (paid === null || paid === key) return [];
  const message = `must stay ${paid}, because top-ups of this venue were paid to that company`;
  return [{ path: "establishment.operating_company.key", message }];
}

function duplicateProblems({ project, ...lists }: ReadableImport): ImportProblem[] {
  return [
    ...twice("pictures", lists.pictures, "key"),
    ...twice("games", lists.games, "key"),
    ...twice("announcements", lists.announcements, "id"),
    ...twice("restauration", lists.restauration, "slug"),
    ...twice("activities", lists.activities, "slug"),
    ...repeated("project.hosts", project.hosts),
    ...repeated("project.locales", project.locales),
  ];
}

type Value = string | number | undefined;

/** The entries of a list whose `field` an earlier entry has too. */
function twice<Field extends string>(list: string, items: { [Key in Field]?: Value }[], field: Field): ImportProblem[] {
  const values = items.map((item) => item[field]);
  return repeated(list, values, `.${field}`);
}

function repeated(list: string, values: Value[], field = ""): ImportProblem[] {
  return values.flatMap((value, at) =>
    value === undefined || values.indexOf(value) === at
      ? []
      : [{ path: `${list}[${at}]${field}`, message: `"${value}" is listed twice` }],
  );
}

function instantProblems(world: World, venue: ReadableImport): ImportProblem[] {
  const zone = policyOf(venue.establishment.address.country ?? FALLBACK_COUNTRY).timeZone;
  const at = (value: string | undefined) =>
    value === undefined ? undefined : resolveInstant(value, world.now(), zone);
  const windows = venue.announcements.flatMap((item, index) => {
    const problems: ImportProblem[] = [];
    const path = `announcements[${index}]`;
    if (isBefore(at(item.end_at), at(item.start_at)))
      problems.push({ path: `${path}.end_at`, message: "must not be before start_at" });
    if (isBefore(at(item.broadcast_end_at), at(item.broadcast_start_at), 0))
      problems.push({ path: `${path}.broadcast_end_at`, message: "must be after broadcast_start_at" });
    return problems;
  });
  return [...windows, ...centuryProblems(venue)];
}

/** Refuses a highest price below the lowest or without one, and more free seats than there are or without their total. */
function boundProblems(venue: ReadableImport): ImportProblem[] {
  return venue.announcements.flatMap((item, index) => {
    const path = `announcements[${index}]`;
    const problems: ImportProblem[] = [];
    if (item.price_max !== undefined && item.price_max < (item.price_min ?? Infinity))
      problems.push({ path: `${path}.price_max`, message: "must not be below price_min" });
    if (item.seats_left !== undefined && item.seats_left > (item.seats_total ?? Infinity))
      problems.push({ path: `${path}.seats_left`, message: "must not be above seats_total" });
    return problems;
  });
}

/** True when both are known and the first is earlier; with `least` 0 also when they are equal. */
function isBefore(first: Date | undefined, second: Date | undefined, least = -1): boolean {
  return first !== undefined && second !== undefined && first.getTime() - second.getTime() <= least;
}

/** Refuses years outside 1900 to 2999, because the two databases differ in the range of instants they accept. */
function centuryProblems(venue: ReadableImport): ImportProblem[] {
  const judged = (path: string, value: string | undefined): ImportProblem[] =>
    value === undefined || /^(19|2\d|today)/.test(value)
      ? []
      : [{ path, message: "must be between the years 1900 and 2999" }];
  return [
    ...venue.announcements.flatMap((item, at) =>
      (["start_at", "end_at", "broadcast_start_at", "broadcast_end_at"] as const).flatMap((field) =>
        judged(`announcements[${at}].${field}`, item[field]),
      ),
    ),
    ...venue.jackpots.flatMap((item, at) => judged(`jackpots[${at}].payment_date`, item.payment_date)),
  ];
}

function policyProblems(venue: ReadableImport): ImportProblem[] {
  const { country } = venue.establishment.address;
  if (country === undefined || !policyOf(country).hasPrevention) return [];
  return PREVENTION_KEYS.filter((key) => !hasWords(venue.content[key]?.fr ?? { blocks: [] })).map((key) => ({
    path: `content.${key}`,
    message: "must not be empty: the law of this country wants all five prevention blocks",
  }));
}

import { storedPictureKeys } from "../content/picture-views.server.ts";
import { instantOf } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { policyOf } from "./country-policy.ts";
import type { ImportedVenue } from "./imported-venue.ts";
import { takenByOthers } from "./queries.server.ts";

/** A problem of an import: where it is in the file, in plain words. */
export type ImportProblem = { path: string; message: string };

/** The five blocks that a Swiss site may not be without (LJAr 76 and 77, spec/policy.md). */
export const PREVENTION_KEYS = ["prevention-risks", "prevention-self-test", "prevention-limits", "prevention-exclusion", "prevention-help"] as const;

/** What the schema cannot say: references, duplicates, order of instants, what the country's law wants. All problems at once. */
export async function importedProblems(world: World, venue: ImportedVenue): Promise<ImportProblem[]> {
  const [pictures, others] = await Promise.all([pictureProblems(world, venue), ownershipProblems(world, venue)]);
  return [...pictures, ...others, ...duplicateProblems(venue), ...windowProblems(world, venue), ...policyProblems(venue)];
}

async function pictureProblems(world: World, venue: ImportedVenue): Promise<ImportProblem[]> {
  const used = usedKeys(venue);
  const listed = new Set(venue.pictures.map((picture) => picture.key));
  const stored = await storedPictureKeys(world.database.db, used.map(({ key }) => key).filter((key) => !listed.has(key)));
  return used
    .filter(({ key }) => !listed.has(key) && !stored.has(key))
    .map(({ path, key }) => ({ path, message: `no picture "${key}" is listed under pictures or stored already` }));
}

function usedKeys(venue: ImportedVenue): { path: string; key: string }[] {
  const list = (name: string, items: { picture: string }[]) => items.map((item, at) => ({ path: `${name}[${at}].picture`, key: item.picture }));
  const { professional, private: personal } = venue.meetings.data;
  return [
    { path: "establishment.cover.picture", key: venue.establishment.cover.picture },
    ...list("games", venue.games),
    ...list("restauration", venue.restauration),
    ...list("activities", venue.activities),
    ...list("announcements", venue.announcements),
    ...(professional === undefined ? [] : [{ path: "meetings.data.professional.picture", key: professional.picture }]),
    ...(personal === undefined ? [] : [{ path: "meetings.data.private.picture", key: personal.picture }]),
    ...venue.gallery.map((key, at) => ({ path: `gallery[${at}]`, key })),
  ];
}

async function ownershipProblems(world: World, venue: ImportedVenue): Promise<ImportProblem[]> {
  const { establishment, project } = venue;
  const taken = await takenByOthers(world.database.db, {
    id: establishment.id,
    siteId: establishment.site_id,
    slug: establishment.slug,
    projectId: project.id,
    hosts: project.hosts,
    announcementIds: venue.announcements.map((item) => item.id),
  });
  const problems: ImportProblem[] = [];
  if (taken.siteId) problems.push({ path: "establishment.site_id", message: "belongs to another establishment" });
  if (taken.slug) problems.push({ path: "establishment.slug", message: "belongs to another establishment" });
  if (taken.projectId) problems.push({ path: "project.id", message: "belongs to another establishment" });
  project.hosts.forEach((host, at) => {
    if (taken.hosts.has(host)) problems.push({ path: `project.hosts[${at}]`, message: "belongs to another project" });
  });
  venue.announcements.forEach((item, at) => {
    if (taken.announcementIds.has(item.id)) problems.push({ path: `announcements[${at}].id`, message: "belongs to another establishment" });
  });
  return problems;
}

function duplicateProblems(venue: ImportedVenue): ImportProblem[] {
  return [
    ...duplicates("pictures", "key", venue.pictures.map((item) => item.key)),
    ...duplicates("games", "key", venue.games.map((item) => item.key)),
    ...duplicates("announcements", "id", venue.announcements.map((item) => String(item.id))),
    ...duplicates("project.hosts", "", venue.project.hosts),
  ];
}

function duplicates(list: string, field: string, values: string[]): ImportProblem[] {
  return values.flatMap((value, at) =>
    values.indexOf(value) === at ? [] : [{ path: `${list}[${at}]${field === "" ? "" : `.${field}`}`, message: `"${value}" is listed twice` }],
  );
}

function windowProblems(world: World, venue: ImportedVenue): ImportProblem[] {
  const zone = policyOf(venue.establishment.address.country).timeZone;
  const at = (value: string) => instantOf(value, world.now(), zone);
  return venue.announcements.flatMap((item, index) => {
    const problems: ImportProblem[] = [];
    if (item.end_at !== undefined && at(item.end_at) < at(item.start_at)) problems.push({ path: `announcements[${index}].end_at`, message: "must not be before start_at" });
    if (at(item.broadcast_end_at) <= at(item.broadcast_start_at)) {
      problems.push({ path: `announcements[${index}].broadcast_end_at`, message: "must be after broadcast_start_at" });
    }
    return problems;
  });
}

function policyProblems(venue: ImportedVenue): ImportProblem[] {
  const { country } = venue.establishment.address;
  if (!policyOf(country).hasPrevention) return [];
  return PREVENTION_KEYS.filter((key) => (venue.content[key]?.fr.blocks ?? []).length === 0).map((key) => ({
    path: `content.${key}`,
    message: "must not be empty: the law of this country wants all five prevention blocks",
  }));
}

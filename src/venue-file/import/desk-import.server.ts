import { fieldsOf, type Fields } from "../../platform/fields.ts";
import { pictureUsages } from "../../pictures/references.server.ts";
import type { Operator } from "../../staff/operator.ts";
import { audit } from "../../staff/audit.server.ts";
import { contentKeys, noPicture, usedKeys, type ImportProblem } from "./problems.server.ts";
import { readImport } from "./readable.server.ts";
import { importVenue, type ImportWorld } from "./import.server.ts";
import type { VenueFile } from "../imported-venue.ts";
import { insertVenueRevision } from "../revision-queries.server.ts";
import { lockSite } from "../../venues/site-lock.server.ts";
import { venueFile } from "../export.server.ts";
import type { Venue } from "../../venues/venue.ts";

export type FileOutcome =
  | { imported: true }
  | { problems: ImportProblem[] }
  /** The file belongs to another establishment. */
  | { isOther: true }
  /** The file changes what operators may not change: the site's slug, country or hosts. */
  | { fixed: { path: string; value: string }[] };

/** The section name under which revisions of the whole file are stored. */
export const FILE_SECTION = "fichier";

/**
 * Imports a venue's file uploaded at its own desk: all of it or nothing, with a revision that holds the file before and after. An
 * operator cannot change the site's slug, country or hosts. The file cannot touch another venue either: pictures of other venues
 * are refused, and pictures that the group or several venues use keep their captions. `restoredRev` is the revision that the file
 * comes from when an earlier one is restored.
 */
export async function importFile(
  world: ImportWorld,
  venue: Venue,
  operator: Operator,
  data: unknown,
  restoredRev: number | null = null,
): Promise<FileOutcome> {
  const given = identityIn(data);
  if (given.id !== venue.id || given.projectId !== venue.projectId) return { isOther: true };
  const fixed = [
    ...(given.slug === venue.slug ? [] : [{ path: "establishment.slug", value: venue.slug }]),
    ...(given.country === venue.country ? [] : [{ path: "establishment.address.country", value: venue.country }]),
    ...(given.hosts.join() === venue.hosts.join() ? [] : [{ path: "project.hosts", value: venue.hosts.join(", ") }]),
  ];
  if (fixed.length > 0) return { fixed };
  const { own, foreign } = await picturesIn(world, venue, data);
  if (foreign.length > 0) return { problems: foreign };
  const change = restoredRev === null ? "import" : "restore";
  const outcome = await importVenue(world, data, new Map(), {
    operator: operator.name,
    pictures: (key) => own.has(key),
    around: async (tx, write) => {
      await lockSite(tx, venue.projectId);
      const before = await venueFile(tx, venue);
      await write();
      const after = await venueFile(tx, venue);
      const rev = await insertVenueRevision(tx, {
        projectId: venue.projectId,
        section: FILE_SECTION,
        item: null,
        change,
        before,
        after,
        restoredRev,
        operator: operator.name,
        at: world.now(),
        formKey: null,
      });
      const parts = changedParts(before, after);
      await audit(world, tx, operator, {
        projectId: venue.projectId,
        action: `venue.${change}`,
        subject: FILE_SECTION,
        before: partsOf(before, parts),
        after: { rev, ...partsOf(after, parts) },
      });
    },
  });
  return "problems" in outcome ? outcome : { imported: true };
}

export type FilePart = keyof VenueFile;

/** The parts in which two files differ. */
export function changedParts(before: Partial<VenueFile>, after: Partial<VenueFile>): FilePart[] {
  const parts = new Set([...Object.keys(before), ...Object.keys(after)] as FilePart[]);
  return [...parts].filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
}

function partsOf(file: VenueFile, parts: FilePart[]): Fields {
  return Object.fromEntries(parts.map((part) => [part, file[part]]));
}

/** The pictures in the file: which of the listed ones belong to the venue, and where others' pictures are used. */
async function picturesIn(
  world: ImportWorld,
  venue: Venue,
  data: unknown,
): Promise<{ own: Set<string>; foreign: ImportProblem[] }> {
  const read = readImport(data);
  const listed = read.pictures.flatMap(({ key }, at) =>
    key === undefined ? [] : [{ path: `pictures[${at}].key`, key }],
  );
  const uses = [...listed, ...usedKeys(read), ...contentKeys(read)];
  const usages = await pictureUsages(
    world.database.db,
    venue,
    uses.map(({ key }) => key),
  );
  return {
    own: new Set(listed.flatMap(({ key }) => (usages.get(key) === "own" ? [key] : []))),
    foreign: uses.filter(({ key }) => usages.get(key) === "foreign").map(noPicture),
  };
}

function identityIn(data: unknown) {
  const establishment = fieldsOf(fieldsOf(data)["establishment"]);
  const project = fieldsOf(fieldsOf(data)["project"]);
  const hosts: unknown[] = Array.isArray(project["hosts"]) ? project["hosts"] : [];
  return {
    id: establishment["id"],
    slug: establishment["slug"],
    country: fieldsOf(establishment["address"])["country"],
    projectId: project["id"],
    hosts: hosts.map(String),
  };
}

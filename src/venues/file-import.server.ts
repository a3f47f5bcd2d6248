import type { Operator } from "../operators/operator.ts";
import { audit } from "../operators/audit.server.ts";
import type { ImportProblem } from "./import-problems.server.ts";
import { importVenue, type Workshop } from "./import.server.ts";
import { insertVenueRevision, lockVenue } from "./revision-queries.server.ts";
import { venueFile } from "./venue-file.server.ts";
import type { Venue } from "./venue.ts";

export type FileOutcome =
  | { imported: true }
  | { problems: ImportProblem[] }
  /** The file is of another establishment. */
  | { isOther: true }
  /** What an operator does not change from a file: the site's addresses and names in them. */
  | { fixed: { path: string; value: string }[] };

/**
 * Takes a venue's file from its own desk: all of it or nothing, kept as a revision with the file of before. The addresses of the site
 * are not an operator's to move, and no other venue is (T34).
 */
export async function importFile(
  world: Workshop,
  venue: Venue,
  operator: Operator,
  data: unknown,
): Promise<FileOutcome> {
  const given = identityIn(data);
  if (given.id !== venue.id || given.projectId !== venue.projectId) return { isOther: true };
  const fixed = [
    ...(given.slug === venue.slug ? [] : [{ path: "establishment.slug", value: venue.slug }]),
    ...(given.country === venue.country ? [] : [{ path: "establishment.address.country", value: venue.country }]),
    ...(given.hosts.join() === venue.hosts.join() ? [] : [{ path: "project.hosts", value: venue.hosts.join(", ") }]),
  ];
  if (fixed.length > 0) return { fixed };
  const outcome = await importVenue(world, data, new Map(), async (tx, write) => {
    await lockVenue(tx, venue.projectId);
    const before = await venueFile(tx, venue);
    await write();
    const rev = await insertVenueRevision(tx, {
      projectId: venue.projectId,
      section: "fichier",
      item: null,
      change: "import",
      before,
      after: await venueFile(tx, venue),
      restoredRev: null,
      operator: operator.name,
      at: world.now(),
      formKey: null,
    });
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "venue.import",
      subject: "fichier",
      before: null,
      after: { rev },
    });
  });
  return "problems" in outcome ? outcome : { imported: true };
}

type Fields = Record<string, unknown>;

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

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

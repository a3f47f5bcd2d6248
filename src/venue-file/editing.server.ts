import { isFields } from "../platform/fields.ts";
import { createHash } from "node:crypto";
import { freeAnnouncementId } from "../agenda/export.server.ts";
import { replaceAnnouncements } from "../agenda/import.server.ts";
import { pictureUsages } from "../pictures/references.server.ts";
import { replaceGames } from "../games/import.server.ts";
import { replaceLeisure } from "../leisure/import.server.ts";
import { audit, type Author } from "../staff/audit.server.ts";
import { bumpTags } from "../platform/page-cache/tags.server.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import { worldInside, runRolledBack } from "../platform/database/rolled-back.server.ts";
import type { World } from "../platform/world.ts";
import { replaceEstablishment } from "./import/establishment.server.ts";
import { forbiddenLineProblems } from "./import/line-problems.server.ts";
import { importedProblems, noPicture, usedKeys, type ImportProblem } from "./import/problems.server.ts";
import { readImport } from "./import/readable.server.ts";
import { HOSTS_TAG } from "./import/import.server.ts";
import { readShape } from "./import/shape-problems.server.ts";
import type { ImportedVenue, VenueFile } from "./imported-venue.ts";
import {
  insertVenueRevision,
  lastChange,
  renameRevisions,
  revisionOfForm,
  type NewVenueRevision,
} from "./revision-queries.server.ts";
import { lockSite } from "../venues/site-lock.server.ts";
import { policyOf } from "../venues/law/country-policy.ts";
import { AGENDA, inOrder, partOf, withPart, type List, type Section } from "./sections.ts";
import { venueFile } from "./export.server.ts";
import { GROUP_TAG, venueTag, type Venue } from "../venues/venue.ts";

export type PartWrite = {
  section: Section;
  /** Key of the entry in a list; null for a new entry, and for a form. */
  item: string | null;
  /** The part in the format of the import file; undefined deletes the entry. */
  data: unknown;
  /** Fingerprint of the version that the editor started from (`baseOf`); null for a new entry. */
  base: string | null;
  /** Id of the submitted form, so that submitting it twice saves once. */
  formKey: string | null;
  change?: NewVenueRevision["change"];
  restoredRev?: number;
};

export type PartOutcome =
  | { saved: { item: string | null; isChanged: boolean } }
  /** In the words of the import. `path` is relative to the part, or the whole path where `isElsewhere`. */
  | { problems: { path: string; message: string; isElsewhere: boolean }[] }
  /** Somebody else has changed the part: the current version, who saved it, and the base for overwriting it. */
  | { conflict: { current: unknown; base: string; by: { operator: string; at: Date } | null } }
  /** Somebody else has deleted the entry. */
  | { gone: true };

/** Fingerprint of a version, for `PartWrite.base`. */
export function baseOf(part: unknown): string {
  return createHash("sha256").update(canonical(part)).digest("base64url").slice(0, 22);
}

/**
 * Saves one part of the venue's file. It is validated as an import of the whole file would be, and stored together with a
 * revision and an entry in the audit trail, or not at all. All nodes show it once the transaction is committed. If the stored
 * version is not the one the editor started from, nothing is saved and both versions are returned.
 */
export async function savePart(world: World, venue: Venue, author: Author, write: PartWrite): Promise<PartOutcome> {
  return inLockedTransaction(world, venue, async (tx, file) => {
    const { section, item, base, formKey } = write;
    const sent = formKey === null ? undefined : await revisionOfForm(tx, venue.projectId, formKey);
    if (sent !== undefined) return { saved: { item: sent.item, isChanged: false } };
    const isNew = section.kind === "list" && item === null;
    const current = isNew ? undefined : partOf(file, section, item);
    if (!isNew && current === undefined) return { gone: true };
    if (!isNew && canonical(current) === canonical(write.data)) return { saved: { item, isChanged: false } };
    if (!isNew && baseOf(current) !== base) {
      const by = await lastChange(tx, { projectId: venue.projectId, section: section.name, item });
      return { conflict: { current, base: baseOf(current), by } };
    }
    // A restored entry keeps its old id and address.
    const needsId = isNew && section === AGENDA && write.change !== "restore";
    const data = needsId ? { ...(write.data as object), id: await freeAnnouncementId(tx) } : write.data;
    const next = withPart(file, section, item, data);
    const checked = await validate(world, tx, next.file);
    // Look up pictures only when every key is well formed.
    const foreign = checked.venue === null ? [] : await foreignPictures(tx, venue, file, next.file);
    const problems = [...checked.problems, ...foreign, ...lineProblems(file, next, data)];
    if (checked.venue === null || problems.length > 0)
      return { problems: problems.map((one) => within(one, next.prefix)) };
    await storePart(world, tx, section, checked.venue);
    const stored = await venueFile(tx, venue);
    const key = data === undefined ? item : keyAfter(section, item, stored, next.prefix);
    if (item !== null && key !== null && key !== item)
      await renameRevisions(tx, { projectId: venue.projectId, section: section.name, from: item, to: key });
    await recordChange(world, tx, venue, author, {
      section: section.name,
      item: key,
      change: write.change ?? (isNew ? "create" : data === undefined ? "delete" : "save"),
      before: current,
      after: data === undefined ? undefined : partOf(stored, section, key),
      restoredRev: write.restoredRev ?? null,
      formKey,
    });
    return { saved: { item: key, isChanged: true } };
  });
}

/** Reorders the entries of a list. Returns false when `keys` are not exactly the current entries. */
export async function orderList(
  world: World,
  venue: Venue,
  author: Author,
  list: List,
  keys: readonly string[],
): Promise<boolean> {
  return inLockedTransaction(world, venue, async (tx, file) => {
    const ordered = inOrder(file, list, keys);
    if (ordered === null) return false;
    const checked = await validate(world, tx, ordered);
    if (checked.venue === null || checked.problems.length > 0) return false;
    const before = list.keysOf(file);
    if (canonical(before) === canonical(keys)) return true;
    await storePart(world, tx, list, checked.venue);
    await recordChange(world, tx, venue, author, {
      section: list.name,
      item: null,
      change: "order",
      before,
      after: list.keysOf(ordered),
      restoredRev: null,
      formKey: null,
    });
    return true;
  });
}

/** Calls `look` with the venue as it would be with the given part, then rolls everything back. */
export async function withDraft<Result>(
  world: World,
  venue: Venue,
  { section, item, data }: Pick<PartWrite, "section" | "item" | "data">,
  look: (draft: { world: World; file: VenueFile; item: string | null }) => Promise<Result>,
): Promise<{ seen: Result } | Extract<PartOutcome, { problems: unknown }>> {
  return runRolledBack(world.database, async (tx) => {
    await lockSite(tx, venue.projectId);
    const file = await venueFile(tx, venue);
    const isNew = section.kind === "list" && item === null;
    const whole = isNew && section === AGENDA ? { ...(data as object), id: await freeAnnouncementId(tx) } : data;
    const next = withPart(file, section, item, whole);
    const checked = await validate(world, tx, next.file);
    if (checked.venue === null || checked.problems.length > 0)
      return { problems: checked.problems.map((one) => within(one, next.prefix)) };
    await storePart(world, tx, section, checked.venue);
    const key = keyAfter(section, item, next.file, next.prefix);
    return { seen: await look({ world: worldInside(world, tx), file: next.file, item: key ?? item }) };
  });
}

/** Reads the venue's file and runs `work` in one transaction that holds the venue's lock. */
function inLockedTransaction<Result>(
  world: World,
  venue: Venue,
  work: (tx: Transaction, file: VenueFile) => Promise<Result>,
): Promise<Result> {
  return inTransaction(
    world.database,
    async (tx) => {
      await lockSite(tx, venue.projectId);
      return work(tx, await venueFile(tx, venue));
    },
    { isRepeatable: true },
  );
}

/** The problems that an import of the whole file would report. */
async function validate(
  world: World,
  tx: Transaction,
  file: VenueFile,
): Promise<{ venue: ImportedVenue | null; problems: ImportProblem[] }> {
  const shape = readShape(file);
  const extra = await importedProblems(worldInside(world, tx), readImport(file));
  const problems = [...("problems" in shape ? shape.problems : []), ...extra];
  return { venue: "venue" in shape ? shape.venue : null, problems };
}

/** Forbidden lines in the written part; in the whole file when the part moves the venue to another country. */
function lineProblems(before: VenueFile, next: ReturnType<typeof withPart>, data: unknown): ImportProblem[] {
  const { country } = next.file.establishment.address;
  if (country !== before.establishment.address.country) return forbiddenLineProblems(country, next.file);
  return forbiddenLineProblems(country, data).map((one) => ({ ...one, path: `${next.prefix}${one.path}` }));
}

/** A venue may use its own pictures and those of the group, not pictures that only other venues show. */
async function foreignPictures(
  tx: Transaction,
  venue: Venue,
  before: VenueFile,
  after: VenueFile,
): Promise<ImportProblem[]> {
  const known = new Set(usedKeys(readImport(before)).map(({ key }) => key));
  const added = usedKeys(readImport(after)).filter(({ key }) => !known.has(key));
  const usages = await pictureUsages(
    tx,
    venue,
    added.map(({ key }) => key),
  );
  return added.filter(({ key }) => usages.get(key) === "foreign").map(noPicture);
}

async function storePart(world: World, tx: Transaction, section: Section, venue: ImportedVenue): Promise<void> {
  const { id, address } = venue.establishment;
  if (section.kind === "form") {
    await replaceEstablishment(world, tx, venue);
    if (section.base === "meetings") await replaceLeisure(tx, id, venue);
    return;
  }
  if (section.base === "games") return replaceGames(tx, id, venue.games);
  if (section.base !== "announcements") return replaceLeisure(tx, id, venue);
  const zone = policyOf(address.country).timeZone;
  return replaceAnnouncements(tx, { establishmentId: id, zone, now: world.now() }, venue.announcements);
}

type RecordedChange = Omit<NewVenueRevision, "projectId" | "operator" | "at">;

async function recordChange(
  world: World,
  tx: Transaction,
  venue: Venue,
  author: Author,
  change: RecordedChange,
): Promise<void> {
  const { id, projectId } = venue;
  await insertVenueRevision(tx, { ...change, projectId, operator: author.name, at: world.now() });
  await audit(world, tx, author, {
    projectId,
    action: `venue.${change.change}`,
    subject: change.item === null ? change.section : `${change.section}:${change.item}`,
    before: asObject(change.before),
    after: asObject(change.after),
  });
  // Names, visibility and settings are also in the host table, which must be read again.
  const isInHostTable = ["maison", "reglages"].includes(change.section);
  await bumpTags(world.database, tx, [venueTag(id), GROUP_TAG, ...(isInHostTable ? [HOSTS_TAG] : [])]);
}

function asObject(value: unknown): object | null {
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? value : { value };
}

/** The key of the written entry, which changes with its title; null when there is none. */
function keyAfter(section: Section, item: string | null, file: VenueFile, prefix: string): string | null {
  if (section.kind === "form") return item;
  const at = Number(/\[(\d+)\]\.$/.exec(prefix)?.[1] ?? -1);
  return section.keysOf(file)[at] ?? null;
}

function within({ path, message }: ImportProblem, prefix: string) {
  const isWithin = prefix === "" || path.startsWith(prefix) || `${path}.` === prefix;
  return { path: isWithin ? path.slice(prefix.length) : path, message, isElsewhere: !isWithin };
}

/** JSON with sorted keys, so that equal values give equal texts. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      isFields(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
    ) ?? ""
  );
}

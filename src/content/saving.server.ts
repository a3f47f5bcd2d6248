import { audit, type Author } from "../operators/audit.server.ts";
import { bumpTags } from "../platform/cache-tags.server.ts";
import { inTransaction, type Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { contentTag } from "./blocks.server.ts";
import { findingsOf, type Finding } from "./conscience.server.ts";
import type { BlockDocument } from "./contract.ts";
import {
  blockInLocale,
  countKeys,
  lockProject,
  putRevision,
  revisionOf,
  type BlockName,
} from "./revision-queries.server.ts";
import { sanitiseDocument } from "./sanitise.server.ts";

/** A site's keys are named by its pages; a program that invents more is stopped. */
const KEYS_MAX = 1_000;

export type ContentWrite = {
  key: string;
  locale: Locale;
  /** As read by readDocument. */
  document: BlockDocument;
  /** The revision that the writer began from, 0 for a text that did not exist; without one the last write wins. */
  rev: number | undefined;
  /** True for a key that `GET /project` leaves out (G159); undefined leaves it as it is. */
  isLazy?: boolean | undefined;
  /** In which language the writer is told what is wrong. */
  words: Locale;
};

export type StandingVersion = { rev: number; document: BlockDocument; at: Date; operator: string | null };
export type SaveOutcome =
  | { rev: number; warnings: Finding[] }
  | { conflict: StandingVersion; yours: BlockDocument }
  | { refused: Finding[] }
  | { full: true };

/**
 * Puts a text live (G157): judged, kept as a revision, written into the audit trail, and shown by every node as soon as it is
 * committed. A writer who began from an older revision is told both versions (C2); the same text again changes nothing, so that
 * a save whose answer was lost may be repeated.
 */
export async function saveContent(
  world: World,
  venue: Venue,
  author: Author,
  write: ContentWrite,
): Promise<SaveOutcome> {
  const findings = await findingsOf(world, venue, write);
  if (findings.some(({ isRefused }) => isRefused)) return { refused: findings.filter(({ isRefused }) => isRefused) };
  return inTransaction(world.database, async (tx) => {
    const outcome = await store(world, tx, venue, author, { ...write, change: "save" });
    return "rev" in outcome ? { rev: outcome.rev, warnings: findings } : outcome;
  });
}

export type RestoreOutcome = SaveOutcome | { unknown: true };

/** Puts an older revision live again, as a new one; `from` is its number, `rev` the one that the operator sees now. */
export async function restoreContent(
  world: World,
  venue: Venue,
  author: Author,
  { from, ...write }: Omit<ContentWrite, "document" | "isLazy"> & { from: number },
): Promise<RestoreOutcome> {
  const name: BlockName = { projectId: venue.projectId, key: write.key, locale: write.locale };
  const old = await revisionOf(world.database.db, name, from);
  if (old === undefined) return { unknown: true };
  const document = sanitiseDocument(old.body);
  const findings = await findingsOf(world, venue, { ...write, document });
  if (findings.some(({ isRefused }) => isRefused)) return { refused: findings.filter(({ isRefused }) => isRefused) };
  return inTransaction(world.database, async (tx) => {
    const outcome = await store(world, tx, venue, author, { ...write, document, change: "restore", restoredRev: from });
    return "rev" in outcome ? { rev: outcome.rev, warnings: findings } : outcome;
  });
}

type Stored = Omit<ContentWrite, "words"> & {
  change: "save" | "restore" | "publish";
  restoredRev?: number;
  /** For what was ordered before: the revision that stood then, null where nobody knows. */
  orderedOver?: number | null;
};

/** The write itself, in the caller's transaction; what it says was judged before. */
export async function store(
  world: World,
  tx: Transaction,
  venue: Venue,
  author: Author,
  { key, locale, document, rev, isLazy, change, restoredRev, orderedOver }: Stored,
): Promise<{ rev: number } | { conflict: StandingVersion; yours: BlockDocument } | { full: true }> {
  const name: BlockName = { projectId: venue.projectId, key, locale };
  await lockProject(tx, venue.projectId);
  const standing = await blockInLocale(tx, name);
  const before = standing === undefined ? null : sanitiseDocument(standing.body);
  const isSame = before !== null && JSON.stringify(before) === JSON.stringify(document);
  const isAsLazy = isLazy === undefined || standing?.loads_with_project === !isLazy;
  if (standing !== undefined && isSame && isAsLazy) return { rev: standing.rev };
  if (rev !== undefined && rev !== (standing?.rev ?? 0)) return conflictOf(world, standing, document);
  if (standing === undefined && (await countKeys(tx, venue.projectId)) >= KEYS_MAX) return { full: true };
  const isUnasked = rev === undefined && change === "save";
  const isOvertaken = orderedOver !== undefined && orderedOver !== (standing?.rev ?? 0);
  const next = await putRevision(tx, name, {
    body: document,
    change,
    operator: author.name,
    at: world.now(),
    restored_rev: restoredRev ?? null,
    loadsWithProject: isLazy === undefined ? undefined : !isLazy,
  });
  await audit(world, tx, author, {
    projectId: venue.projectId,
    action: `content.${change}`,
    subject: `${key}:${locale}`,
    before: before === null ? null : { rev: standing?.rev, content: before },
    after: {
      rev: next,
      content: document,
      ...(restoredRev === undefined ? {} : { restored_rev: restoredRev }),
      // Nobody was asked whether somebody else had written meanwhile, or somebody has (G156).
      ...(isUnasked || isOvertaken ? { last_write_wins: true } : {}),
    },
  });
  await bumpTags(world.database, tx, [contentTag(venue.projectId, key)]);
  return { rev: next };
}

/** Both versions, for a writer who began from another revision than the one that stands (G156). */
export function conflictOf(
  world: Pick<World, "now">,
  standing: Awaited<ReturnType<typeof blockInLocale>>,
  yours: BlockDocument,
): { conflict: StandingVersion; yours: BlockDocument } {
  const { rev = 0, updated_at: at = world.now(), operator = null } = standing ?? {};
  const document = standing === undefined ? { blocks: [] } : sanitiseDocument(standing.body);
  return { conflict: { rev, document, at, operator }, yours };
}

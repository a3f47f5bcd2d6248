import { audit, type Author } from "../../staff/audit.server.ts";
import { bumpTags } from "../../platform/page-cache/tags.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { contentTag } from "../blocks.server.ts";
import { findingsOf, type Finding } from "./checks.server.ts";
import type { BlockDocument } from "../contract.ts";
import { draftOf, endDraft, putDraft } from "./draft-queries.server.ts";
import {
  blockInLocale,
  countKeys,
  keepRevision,
  putRevision,
  revisionOf,
  type BlockName,
} from "./revision-queries.server.ts";
import { lockSite } from "../../venues/site-lock.server.ts";
import { sanitiseDocument } from "../sanitise.server.ts";

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
  /** `isDraft` where the site keeps what is saved until somebody publishes it. */
  | { rev: number; warnings: Finding[]; isDraft?: boolean }
  | { conflict: StandingVersion; yours: BlockDocument }
  | { refused: Finding[] }
  | { full: true };

/**
 * Puts a text live: judged, kept as a revision, written into the audit trail, and shown by every node as soon as it is committed. On a
 * site with drafts it is kept in the same way and waits (G157). A writer who began from an older revision is told both versions (C2); the same text again changes nothing, so that
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
    return "rev" in outcome ? { ...outcome, warnings: findings } : outcome;
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
    return "rev" in outcome ? { ...outcome, warnings: findings } : outcome;
  });
}

type Stored = Omit<ContentWrite, "words"> & {
  change: "save" | "restore" | "publish";
  restoredRev?: number;
  /** For what was ordered before: the revision that stood then, null where nobody knows. */
  orderedOver?: number | null;
  /** The draft that is published by this, and who wrote it. */
  draft?: { rev: number; operator: string | null };
};

type StoreOutcome =
  | { rev: number; isDraft?: boolean }
  | { conflict: StandingVersion; yours: BlockDocument }
  | { full: true };

/** The write itself, in the caller's transaction; what it says was judged before. */
export async function store(
  world: World,
  tx: Transaction,
  venue: Venue,
  author: Author,
  write: Stored,
): Promise<StoreOutcome> {
  const { key, locale, document, rev, isLazy, change } = write;
  const name: BlockName = { projectId: venue.projectId, key, locale };
  await lockSite(tx, venue.projectId);
  const [live, waiting] = [await blockInLocale(tx, name), await draftOf(tx, name)];
  // A save begins from what was opened, and that is a draft where one waits; what is published goes over what is live.
  const standing = change === "publish" ? live : headFrom(live, waiting);
  const waits = change !== "publish" && venue.config.content_drafts;
  const isSame = standing !== undefined && sameDocument(standing.body, document);
  const isAsLazy = isLazy === undefined || standing?.loads_with_project === !isLazy;
  if (standing !== undefined && isSame && isAsLazy && (waits || standing.rev === live?.rev)) {
    if (change === "publish") await endDraft(tx, name);
    return { rev: standing.rev, ...(standing.rev === live?.rev ? {} : { isDraft: true }) };
  }
  // Drafts of before the flag was turned off are opened still: what went live after one was begun is told first (C2).
  const isOvertaken = change !== "publish" && !waits && waiting !== undefined && waiting.live_rev !== (live?.rev ?? 0);
  const written = isOvertaken ? live : standing;
  if (rev !== undefined && rev !== (written?.rev ?? 0)) return conflictOf(world, written, document);
  const isNew = live === undefined && standing === undefined;
  if (isNew && (await countKeys(tx, venue.projectId)) >= KEYS_MAX) return { full: true };
  return waits
    ? keepDraft(world, tx, author, name, write, { standing, live, waiting })
    : putLive(world, tx, author, name, write, { standing: written, waiting });
}

/** What an operator opens: the draft where one waits, else what is live. */
export async function headOf(tx: Transaction, name: BlockName): Promise<Head | undefined> {
  const [draft, live] = [await draftOf(tx, name), await blockInLocale(tx, name)];
  return headFrom(live, draft);
}

function headFrom(live: Head | undefined, draft: Draft | undefined): Head | undefined {
  if (draft === undefined) return live;
  const { rev, body, at: updated_at, operator } = draft;
  const loads_with_project = draft.loads_with_project ?? live?.loads_with_project ?? true;
  return { rev, body, updated_at, operator, loads_with_project };
}
type Head = NonNullable<Awaited<ReturnType<typeof blockInLocale>>>;
type Draft = NonNullable<Awaited<ReturnType<typeof draftOf>>>;

async function putLive(
  world: World,
  tx: Transaction,
  author: Author,
  name: BlockName,
  { document, rev, isLazy, change, restoredRev, orderedOver, draft }: Stored,
  { standing, waiting }: { standing: Head | undefined; waiting: Draft | undefined },
): Promise<{ rev: number }> {
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
  // A text that is published at its time goes over what is live, not over what somebody writes meanwhile.
  if (change !== "publish" || draft !== undefined || (waiting !== undefined && sameDocument(waiting.body, document)))
    await endDraft(tx, name);
  await audit(world, tx, author, {
    projectId: name.projectId,
    action: `content.${change}`,
    subject: `${name.key}:${name.locale}`,
    before: shownIn(standing),
    after: {
      rev: next,
      content: document,
      ...(restoredRev === undefined ? {} : { restored_rev: restoredRev }),
      ...(draft === undefined ? {} : { draft_rev: draft.rev, drafted_by: draft.operator }),
      // Nobody was asked whether somebody else had written meanwhile, or somebody has (G156).
      ...(isUnasked || isOvertaken ? { last_write_wins: true } : {}),
    },
  });
  await bumpTags(world.database, tx, [contentTag(name.projectId, name.key)]);
  return { rev: next };
}

/** Keeps a text as its next revision and leaves what is live as it is. */
async function keepDraft(
  world: World,
  tx: Transaction,
  author: Author,
  name: BlockName,
  { document, rev, isLazy, restoredRev }: Stored,
  { standing, live, waiting }: { standing: Head | undefined; live: Head | undefined; waiting: Draft | undefined },
): Promise<{ rev: number; isDraft: true }> {
  const next = await keepRevision(tx, name, {
    body: document,
    change: "draft",
    operator: author.name,
    at: world.now(),
    restored_rev: restoredRev ?? null,
  });
  await putDraft(tx, name, {
    rev: next,
    loads_with_project: isLazy === undefined ? (waiting?.loads_with_project ?? null) : !isLazy,
    // A draft that goes on from another has not looked at what went live since that was begun.
    live_rev: waiting?.live_rev ?? live?.rev ?? 0,
  });
  await audit(world, tx, author, {
    projectId: name.projectId,
    action: "content.draft",
    subject: `${name.key}:${name.locale}`,
    before: shownIn(standing),
    after: {
      rev: next,
      content: document,
      ...(restoredRev === undefined ? {} : { restored_rev: restoredRev }),
      ...(rev === undefined && restoredRev === undefined ? { last_write_wins: true } : {}),
    },
  });
  return { rev: next, isDraft: true };
}

function shownIn(standing: Head | undefined): object | null {
  return standing === undefined ? null : { rev: standing.rev, content: sanitiseDocument(standing.body) };
}

export function sameDocument(stored: BlockDocument, written: BlockDocument): boolean {
  return JSON.stringify(sanitiseDocument(stored)) === JSON.stringify(written);
}

/** Both versions, for a writer who began from another revision than the one that stands (G156). */
export function conflictOf(
  world: Pick<World, "now">,
  standing: Head | undefined,
  yours: BlockDocument,
): { conflict: StandingVersion; yours: BlockDocument } {
  const { rev = 0, updated_at: at = world.now(), operator = null } = standing ?? {};
  const document = standing === undefined ? { blocks: [] } : sanitiseDocument(standing.body);
  return { conflict: { rev, document, at, operator }, yours };
}

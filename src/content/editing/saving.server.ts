import { audit, type Author } from "../../staff/audit.server.ts";
import { bumpTags } from "../../platform/page-cache/tags.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { contentTag } from "../blocks.server.ts";
import { findingsOf, type Finding } from "./checks.server.ts";
import { KEYS_MAX, type BlockDocument } from "../contract.ts";
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

export type ContentWrite = {
  key: string;
  locale: Locale;
  /** The document that `readDocument` has checked. */
  document: BlockDocument;
  /** The revision from which the writer started, 0 for a text that did not exist. Without it the last write wins. */
  rev: number | undefined;
  /** False for a key that `GET /project` leaves out; null leaves it as it is. */
  loadsWithProject: boolean | null;
  /** The language of the messages to the writer. */
  words: Locale;
};

export type CurrentVersion = { rev: number; document: BlockDocument; at: Date; operator: string | null };
export type SaveOutcome =
  /** `isDraft` on a site with drafts: saved, and not live until somebody publishes it. */
  | { rev: number; warnings: Finding[]; isDraft?: boolean }
  | { conflict: CurrentVersion; yours: BlockDocument }
  | { refused: Finding[] }
  | { full: true };

/**
 * Saves a text: checks it, stores it as a revision, writes it into the audit trail and clears the cached pages that
 * show it. It is live at once; on a site with drafts it becomes the draft. A writer who started from an older revision
 * gets both versions. Saving the same text again changes nothing, so a save whose answer was lost may be repeated.
 */
export async function saveContent(
  world: World,
  venue: Venue,
  author: Author,
  write: ContentWrite & { restoredRev?: number },
): Promise<SaveOutcome> {
  const findings = await findingsOf(world, venue, write);
  if (findings.some(({ isRefused }) => isRefused)) return { refused: findings.filter(({ isRefused }) => isRefused) };
  return inTransaction(world.database, async (tx) => {
    const change = write.restoredRev === undefined ? "save" : "restore";
    const outcome = await storeText(world, tx, venue, author, { ...write, change });
    return "rev" in outcome ? { ...outcome, warnings: findings } : outcome;
  });
}

export type RestoreOutcome = SaveOutcome | { unknown: true };

/** Saves an older revision again as a new one. `from` is its number, `rev` the one that the operator sees now. */
export async function restoreContent(
  world: World,
  venue: Venue,
  author: Author,
  { from, ...write }: Omit<ContentWrite, "document" | "loadsWithProject"> & { from: number },
): Promise<RestoreOutcome> {
  const name = { project_id: venue.projectId, key: write.key, locale: write.locale };
  const old = await revisionOf(world.database.db, name, from);
  if (old === undefined) return { unknown: true };
  const document = sanitiseDocument(old.body);
  return saveContent(world, venue, author, { ...write, document, loadsWithProject: null, restoredRev: from });
}

type Stored = Omit<ContentWrite, "words"> & {
  change: "save" | "restore" | "publish";
  restoredRev?: number;
  /** For a scheduled text: the live revision when it was scheduled, null where unknown. */
  orderedOver?: number | null;
  /** The draft that this publishes, and its author. */
  draft?: { rev: number; operator: string | null };
};

type StoreOutcome =
  | { rev: number; isDraft?: boolean }
  | { conflict: CurrentVersion; yours: BlockDocument }
  | { full: true };

/** Writes a text in the caller's transaction. The caller has checked the text. */
export async function storeText(
  world: World,
  tx: Transaction,
  venue: Venue,
  author: Author,
  write: Stored,
): Promise<StoreOutcome> {
  const { key, locale, document, rev, loadsWithProject, change } = write;
  const name: BlockName = { project_id: venue.projectId, key, locale };
  await lockSite(tx, venue.projectId);
  const [live, waiting] = [await blockInLocale(tx, name), await draftOf(tx, name)];
  // A save starts from what the operator opened, which is the draft where there is one. A publication replaces the live
  // text.
  const standing = change === "publish" ? live : headFrom(live, waiting);
  const waits = change !== "publish" && venue.config.content_drafts;
  const isSame = standing !== undefined && sameDocument(standing.body, document);
  const loadsSame = loadsWithProject === null || standing?.loads_with_project === loadsWithProject;
  if (standing !== undefined && isSame && loadsSame && (waits || standing.rev === live?.rev)) {
    if (change === "publish" && endsWith(waiting, write)) await endDraft(tx, name);
    return { rev: standing.rev, ...(standing.rev === live?.rev ? {} : { isDraft: true }) };
  }
  // Drafts outlive the site's setting. Where another version went live after such a draft was begun, its writer sees
  // that first.
  const isOvertaken = change !== "publish" && !waits && waiting !== undefined && waiting.live_rev !== (live?.rev ?? 0);
  const written = isOvertaken ? live : standing;
  if (rev !== undefined && rev !== (written?.rev ?? 0)) return conflictOf(world, written, document);
  const isNew = live === undefined && waiting === undefined;
  if (isNew && (await countKeys(tx, venue.projectId)) >= KEYS_MAX) return { full: true };
  return waits
    ? keepDraft(world, tx, author, name, write, { standing, live, waiting })
    : putLive(world, tx, author, name, write, { standing: written, waiting });
}

/** What an operator opens: the draft where there is one, else the live text. */
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
  { document, rev, loadsWithProject, change, restoredRev, orderedOver, draft }: Stored,
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
    loadsWithProject,
  });
  if (change !== "publish" || endsWith(waiting, { document, draft })) await endDraft(tx, name);
  await audit(world, tx, author, {
    projectId: name.project_id,
    action: `content.${change}`,
    subject: `${name.key}:${name.locale}`,
    before: shownIn(standing),
    after: {
      rev: next,
      content: document,
      ...(restoredRev === undefined ? {} : { restored_rev: restoredRev }),
      ...(draft === undefined ? {} : { draft_rev: draft.rev, drafted_by: draft.operator }),
      // Marks a write whose author did not see the version that it replaces.
      ...(isUnasked || isOvertaken ? { last_write_wins: true } : {}),
    },
  });
  await bumpTags(world.database, tx, [contentTag(name.project_id, name.key)]);
  return { rev: next };
}

/** Stores a text as its next revision and as the draft; the live one stays. */
async function keepDraft(
  world: World,
  tx: Transaction,
  author: Author,
  name: BlockName,
  { document, rev, loadsWithProject, restoredRev }: Stored,
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
    loads_with_project: loadsWithProject ?? waiting?.loads_with_project ?? null,
    // A draft that continues another was not compared with what went live after that was begun.
    live_rev: waiting?.live_rev ?? live?.rev ?? 0,
  });
  await audit(world, tx, author, {
    projectId: name.project_id,
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

/** A scheduled publication keeps a draft that somebody writes meanwhile, unless it is the same text. */
function endsWith(waiting: Draft | undefined, { document, draft }: Pick<Stored, "document" | "draft">): boolean {
  return draft !== undefined || (waiting !== undefined && sameDocument(waiting.body, document));
}

function shownIn(standing: Head | undefined): object | null {
  return standing === undefined ? null : { rev: standing.rev, content: sanitiseDocument(standing.body) };
}

export function sameDocument(stored: BlockDocument, written: BlockDocument): boolean {
  return JSON.stringify(sanitiseDocument(stored)) === JSON.stringify(written);
}

/** Both versions, for a writer who started from another revision than the current one. */
export function conflictOf(
  world: Pick<World, "now">,
  standing: Head | undefined,
  yours: BlockDocument,
): { conflict: CurrentVersion; yours: BlockDocument } {
  const { rev = 0, updated_at: at = world.now(), operator = null } = standing ?? {};
  const document = standing === undefined ? { blocks: [] } : sanitiseDocument(standing.body);
  return { conflict: { rev, document, at, operator }, yours };
}

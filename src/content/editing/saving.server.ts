import type { Author } from "../../staff/audit.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Problem } from "./answers.ts";
import { checkText } from "./checks.server.ts";
import type { BlockDocument } from "../contract.ts";
import { draftOf, endDraft, putDraft } from "./draft-queries.server.ts";
import { hasRoom, isSame, putLive, recordWrite, type TextVersion } from "./live-texts.server.ts";
import { blockInLocale, keepRevision, revisionOf, type BlockName } from "./revision-queries.server.ts";
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
type Save = ContentWrite & { restoredRev?: number };

export type CurrentVersion = { rev: number; document: BlockDocument; at: Date; operator: string | null };
type StoreOutcome =
  /** `isDraft` on a site with drafts: saved, and not live until somebody publishes it. */
  { rev: number; isDraft?: boolean } | { conflict: CurrentVersion; yours: BlockDocument } | { full: true };
export type SaveOutcome =
  | (Extract<StoreOutcome, { rev: number }> & { warnings: Problem[] })
  | Exclude<StoreOutcome, { rev: number }>
  | { refused: Problem[] };

/**
 * Saves a text: checks it, stores it as a revision, writes it into the audit trail and clears the cached pages that
 * show it. It is live at once; on a site with drafts it becomes the draft. A writer who started from an older revision
 * gets both versions. Saving the same text again changes nothing, so a save whose answer was lost may be repeated.
 */
export async function saveContent(world: World, venue: Venue, author: Author, save: Save): Promise<SaveOutcome> {
  const checked = await checkText(world, venue, save);
  if ("refused" in checked) return checked;
  return inTransaction(world.database, async (tx) => {
    const outcome = await storeSave(world, tx, venue, author, save);
    return "rev" in outcome ? { ...outcome, ...checked } : outcome;
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

async function storeSave(
  world: World,
  tx: Transaction,
  venue: Venue,
  author: Author,
  { key, locale, document, rev, loadsWithProject, restoredRev }: Save,
): Promise<StoreOutcome> {
  const name = { project_id: venue.projectId, key, locale };
  await lockSite(tx, venue.projectId);
  const [live, draft] = [await blockInLocale(tx, name), await draftOf(tx, name)];
  const head = headFrom(live, draft);
  const hasDrafts = venue.config.content_drafts;
  const isLive = head?.rev === live?.rev;
  if (head !== undefined && isSame(head, { document, loadsWithProject }) && (hasDrafts || isLive))
    return { rev: head.rev, ...(isLive ? {} : { isDraft: true }) };
  // Drafts outlive the site's setting. Where another version went live after such a draft was begun, its writer sees
  // that first.
  const isOvertaken = !hasDrafts && draft !== undefined && draft.live_rev !== (live?.rev ?? 0);
  const current = isOvertaken ? live : head;
  if (rev !== undefined && rev !== (current?.rev ?? 0)) return conflictOf(world, current, document);
  if (head === undefined && !(await hasRoom(tx, name))) return { full: true };
  const marks = rev === undefined && restoredRev === undefined ? { last_write_wins: true } : {};
  const restored_rev = restoredRev ?? null;
  if (!hasDrafts) {
    await endDraft(tx, name);
    const change = restoredRev === undefined ? "save" : "restore";
    const write = { body: document, change, restored_rev, loadsWithProject } as const;
    return { rev: await putLive(world, tx, author, name, write, { current, marks }) };
  }
  const write = { body: document, change: "draft", restored_rev } as const;
  const next = await keepRevision(tx, name, { ...write, operator: author.name, at: world.now() });
  await putDraft(tx, name, {
    rev: next,
    loads_with_project: loadsWithProject ?? draft?.loads_with_project ?? null,
    // A draft that continues another was not compared with what went live after that was begun.
    live_rev: draft?.live_rev ?? live?.rev ?? 0,
  });
  await recordWrite(world, tx, author, name, { rev: next, ...write }, { current, marks });
  return { rev: next, isDraft: true };
}

/** What an operator opens: the draft where there is one, else the live text. */
export async function headOf(tx: Transaction, name: BlockName): Promise<TextVersion | undefined> {
  const [draft, live] = [await draftOf(tx, name), await blockInLocale(tx, name)];
  return headFrom(live, draft);
}

function headFrom(live: TextVersion | undefined, draft: Draft | undefined): TextVersion | undefined {
  if (draft === undefined) return live;
  const { rev, body, at: updated_at, operator } = draft;
  const loads_with_project = draft.loads_with_project ?? live?.loads_with_project ?? true;
  return { rev, body, updated_at, operator, loads_with_project };
}
type Draft = NonNullable<Awaited<ReturnType<typeof draftOf>>>;

/** Both versions, for a writer who started from another revision than the current one. */
export function conflictOf(
  world: Pick<World, "now">,
  current: TextVersion | undefined,
  yours: BlockDocument,
): { conflict: CurrentVersion; yours: BlockDocument } {
  const { rev = 0, updated_at: at = world.now(), operator = null } = current ?? {};
  const document = current === undefined ? { blocks: [] } : sanitiseDocument(current.body);
  return { conflict: { rev, document, at, operator }, yours };
}

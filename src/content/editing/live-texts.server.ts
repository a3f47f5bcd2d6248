import { audit, type Author } from "../../staff/audit.server.ts";
import { bumpTags } from "../../platform/page-cache/tags.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { contentTag } from "../blocks.server.ts";
import { KEYS_MAX, type BlockDocument } from "../contract.ts";
import { draftOf, endDraft } from "./draft-queries.server.ts";
import { blockInLocale, countKeys, putRevision, type BlockName, type NewRevision } from "./revision-queries.server.ts";
import { lockSite } from "../../venues/site-lock.server.ts";
import { sanitiseDocument } from "../sanitise.server.ts";

/** A version of a text: the live one, or a draft. */
export type TextVersion = NonNullable<Awaited<ReturnType<typeof blockInLocale>>>;
type Publication = {
  key: string;
  locale: Locale;
  /** The document, which the caller has checked. */
  document: BlockDocument;
  /** False for a key that `GET /project` leaves out; null leaves it as it is. */
  loadsWithProject: boolean | null;
  /** For a scheduled text: the live revision when it was scheduled, null where unknown. */
  orderedOver?: number | null;
  /** The draft that this publishes, and its author. */
  draft?: { rev: number; operator: string | null };
};

/** Replaces the live text in the caller's transaction, also on a site with drafts. */
export async function publishText(
  world: World,
  tx: Transaction,
  venue: Venue,
  author: Author,
  { key, locale, document, loadsWithProject, orderedOver, draft }: Publication,
): Promise<{ rev: number } | { full: true }> {
  const name = { project_id: venue.projectId, key, locale };
  await lockSite(tx, venue.projectId);
  const [current, storedDraft] = [await blockInLocale(tx, name), await draftOf(tx, name)];
  // A scheduled publication keeps a draft that somebody writes meanwhile, unless it is the same text.
  if (draft !== undefined || (storedDraft !== undefined && sameDocument(storedDraft.body, document)))
    await endDraft(tx, name);
  if (current !== undefined && isSame(current, { document, loadsWithProject })) return { rev: current.rev };
  if (current === undefined && storedDraft === undefined && !(await hasRoom(tx, name))) return { full: true };
  const isOvertaken = orderedOver !== undefined && orderedOver !== (current?.rev ?? 0);
  const marks = {
    ...(draft === undefined ? {} : { draft_rev: draft.rev, drafted_by: draft.operator }),
    ...(isOvertaken ? { last_write_wins: true } : {}),
  };
  const write = { body: document, change: "publish", restored_rev: null, loadsWithProject } as const;
  return { rev: await putLive(world, tx, author, name, write, { current, marks }) };
}

type Write = Pick<NewRevision, "body" | "change" | "restored_rev">;
type Trail = {
  /** The version that the writer started from. */
  current: TextVersion | undefined;
  /** What the trail says besides; `last_write_wins` marks a write whose author did not see the version that it replaces. */
  marks: object;
};

/** Stores a text as its next revision, which is live at once. Returns its number. */
export async function putLive(
  world: World,
  tx: Transaction,
  author: Author,
  name: BlockName,
  write: Write & { loadsWithProject: boolean | null },
  trail: Trail,
): Promise<number> {
  const rev = await putRevision(tx, name, { ...write, operator: author.name, at: world.now() });
  await recordWrite(world, tx, author, name, { ...write, rev }, trail);
  await bumpTags(world.database, tx, [contentTag(name.project_id, name.key)]);
  return rev;
}

/** Writes a new revision into the audit trail. */
export async function recordWrite(
  world: World,
  tx: Transaction,
  author: Author,
  name: BlockName,
  { rev, body, change, restored_rev }: Write & { rev: number },
  { current, marks }: Trail,
): Promise<void> {
  await audit(world, tx, author, {
    projectId: name.project_id,
    action: `content.${change}`,
    subject: `${name.key}:${name.locale}`,
    before: current === undefined ? null : { rev: current.rev, content: sanitiseDocument(current.body) },
    after: { rev, content: body, ...(restored_rev === null ? {} : { restored_rev }), ...marks },
  });
}

/** Whether a write would change nothing. */
export function isSame(
  current: TextVersion,
  { document, loadsWithProject }: Pick<Publication, "document" | "loadsWithProject">,
): boolean {
  const loadsSame = loadsWithProject === null || current.loads_with_project === loadsWithProject;
  return loadsSame && sameDocument(current.body, document);
}

export function sameDocument(stored: BlockDocument, written: BlockDocument): boolean {
  return JSON.stringify(sanitiseDocument(stored)) === JSON.stringify(written);
}

/** Whether the site may have one more text. */
export async function hasRoom(tx: Transaction, { project_id }: BlockName): Promise<boolean> {
  return (await countKeys(tx, project_id)) < KEYS_MAX;
}

import { audit } from "../../staff/audit.server.ts";
import type { Operator } from "../../staff/operator.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { checkText } from "./checks.server.ts";
import type { BlockDocument } from "../contract.ts";
import { draftOf, draftsIn, endDraft } from "./draft-queries.server.ts";
import { blockInLocale } from "./revision-queries.server.ts";
import { lockSite } from "../../venues/site-lock.server.ts";
import { sanitiseDocument } from "../sanitise.server.ts";
import { publishText, sameDocument } from "./live-texts.server.ts";
import { conflictOf, headOf, type SaveOutcome } from "./saving.server.ts";

type Named = { key: string; locale: Locale };

/** The drafts of a site by key, in one language: texts that are saved and not yet published. */
export async function draftsByKey(
  world: World,
  venue: Venue,
  locale: Locale,
): Promise<Map<string, { rev: number; document: BlockDocument; operator: string | null; at: Date }>> {
  const rows = await draftsIn(world.database.db, venue.projectId, locale);
  return new Map(
    rows.map(({ key, rev, body, operator, at }) => [key, { rev, document: sanitiseDocument(body), operator, at }]),
  );
}

/**
 * Publishes the draft of a text as a new revision, after checking it against the venue's rules of today. `rev` is the
 * draft that the operator looked at. Answers a conflict with both versions where another draft waits by now, or where
 * another version went live after the draft was begun and `over` does not name it. The caller checks CONTENT_PUBLISH.
 */
export async function publishDraft(
  world: World,
  venue: Venue,
  operator: Operator,
  { key, locale, rev, over, words }: Named & { rev: number; over?: number | undefined; words: Locale },
): Promise<SaveOutcome | { unknown: true }> {
  const name = { project_id: venue.projectId, key, locale };
  const stored = await draftOf(world.database.db, name);
  if (stored === undefined) return { unknown: true };
  const document = sanitiseDocument(stored.body);
  const checked = await checkText(world, venue, { key, locale, document, words });
  if ("refused" in checked) return checked;
  return inTransaction(world.database, async (tx) => {
    await lockSite(tx, venue.projectId);
    const draft = await draftOf(tx, name);
    if (draft === undefined) return { unknown: true };
    if (draft.rev !== rev || draft.rev !== stored.rev) return conflictOf(world, await headOf(tx, name), document);
    const live = await blockInLocale(tx, name);
    const liveRev = live?.rev ?? 0;
    const isOvertaken = liveRev !== draft.live_rev && !(live !== undefined && sameDocument(live.body, document));
    if (isOvertaken && liveRev !== over) return conflictOf(world, live, document);
    const outcome = await publishText(world, tx, venue, operator, {
      key,
      locale,
      document,
      loadsWithProject: draft.loads_with_project,
      draft: { rev: draft.rev, operator: draft.operator },
    });
    return "rev" in outcome ? { rev: outcome.rev, ...checked } : outcome;
  });
}

/** Discards a draft; it stays in the history. False where there is none, or another one than `rev`. */
export async function discardDraft(
  world: World,
  venue: Venue,
  operator: Operator,
  { key, locale, rev }: Named & { rev: number },
): Promise<boolean> {
  const name = { project_id: venue.projectId, key, locale };
  return inTransaction(world.database, async (tx) => {
    await lockSite(tx, venue.projectId);
    const draft = await draftOf(tx, name);
    if (draft === undefined || draft.rev !== rev) return false;
    await endDraft(tx, name);
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "content.discard_draft",
      subject: `${key}:${locale}`,
      before: { rev: draft.rev, content: sanitiseDocument(draft.body) },
      after: null,
    });
    return true;
  });
}

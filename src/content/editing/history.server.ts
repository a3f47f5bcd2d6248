import type { World } from "../../platform/world.ts";
import { isoWithOffset } from "../../platform/time-zones.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { draftOf, draftsIn } from "./draft-queries.server.ts";
import { blockInLocale, blockStates, revisionsOf, waitingSchedules } from "./revision-queries.server.ts";
import { sanitiseDocument } from "../sanitise.server.ts";

/** Versions answered at once; older ones are stored too. */
const HISTORY_MAX = 50;

/** The live revision and draft of each text of a site in a language, and whether French is shown in its place. */
export async function contentStates(world: World, venue: Venue, locale: Locale) {
  const { db } = world.database;
  const [rows, schedules, drafts] = await Promise.all([
    blockStates(db, venue.projectId),
    waitingSchedules(db, venue.projectId),
    draftsIn(db, venue.projectId, locale),
  ]);
  const contents = [...new Set([...rows, ...drafts].map(({ key }) => key))].map((key) => {
    const own = rows.find((row) => row.key === key && row.locale === locale);
    const draft = drafts.find((row) => row.key === key);
    const isEmpty = own === undefined || own.blocks === 0;
    const state = {
      rev: draft?.rev ?? own?.rev ?? 0,
      draft:
        draft === undefined
          ? null
          : {
              rev: draft.rev,
              content: JSON.stringify(sanitiseDocument(draft.body)),
              updated_at: isoWithOffset(draft.at, venue.policy.timeZone),
              operator: draft.operator,
            },
      updated_at: own === undefined ? null : isoWithOffset(own.updated_at, venue.policy.timeZone),
      operator: own?.operator ?? null,
      is_fallback: locale !== "fr" && isEmpty,
    };
    return [key, state] as const;
  });
  const scheduled = schedules.map(({ id, key, locale: language, publish_at, operator, body }) => ({
    id,
    key,
    locale: language,
    publish_at: isoWithOffset(publish_at, venue.policy.timeZone),
    operator,
    content: JSON.stringify(sanitiseDocument(body)),
  }));
  return { contents: Object.fromEntries(contents), scheduled };
}

/**
 * The revision that a save must name, for each text of a language by its key: that of the draft, or the live one where
 * there is no draft.
 */
export async function contentRevisions(world: World, venue: Venue, locale: Locale): Promise<Map<string, number>> {
  const { db } = world.database;
  const [rows, drafts] = [await blockStates(db, venue.projectId), await draftsIn(db, venue.projectId, locale)];
  return new Map([...rows.filter((row) => row.locale === locale), ...drafts].map(({ key, rev }) => [key, rev]));
}

/** The versions of a text before revision `below`, newest first. Times carry the venue's offset. */
export async function contentHistory(
  world: World,
  venue: Venue,
  { key, locale, below }: { key: string; locale: Locale; below: number | null },
) {
  const name = { project_id: venue.projectId, key, locale };
  const { db } = world.database;
  const [rows, live, draft] = [
    await revisionsOf(db, name, { limit: HISTORY_MAX, below }),
    await blockInLocale(db, name),
    await draftOf(db, name),
  ];
  return rows.map(({ rev, at, operator, change, restored_rev, body }) => ({
    rev,
    at: isoWithOffset(at, venue.policy.timeZone),
    operator,
    change,
    restored_rev,
    state: rev === live?.rev ? ("live" as const) : rev === draft?.rev ? ("draft" as const) : ("past" as const),
    content: JSON.stringify(sanitiseDocument(body)),
  }));
}

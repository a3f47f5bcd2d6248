import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import type { BlockDocument } from "../contract.ts";
import { contentBlocks } from "../queries.server.ts";

/** Texts of one site in one language that are read instead of the live ones, by key. */
type DraftTexts = { projectId: number; locale: Locale; texts: ReadonlyMap<string, BlockDocument> };
type ReadingWorld = World & { draftTexts?: DraftTexts };

/** A world in which pages of the site are rendered with these texts. Nothing is written or locked. */
export function withDraftTexts(
  world: World,
  venue: Venue,
  { locale, texts }: { locale: Locale; texts: ReadonlyMap<string, BlockDocument> },
): World {
  const seen: ReadingWorld = { ...world, draftTexts: { projectId: venue.projectId, locale, texts } };
  return seen;
}

/**
 * A site's text blocks in every language, or those under one key, with the world's draft texts in place of the live
 * ones.
 */
export async function textRows(world: ReadingWorld, venue: Venue, key?: string) {
  const { projectId } = venue;
  const rows = await contentBlocks(world.database.db, projectId, key);
  const { draftTexts } = world;
  if (draftTexts === undefined || draftTexts.projectId !== projectId) return rows;
  const { locale, texts } = draftTexts;
  const laid = [...texts].filter(([name]) => key === undefined || name === key);
  const isLive = (name: string) => (row: { key: string; locale: string }) => row.key === name && row.locale === locale;
  return [
    ...rows.filter((row) => row.locale !== locale || !texts.has(row.key)),
    ...laid.map(([name, body]) => ({
      rev: 0,
      loads_with_project: true,
      ...rows.find(isLive(name)),
      key: name,
      locale: locale as string,
      body,
      updated_at: world.now(),
    })),
  ];
}

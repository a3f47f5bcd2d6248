import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import type { BlockDocument } from "../contract.ts";
import { contentBlock, contentBlocks } from "../queries.server.ts";

/** Texts that are read instead of those that are live, by key: of one site in one language. */
type DraftTexts = { projectId: number; locale: Locale; texts: ReadonlyMap<string, BlockDocument> };
type ReadingWorld = World & { draftTexts?: DraftTexts };

/** The world as it would be with these texts, for whoever renders a page of the site: nothing is written, nobody waits. */
export function withDraftTexts(
  world: World,
  venue: Venue,
  { locale, texts }: { locale: Locale; texts: ReadonlyMap<string, BlockDocument> },
): World {
  const seen: ReadingWorld = { ...world, draftTexts: { projectId: venue.projectId, locale, texts } };
  return seen;
}

/** A site's text blocks in every language, or those under one key, as pages of this world show them. */
export async function textRows(world: ReadingWorld, venue: Venue, key?: string) {
  const { projectId } = venue;
  const { db } = world.database;
  const rows = await (key === undefined ? contentBlocks(db, projectId) : contentBlock(db, projectId, key));
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

import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { BlockDocument } from "./contract.ts";
import { textRows } from "./editing/draft-texts.server.ts";
import { plainText, sanitiseDocument } from "./sanitise.server.ts";

/** The cache tag of the pages that show a text: a save clears only those. */
export const contentTag = (projectId: number, key: string) => `content:${projectId}:${key}`;

/**
 * The venue's text blocks in one language by key, sanitised. A key that is empty in this language falls back to French.
 * Lazy keys (`not_loadauto`) are left out.
 */
export async function projectContent(world: World, venue: Venue, locale: Locale): Promise<Map<string, BlockDocument>> {
  const rows = await textRows(world, venue);
  return inLocale(
    rows.filter((row) => row.loads_with_project),
    locale,
  );
}

/** One text block of the venue; undefined where the key does not exist. */
export async function projectBlock(
  world: World,
  venue: Venue,
  key: string,
  locale: Locale,
): Promise<BlockDocument | undefined> {
  return inLocale(await textRows(world, venue, key), locale).get(key);
}

/**
 * The first text of a document below its headings as plain text of at most `max` characters, for the meta description. It ends with
 * a sentence where the text has one within 60 to `max` characters, else it is cut at a word.
 */
export function summaryOf(document: BlockDocument | undefined, max = 160): string | null {
  const text = document?.blocks
    .map((block) => (block.type === "paragraph" || block.type === "quote" ? plainText(block.data.text) : ""))
    .find((words) => words !== "");
  if (text === undefined) return null;
  if (text.length <= max) return text;
  return wholeSentences(text, max) ?? `${text.slice(0, max - 1).replace(/\s+\S*$/, "")}…`;
}

/** The longest beginning of 60 to `max` characters that ends with a sentence; null if there is none. */
export function wholeSentences(text: string, max = 160): string | null {
  return new RegExp(`^.{59,${max - 1}}[.!?…](?= |$)`).exec(text)?.[0] ?? null;
}

type BlockRow = Awaited<ReturnType<typeof textRows>>[number];

function inLocale(rows: BlockRow[], locale: Locale): Map<string, BlockDocument> {
  const french = rows.filter((row) => row.locale === "fr");
  const own = rows.filter((row) => row.locale === locale && row.body.blocks.length > 0);
  return new Map([...french, ...own].map((row) => [row.key, sanitiseDocument(row.body)]));
}

import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { BlockDocument } from "./contract.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import { textRows } from "./editing/draft-texts.server.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { PROGRAMME_FOOTNOTE_KEYS, neutralText, type TextProperties, type TextKey } from "./neutral-texts.ts";
import { sanitiseDocument } from "./sanitise.server.ts";
import { hasWords } from "./editing/words.server.ts";

/** A text that a page must have. `changedAt` is null for the neutral text, which stands in where the venue has none. */
export type LegalText = { document: BlockDocument; language: Locale; changedAt: Date | null };

/**
 * The venue's text under `key`: in this language, else in French, else the neutral text, which is lawful in every
 * country. So a page that the law requires is never empty. The use of a neutral text is logged.
 */
export async function legalText(
  world: World,
  venue: Venue,
  key: TextKey,
  locale: Locale,
  properties: TextProperties,
): Promise<LegalText> {
  const text = await ownOrNeutral(world, venue, key, locale, properties);
  if (text.changedAt === null)
    world.log.error(
      { venue: venue.slug, key },
      "a venue has no text of its own under this key; the neutral text is shown",
    );
  return text;
}

async function ownOrNeutral(
  world: World,
  venue: Venue,
  key: TextKey,
  locale: Locale,
  properties: TextProperties,
): Promise<LegalText> {
  const rows = await textRows(world, venue, key);
  for (const language of [locale, "fr"] as const) {
    const row = rows.find((one) => one.locale === language);
    const document = row === undefined ? undefined : sanitiseDocument(row.body);
    if (row !== undefined && document !== undefined && hasWords(document))
      return { document, language, changedAt: row.updated_at };
  }
  return { document: sanitiseDocument(neutralText(key, locale, properties)), language: locale, changedAt: null };
}

/** The footnotes of the loyalty programme's landing page: the venue's own, else the shipped ones. */
export function programmeFootnotes(
  world: World,
  venue: Venue,
  locale: Locale,
  properties: TextProperties,
): Promise<(LegalText & { key: TextKey })[]> {
  return Promise.all(
    PROGRAMME_FOOTNOTE_KEYS.map(async (key) => ({
      key,
      ...(await ownOrNeutral(world, venue, key, locale, properties)),
    })),
  );
}

/** The pictures within texts by key, in their order. */
export async function picturesIn(
  world: World,
  documents: readonly BlockDocument[],
  locale: Locale,
): Promise<Record<string, PictureView>> {
  const keys = documents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "image" ? [block.data.key] : [])),
  );
  const view = await pictureViews(world.database.db, keys, locale);
  return Object.fromEntries(keys.map((key) => [key, view(key)]));
}

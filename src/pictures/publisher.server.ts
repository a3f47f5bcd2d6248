import { pictureViews } from "./views.server.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { venueMark, type VenueMark } from "../venues/venue-marks.ts";
import { titleOf } from "../venues/language/naming.ts";
import { establishment } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";

/** The company behind a venue's site, as its legal pages name it. */
export type Publisher = {
  /** For example 'Casino de Port-Sérac'. */
  title: string;
  mark: VenueMark;
  company: string;
  minimumAge: 18 | 21;
  /** Paragraphs of the legal notice, plain text in one language. */
  notice: string[];
  /** The venue's own picture, for link previews and the opening of pages. */
  cover: PictureView;
};

export async function publisherOf(world: World, venue: Venue, locale: Locale): Promise<Publisher> {
  const db = world.database.db;
  const row = await establishment(world.database.db, venue.id);
  const picture = await pictureViews(db, [row.cover_picture], locale);
  return {
    title: titleOf(row, locale),
    mark: venueMark({ variant: row.logo_variant, isGold: row.logo_gold }),
    company: row.company,
    minimumAge: venue.policy.minimumAge,
    notice: row.legal_notice.map((paragraph) => paragraph[locale].trim() || paragraph.fr).filter(Boolean),
    cover: picture(row.cover_picture),
  };
}

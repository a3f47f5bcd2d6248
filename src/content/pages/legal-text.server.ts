import type { PageRequest } from "../../venues/document/page-request.server.ts";
import { dayAt } from "../../venues/language/dates.ts";
import { venuePage } from "../page.server.ts";
import { publisherOf } from "../../pictures/publisher.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { contentTag, summaryOf } from "../blocks.server.ts";
import { headingsOf } from "../headings.server.ts";
import { legalText, picturesIn } from "../legal-texts.server.ts";
import type { TextKey } from "../neutral-texts.ts";

type LegalText = { key: TextKey; path: string; title: string };

/** The loader data of a legal page made of one text of the venue. */
export async function legalTextPage(request: PageRequest, venue: Venue, { key, path, title }: LegalText) {
  const { world, locale } = request;
  request.made.tags.add(contentTag(venue.projectId, key));
  const publisher = await publisherOf(world, venue, locale);
  const text = await legalText(world, venue, key, locale, publisher);
  const page = await venuePage(request, venue, {
    path,
    title,
    description: summaryOf(text.document),
    image: publisher.cover.key,
  });
  const legal = {
    contentKey: key,
    title,
    /** The company whose text it is. */
    company: publisher.company,
    text: { document: text.document, language: text.language },
    headings: headingsOf(text.document),
    /** The day of the last change as words; null where unknown. */
    changed:
      text.changedAt === null ? null : dayAt(text.changedAt, { locale, timeZone: venue.policy.timeZone }, "date"),
    locale,
    pictures: await picturesIn(world, [text.document], locale),
  };
  return { page, legal };
}

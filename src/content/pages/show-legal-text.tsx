import { data } from "react-router";
import type { PageRequest } from "../../request-context.server.ts";
import type { Locale } from "../../venues/contract.ts";
import { withFirstOfMonth } from "../../venues/numbers.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import { showVenuePage } from "../../venues/pages/venue-page.tsx";
import type { Venue } from "../../venues/venue.ts";
import { contentTag, summaryOf } from "../blocks.server.ts";
import { legalText, picturesIn } from "../legal-texts.server.ts";
import type { TextKey } from "../neutral-texts.ts";
import { LegalPage } from "./legal-page.tsx";
import proseCss from "./prose.css?inline";
import readingCss from "./reading.css?inline";

/** Asks search engines to leave the answer out, beside the meta of the page (G8). The page door keeps this header. */
export const NOINDEX = { "X-Robots-Tag": "noindex" };

type Shown = { key: TextKey; path: string; title: string; current: string };

/** A legal page made of one text of the venue, and the loader's answer for it. */
export async function showLegalText(request: PageRequest, venue: Venue, { key, path, title, current }: Shown) {
  const { world, locale } = request;
  request.made.tags.add(contentTag(venue.projectId, key));
  const publisher = await publisherOf(world, venue, locale);
  const text = await legalText(world, venue, key, locale, publisher);
  const picture = await picturesIn(world, [text.document], locale);
  await showVenuePage(request, venue, {
    path,
    title,
    description: summaryOf(text.document),
    image: publisher.cover.key,
    current,
    breadcrumb: [{ name: title, path }],
    pictures: picture.all,
    sheets: [proseCss, readingCss],
    content: () => (
      <LegalPage
        contentKey={key}
        title={title}
        company={publisher.company}
        text={text}
        changed={text.changedAt === null ? null : dayLabel(text.changedAt, locale, venue.policy.timeZone)}
        locale={locale}
        picture={picture.view}
      />
    ),
  });
  return data(null, { headers: NOINDEX });
}

function dayLabel(day: Date, locale: Locale, timeZone: string): string {
  const words = new Intl.DateTimeFormat(locale === "fr" ? "fr-FR" : "en-GB", { dateStyle: "long", timeZone });
  return withFirstOfMonth(words.format(day), locale);
}

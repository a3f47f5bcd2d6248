import type { BlockDocument } from "../contract.ts";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { MemberCard } from "../../venues/pages/club-block.tsx";
import { PageHero } from "../../venues/pages/page-hero.tsx";
import type { SiteView } from "../../venues/views.ts";
import { Blocks } from "./blocks.tsx";
import { Editable } from "../editing/editing.tsx";
import styles from "./swiss-loyalty.css?url";

type SwissLoyaltyProps = {
  site: SiteView;
  title: string;
  text: { document: BlockDocument; language: string };
  /** The first picture of the text, else the venue's. */
  hero: PictureView;
  pictures: Record<string, PictureView>;
};

/** The Swiss loyalty page: the programme in the venue's own text, the card, and where to get it. */
export function SwissLoyalty({ site, title, text, hero, pictures }: SwissLoyaltyProps) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <PageHero title={title} lead={m.legal_loyalty_lead()} picture={hero} />
      <section className="section is-panel club" aria-labelledby="card-title">
        <div className="column club-columns">
          <Reveal>
            <h2 className="title-1" id="card-title">
              {m.legal_loyalty_card_title()}
            </h2>
            <p className="lead">{m.legal_loyalty_card_text({ age: site.policy.minimumAge })}</p>
            <div className="actions club-actions">
              <a className="button button-ivory" href="/#infos">
                {m.nav_find_us()}
              </a>
              <a className="link figures" href={site.phone.href}>
                <Icon name="phone" small />
                {site.phone.label}
              </a>
            </div>
          </Reveal>
          <Reveal className="club-visual">
            <MemberCard program={site.program} />
          </Reveal>
        </div>
      </section>
      <section
        className="section"
        aria-label={site.program}
        lang={text.language === site.locale ? undefined : text.language}
      >
        <div className="column">
          <Editable contentKey="players-plus-ch" document={text.document} language={text.language}>
            {chaptersOf(text.document).map((chapter, at) => (
              <div className="chapter" key={at}>
                <Blocks document={chapter} pictures={pictures} />
              </div>
            ))}
          </Editable>
        </div>
      </section>
    </>
  );
}

/** The text split at its headings, without the picture that opens the page. */
function chaptersOf({ blocks }: BlockDocument): BlockDocument[] {
  const hero = blocks.find((block) => block.type === "image");
  const chapters: BlockDocument[] = [];
  for (const block of blocks) {
    if (block === hero) continue;
    if (chapters.length === 0 || (block.type === "header" && block.data.level === 2)) chapters.push({ blocks: [] });
    chapters.at(-1)?.blocks.push(block);
  }
  return chapters;
}

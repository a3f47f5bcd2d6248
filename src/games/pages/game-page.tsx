import * as paths from "../../venues/paths.ts";
import { Blocks } from "../../content/pages/blocks.tsx";
import { Editable } from "../../content/editing/editing.tsx";
import { RichText } from "../../content/pages/rich-text.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { Neighbours } from "../../venues/neighbours.ts";
import { Detail } from "../../venues/pages/detail.tsx";
import { type Property, PropertyList } from "../../venues/pages/property-list.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { GameFigures, GamePageView, GameText, GameVariant } from "../views.ts";

/** A game of the venue: its number, opening hour, lowest stake, rules and text. */
export function GamePage({ view, neighbours }: { view: GamePageView; neighbours: Neighbours }) {
  return (
    <Detail
      title={view.title}
      picture={view.picture}
      backHref={paths.games}
      actions={<Actions view={view} />}
      properties={<PropertyList properties={propertiesOf(view.figures)} />}
      neighbours={neighbours}
    >
      <Text text={view.text} contentKey={`game-${view.key}-text`} />
      {view.variants.length > 0 && <Variants variants={view.variants} />}
      {view.pokerHref !== null && (
        <p>
          <PageLink className="link" href={view.pokerHref}>
            {m.games_all_poker()}
            <Icon name="arrow-right" small />
          </PageLink>
        </p>
      )}
    </Detail>
  );
}

function Actions({ view }: { view: GamePageView }) {
  return (
    <>
      <RulesLink className="button button-venue" rules={view.rules} />
      {view.jackpotsHref !== null && (
        <PageLink className="button button-line" href={view.jackpotsHref}>
          {m.games_latest_jackpots()}
        </PageLink>
      )}
    </>
  );
}

type RulesLinkProps = { className: string; rules: GamePageView["rules"]; game?: string };

/**
 * A link to the venue's own page of rules, or to the default one. `game` makes the names of several such links
 * different.
 */
function RulesLink({ className, rules, game }: RulesLinkProps) {
  const name = game === undefined ? undefined : m.games_rules_link_of({ game });
  return rules.isExternal ? (
    <OutboundLink className={className} href={rules.href} aria-label={name}>
      {m.games_rules_link()}
      <Icon name="arrow-up-right" small />
    </OutboundLink>
  ) : (
    <PageLink className={className} href={rules.href} aria-label={name}>
      {m.games_rules_link()}
    </PageLink>
  );
}

function propertiesOf({ count, opens, stake }: GameFigures): Property[] {
  const figures = [
    { term: m.games_fact_count(), value: count },
    { term: m.games_fact_opens(), value: opens },
    { term: m.games_fact_stake(), value: stake === null ? null : m.games_play_from({ stake }) },
  ];
  return figures.flatMap(({ term, value }) => (value === null ? [] : [{ term, value }]));
}

function Text({ text, contentKey }: { text: GameText; contentKey: string }) {
  return text.kind === "rich" ? (
    <RichText html={text.html} />
  ) : (
    <Editable contentKey={contentKey} document={text.document}>
      <Blocks document={text.document} pictures={text.pictures} />
    </Editable>
  );
}

/** The two poker games, each with its figures and rules, or a note that the venue does not have it. */
function Variants({ variants }: { variants: GameVariant[] }) {
  const hasBoth = variants.every(({ href }) => href !== null);
  return (
    <section className="game-poker" aria-labelledby="variants-title">
      <h2 className="heard" id="variants-title">
        {hasBoth ? m.games_variants() : m.games_variants_one()}
      </h2>
      <ul>
        {variants.map((variant) => (
          <li key={variant.key}>
            <h3 className="title-3">{variant.title}</h3>
            {variant.href === null && <p className="quiet">{m.games_variant_absent()}</p>}
            {hasBoth && (
              <p className="quiet figures">
                {propertiesOf(variant.figures)
                  .map(({ value }) => value)
                  .join(" · ")}
              </p>
            )}
            <p className="actions">
              {variant.href !== null && (
                <PageLink
                  className="link"
                  href={variant.href}
                  aria-label={m.games_variant_more_of({ game: variant.title })}
                >
                  {m.games_variant_more()}
                  <Icon name="arrow-right" small />
                </PageLink>
              )}
              <RulesLink className="link" rules={variant.rules} game={variant.title} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

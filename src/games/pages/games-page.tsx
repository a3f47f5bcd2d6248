import * as paths from "../../venues/paths.ts";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { PageHero } from "../../venues/pages/page-hero.tsx";
import type { GameCard, GamesPageView } from "../views.ts";

const SCENE_SIZES = largeSizes("90vw", 110);

/** All games of the venue: the summary, then a section each for machines, stations and tables. */
export function GamesPage({ view }: { view: GamesPageView }) {
  return (
    <>
      <PageHero title={m.games_page_title()} picture={view.picture} lead={m.games_page_lead()}>
        {view.jackpotsHref !== null && (
          <p>
            <PageLink className="button button-venue" href={view.jackpotsHref}>
              {m.games_latest_jackpots()}
            </PageLink>
          </p>
        )}
      </PageHero>
      {view.sections.length === 0 ? <NoGames /> : <Offer view={view} />}
    </>
  );
}

function Offer({ view }: { view: GamesPageView }) {
  return (
    <div className={view.isSmall ? "games is-small" : "games"}>
      {view.counts.length > 0 && (
        <ul className="column game-counts" aria-label={m.games_counts()}>
          {view.counts.map(({ section, count, label }) => (
            <li key={section}>
              <b>{count}</b> <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
      {view.sections.map(({ section, title, games }) => (
        <section className="section game-section" id={section} key={section} aria-labelledby={`${section}-title`}>
          <div className="column">
            <SectionHead id={`${section}-title`} title={title} />
            {games.length === 1 ? (
              games.map((game) => (
                <Feature key={game.key} game={game} sectionTitle={title} isTall={section === "slot"} />
              ))
            ) : (
              <ul className={view.isSmall ? "game-grid is-small" : "game-grid"} data-rest={games.length % 3}>
                {games.map((game) => (
                  <Game key={game.key} game={game} />
                ))}
              </ul>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}

type FeatureProps = { game: GameCard; sectionTitle: string; isTall: boolean };

/**
 * The only game of its section takes the width of the page. Where the section has the same name as the game, its number
 * is shown large. Beside another name the number would count the wrong thing ("24 electronic roulette"), so it stands
 * among the figures.
 */
function Feature({ game, sectionTitle, isTall }: FeatureProps) {
  const isNamedAbove = game.title.toLowerCase() === sectionTitle.toLowerCase();
  return (
    <DetailLink
      className={isTall ? "game-feature scene is-tall reveal" : "game-feature scene reveal"}
      href={game.href}
      preview={game}
    >
      <div className="picture">
        <Picture view={game.picture} sizes={SCENE_SIZES} />
      </div>
      <div className="game-feature-words">
        <div>
          <h3 className="title-2">
            {isNamedAbove && game.number > 0 && <b>{game.number}</b>}{" "}
            <span className={isNamedAbove ? "heard" : undefined}>{game.title}</span>
          </h3>
          {game.lead !== null && <p className="lead">{game.lead}</p>}
        </div>
        <Figures game={game} hasCount={!isNamedAbove} />
      </div>
    </DetailLink>
  );
}

function Game({ game }: { game: GameCard }) {
  return (
    <li className="game">
      <DetailLink className="game-link" href={game.href} preview={game}>
        <div className="picture">
          <Picture view={game.picture} sizes="(min-width: 1200px) 44vw, (min-width: 600px) 50vw, 100vw" ratio="16:10" />
        </div>
        <div className="game-line">
          <h3 className="title-3">
            <NoBreakWords of={game.title} />
          </h3>
          {game.figures.count !== null && <span className="label figures">{game.figures.count}</span>}
        </div>
        <Figures game={game} />
      </DetailLink>
      {game.variants.length > 0 && (
        <p className="game-variants">
          {game.variants.map(({ title, href }) => (
            <PageLink className="text-link" key={href} href={href}>
              {title}
            </PageLink>
          ))}
        </p>
      )}
    </li>
  );
}

function Figures({ game: { figures }, hasCount = false }: { game: GameCard; hasCount?: boolean }) {
  const count = hasCount ? figures.count : null;
  if (count === null && figures.opens === null && figures.stake === null) return null;
  return (
    <p className="game-figures figures">
      {count !== null && <span>{count}</span>} {figures.opens !== null && <span>{figures.opens}</span>}{" "}
      {figures.stake !== null && <span>{m.games_card_stake({ stake: figures.stake })}</span>}
    </p>
  );
}

function NoGames() {
  return (
    <section className="section column" aria-labelledby="no-games">
      <div className="empty">
        <Ornament shape="fan" />
        <h2 className="title-3" id="no-games">
          {m.games_empty_title()}
        </h2>
        <p>{m.games_empty_text()}</p>
        <PageLink className="link" href={paths.home}>
          {m.games_empty_home()}
          <Icon name="arrow-right" small />
        </PageLink>
      </div>
    </section>
  );
}

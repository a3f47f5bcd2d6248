import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { GamePanel } from "../views.ts";

/** Panels are tall, so a landscape picture is laid out wider than its panel and cut. */
const SIZES = largeSizes("60vw", 80);

type GamesBlockProps = { panels: GamePanel[]; isSmall: boolean; href: string };

/** The numbers of machines, electronic stations and tables. `isSmall` is a venue of four games or fewer. */
export function GamesBlock({ panels, isSmall, href }: GamesBlockProps) {
  if (panels.length === 0) return null;
  return (
    <section className="section is-next" id="jeux" aria-labelledby="games-title">
      <div className="column">
        <SectionHead id="games-title" title={m.games_title()}>
          <PageLink className="link" href={href}>
            {m.games_all()}
            <Icon name="arrow-right" small />
          </PageLink>
        </SectionHead>
        <Reveal className={isSmall ? "panels is-small" : "panels"}>
          {panels.map((panel) => (
            <Panel key={panel.section} panel={panel} />
          ))}
        </Reveal>
      </div>
    </section>
  );
}

function Panel({ panel }: { panel: GamePanel }) {
  return (
    <PageLink className="panel scene" href={panel.href}>
      <div className="picture">
        <Picture view={panel.picture} sizes={SIZES} />
      </div>
      <div className="panel-words">
        <h3 className="title-3">
          <b>{panel.count}</b> {panel.label}
        </h3>
        {panel.figures !== null && <p className="figures">{panel.figures}</p>}
      </div>
    </PageLink>
  );
}

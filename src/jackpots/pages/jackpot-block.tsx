import { useRef } from "react";
import { m } from "../../messages/messages.js";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { JackpotBlock as Block, JackpotRow } from "../views.ts";
import { MegapotFigure, MegapotOffline, MegapotReflection } from "./megapot-figure.tsx";
import { useMegapot } from "./use-megapot.ts";

type JackpotBlockProps = { block: Block; href: string };

/** The Megapot on its horizon and the latest jackpots. */
export function JackpotBlock({ block, href }: JackpotBlockProps) {
  return (
    <section className="jackpot" id="jackpots" aria-labelledby="jackpot-title">
      <Reveal className="column">
        <MegapotScene />
        {block.redistributed !== null && (
          <p className="jackpot-properties">
            <b>{block.redistributed}</b> {m.jackpot_redistributed()}
          </p>
        )}
        {block.latest.length > 0 && <Latest rows={block.latest} />}
        <p className="jackpot-more">
          <PageLink className="button button-line" href={href}>
            {m.jackpot_all()}
          </PageLink>
        </p>
      </Reveal>
    </section>
  );
}

/** The figure, its horizon and its reflection. */
function MegapotScene() {
  const scene = useRef<HTMLDivElement>(null);
  const megapot = useMegapot(scene);
  return (
    <div className="megapot" ref={scene} data-megapot={megapot.state} data-live>
      <h2 className="title-2" id="jackpot-title">
        {m.jackpot_title()}
      </h2>
      <MegapotFigure {...megapot} />
      <MegapotOffline />
      <div className="horizon">
        <Ornament shape="sun" />
      </div>
      <div className="water" aria-hidden="true">
        <MegapotReflection {...megapot} />
      </div>
    </div>
  );
}

function Latest({ rows }: { rows: JackpotRow[] }) {
  return (
    <ul className="jackpot-rows">
      {rows.map((row) => (
        <li key={`${row.slot} ${row.paidAt}`}>
          <span>
            {row.model} <small className="figures">{m.jackpot_slot({ slot: row.slot })}</small>
          </span>
          <time className="small quiet figures" dateTime={row.paidAt}>
            {row.when}
          </time>
          <b>{row.amount}</b>
        </li>
      ))}
    </ul>
  );
}

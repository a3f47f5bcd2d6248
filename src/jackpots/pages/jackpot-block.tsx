import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import type { JackpotBlock as Block, JackpotRow } from "../views.ts";

type JackpotBlockProps = { block: Block; href: string };

/** The Megapot on its horizon and the last jackpots won. The live amount comes by script (`live-jackpot.ts`). */
export function JackpotBlock({ block, href }: JackpotBlockProps) {
  return (
    <section className="jackpot" id="jackpots" aria-labelledby="jackpot-title">
      <Reveal className="column">
        <Megapot />
        {block.redistributed !== null && (
          <p className="jackpot-facts">
            <b>{block.redistributed}</b> {m.jackpot_redistributed()}
          </p>
        )}
        {block.latest.length > 0 && <Latest rows={block.latest} />}
        <p className="jackpot-more">
          <a className="button button-line" href={href}>
            {m.jackpot_all()}
          </a>
        </p>
      </Reveal>
    </section>
  );
}

/**
 * The figure, its horizon and its reflection. Starts as `loading`; the script makes it `live`, or `offline` where there is no
 * amount. The two figures are the script's own: React renders them empty and leaves them alone.
 */
function Megapot() {
  return (
    <div
      className="megapot"
      data-megapot="loading"
      data-name={m.jackpot_amount({ amount: "{amount}" })}
      suppressHydrationWarning
    >
      <h2 className="title-2" id="jackpot-title">
        {m.jackpot_title()}
      </h2>
      <p className="figure" data-figure suppressHydrationWarning>
        {""}
      </p>
      <p className="megapot-offline">
        <Icon name="wifi-slash" />
        {m.jackpot_offline()}
      </p>
      <div className="horizon">
        <Ornament shape="sun" />
      </div>
      <div className="water" aria-hidden="true">
        <Ripple />
        <p className="figure" data-reflection suppressHydrationWarning>
          {""}
        </p>
      </div>
    </div>
  );
}

/** Bends the reflection as water does. */
function Ripple() {
  return (
    <svg className="heard">
      <filter id="ripple" x="0" y="0" width="100%" height="100%">
        <feTurbulence type="fractalNoise" baseFrequency=".004 .09" numOctaves="2" seed="4" />
        <feDisplacementMap in="SourceGraphic" scale="15" xChannelSelector="R" yChannelSelector="A" />
      </filter>
    </svg>
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

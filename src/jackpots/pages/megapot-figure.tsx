import { m } from "../../messages/messages.js";
import { getLocale } from "../../messages/runtime.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { amountText, cellsOf } from "./count-up.ts";
import type { Megapot } from "./use-megapot.ts";

/** The Megapot's figure, empty until the amount is loaded. Screen readers read the amount to which it counts up. */
export function MegapotFigure({ amount, shown }: Pick<Megapot, "amount" | "shown">) {
  if (amount === null || shown === null) return <p className="figure" />;
  return (
    <p className="figure" role="img" aria-label={m.jackpot_amount({ amount: amountText(amount, getLocale()) })}>
      <Cells cents={shown.cents} />
    </p>
  );
}

/** The figure's reflection in the water. */
export function MegapotReflection({ shown }: Pick<Megapot, "shown">) {
  return <p className="figure">{shown !== null && <Cells cents={shown.reflected} />}</p>;
}

/** What stands in the figure's place: no amount could be loaded, or none is asked for because no script runs. */
export function MegapotOffline() {
  return (
    <>
      <p className="megapot-offline">
        <Icon name="wifi-slash" />
        {m.jackpot_offline()}
      </p>
      <noscript>
        <p className="quiet">{m.jackpot_still()}</p>
      </noscript>
    </>
  );
}

/** One cell a character, because the font's digits differ in width. */
function Cells({ cents }: { cents: number }) {
  const cells = cellsOf(cents / 100, getLocale());
  // Keys count from the right, so that a digit keeps its element when the amount gains one.
  return cells.map(({ text, kind }, at) => (
    <i key={cells.length - at} className={kind === "" ? undefined : kind}>
      {text}
    </i>
  ));
}

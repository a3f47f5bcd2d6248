import { memberPaths } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { balanceText } from "../../venues/numbers.ts";
import { balanceDecimal } from "../movements.ts";

/** The loyalty balance, with its comma in every language (section 9), in the profile summary with its currency's badge (section 2.7), and the way to every movement of it. */
export function BalanceLine({ cents }: { cents: bigint }) {
  return (
    <a className="balance-line" href={memberPaths.statement}>
      <span>
        <b>{m.loyalty_menu_balance()}</b>
        <small>
          {m.loyalty_menu_statement()}
          <Icon name="caret-right" small />
        </small>
      </span>
      <span className="balance-line-figure">
        {balanceText(balanceDecimal(cents))}
        <i>€</i>
      </span>
    </a>
  );
}

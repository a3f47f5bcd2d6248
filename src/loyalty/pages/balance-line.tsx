import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import "./balance-line.css";
import { balanceText } from "../../venues/language/numbers.ts";

/**
 * The loyalty balance in the profile summary, with a link to the statement. Takes decimal euros ('12.30') and shows them with a
 * comma in every language.
 */
export function BalanceLine({ balance }: { balance: string }) {
  return (
    <PageLink className="balance-line" href={paths.statement}>
      <span>
        <b>{m.loyalty_menu_balance()}</b>
        <small>
          {m.loyalty_menu_statement()}
          <Icon name="caret-right" small />
        </small>
      </span>
      <span className="balance-line-figure">
        {balanceText(balance)}
        <i>€</i>
      </span>
    </PageLink>
  );
}

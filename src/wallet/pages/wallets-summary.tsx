import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import type { WalletTile } from "../wallets-summary.server.ts";

/** The wallets in the Menu: the home site's, and the others under 'All My Wallets'. */
export function WalletsSummary({ wallets }: { wallets: WalletTile[] }) {
  const [first, ...others] = wallets;
  if (first === undefined) return null;
  return (
    <section className="wallets-summary" aria-labelledby="wallets-summary-title">
      <h3 id="wallets-summary-title">{m.wallet_menu_title()}</h3>
      <WalletRow wallet={first} />
      {others.length > 0 && (
        <details className="wallets-all">
          <summary>
            {m.wallet_menu_all()}
            <Icon name="caret-down" small />
          </summary>
          {others.map((wallet) => (
            <WalletRow key={wallet.siteId} wallet={wallet} />
          ))}
        </details>
      )}
    </section>
  );
}

function WalletRow({ wallet: { siteId, title, picture } }: { wallet: WalletTile }) {
  return (
    <PopupLink className="wallet-row" popup="Cashless" query={{ site: String(siteId) }}>
      {picture === null ? (
        <AccountIcon name="wallet" />
      ) : (
        <Picture view={{ ...picture, alt: "" }} sizes="80px" ratio="4:3" widths={[300]} />
      )}
      <b>{title}</b>
      <span className="wallet-row-deposit">{m.wallet_menu_deposit()}</span>
    </PopupLink>
  );
}

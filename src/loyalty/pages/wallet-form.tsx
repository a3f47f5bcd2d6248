import { Alert } from "../../members/pages/account-page.tsx";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { CARD_PATH } from "../paths.ts";

/**
 * 'Add to wallet'. The device's wallet is found by its script (wallet-form.ts), which shows the badge too; without one the server
 * looks at who asks, and its answer is a page with the link.
 */
export function WalletForm({ isTemporary = false, alert = null }: { isTemporary?: boolean; alert?: string | null }) {
  return (
    <form className="wallet-form" method="post" action={CARD_PATH} data-in-place="wallet" data-wallet-form>
      <input type="hidden" name="wallet" value="" />
      {alert !== null && <Alert>{alert}</Alert>}
      {isTemporary && <input type="hidden" name="temporary" value="1" />}
      <button className="button button-ink" type="submit">
        <Icon name="wallet" />
        {m.card_wallet_add()}
        <span className="wallet-badge" data-wallet="apple" hidden>
          <Icon name="apple-logo" small />
          {m.card_wallet_apple()}
        </span>
        <span className="wallet-badge" data-wallet="google" hidden>
          <Icon name="android-logo" small />
          {m.card_wallet_google()}
        </span>
      </button>
    </form>
  );
}

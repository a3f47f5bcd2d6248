import { m } from "../../../messages/messages.js";
import { AccountIcon } from "../../../ui/icons/account-icon.tsx";
import type { ProofWays } from "../../fresh/ways.server.ts";
import { PROVIDER_ICONS } from "../login/social-buttons.tsx";

/**
 * Buttons that send their form to prove who the member is by a linked provider. What was typed travels along, so that it is shown again
 * on the way back. Each names its provider as the `intent`.
 */
export function ProviderButtons({ providers }: Pick<ProofWays, "providers">) {
  return providers.map(({ provider, name }) => (
    <button
      key={provider}
      className="button button-line"
      type="submit"
      name="intent"
      value={provider}
      formNoValidate
      data-unproven=""
    >
      <AccountIcon name={PROVIDER_ICONS[provider]} />
      {m.account_fresh_provider({ provider: name })}
    </button>
  ));
}

import { m } from "../../../messages/messages.js";
import { AccountIcon } from "../../../ui/icons/account-icon.tsx";
import { PROVIDER_ICONS, type SocialWay } from "../login/social-buttons.tsx";

/**
 * Links to the linked providers, which prove who the member is. They are links because browsers refuse a form whose answer redirects to
 * another site (`form-action`).
 */
export function ProviderLinks({ providers }: { providers: SocialWay[] }) {
  return providers.map(({ provider, name, href }) => (
    <a key={provider} className="button button-line" href={href} rel="nofollow">
      <AccountIcon name={PROVIDER_ICONS[provider]} />
      {m.account_fresh_provider({ provider: name })}
    </a>
  ));
}

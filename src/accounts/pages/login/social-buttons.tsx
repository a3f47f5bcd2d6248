import { m } from "../../../messages/messages.js";
import type { SocialProvider } from "../../../platform/gateways/social.ts";
import { AccountIcon } from "../../../ui/icons/account-icon.tsx";

export type SocialWay = { provider: SocialProvider; name: string; href: string };

export const PROVIDER_ICONS = { google: "google-logo", apple: "apple-logo", facebook: "facebook-logo" } as const;

/** Buttons for the social log-ins of this site; renders nothing where it has none. */
export function SocialButtons({ ways }: { ways: SocialWay[] }) {
  if (ways.length === 0) return null;
  return (
    <div className="social-ways">
      <ul>
        {ways.map(({ provider, name, href }) => (
          <li key={provider}>
            <a
              className="button button-line"
              href={href}
              rel="nofollow"
              aria-label={m.account_with_provider({ provider: name })}
            >
              <AccountIcon name={PROVIDER_ICONS[provider]} />
              <span aria-hidden="true">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="social-or">{m.account_or_email()}</p>
    </div>
  );
}

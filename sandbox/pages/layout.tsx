import type { ReactNode } from "react";
import { m } from "../../src/messages/messages.js";
import { useFrame, type Counts } from "./frame.ts";
import { SandboxIcon } from "./parts.tsx";

type Place = { href: string; name: () => string; count?: keyof Counts };
const PLACES: readonly Place[] = [
  { href: "/", name: m.sandbox_place_stories },
  { href: "/mail", name: m.sandbox_place_mail, count: "mail" },
  { href: "/sms", name: m.sandbox_place_sms, count: "sms" },
  { href: "/bank", name: m.sandbox_place_bank, count: "bank" },
  { href: "/identity", name: m.sandbox_place_identity, count: "identity" },
  { href: "/log-in", name: m.sandbox_place_log_in },
  { href: "/wallets", name: m.sandbox_place_wallets },
  { href: "/casino", name: m.sandbox_place_casino },
  { href: "/exclusions", name: m.sandbox_place_exclusions },
  { href: "/native", name: m.sandbox_place_app },
  { href: "/faults", name: m.sandbox_place_faults, count: "faults" },
];
const COUNT_MAX = 99;

type LayoutProps = {
  title: string;
  /** The place in the menu. A provider's own page has no menu. */
  at?: string;
  children: ReactNode;
};

/** A page of the sandbox. What a stylesheet or script does is in files, because the security policy allows nothing else. */
export function Layout({ title, at, children }: LayoutProps) {
  const { locale, assets } = useFrame();
  return (
    <html lang={locale} data-fonts="">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#0d0a08" />
        <link rel="icon" href="data:," />
        <title>{`${title} – ${m.sandbox_name()}`}</title>
        <link rel="stylesheet" href={`${assets}/assets/workshop.css`} />
        <link rel="stylesheet" href={`${assets}/assets/venues.css`} />
        <script type="module" src={`${assets}/assets/workshop.js`} />
      </head>
      <body>
        {at === undefined ? null : (
          <>
            <a className="skip" href="#main">
              {m.sandbox_skip()}
            </a>
            <Menu at={at} />
          </>
        )}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}

function Menu({ at }: { at: string }) {
  const { siteUrl, locale, address } = useFrame();
  const other = locale === "fr" ? "en" : "fr";
  return (
    <header className="menu">
      <div>
        <a className="brand" href="/">
          <span className="ornament ornament-mark" aria-hidden="true" />
          <b>{m.sandbox_name()}</b>
        </a>
        <nav aria-label={m.sandbox_name()}>
          <ul>
            {PLACES.map((place) => (
              <li key={place.href}>
                <a href={place.href} aria-current={place.href === at ? "page" : undefined}>
                  {place.name()}
                  {place.count === undefined ? null : <Waiting place={place.count} />}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="menu-end">
          <a href={inLanguage(address, other)} hrefLang={other} lang={other}>
            <abbr title={m.sandbox_language({}, { locale: other })}>{other.toUpperCase()}</abbr>
          </a>
          <a href={siteUrl} target="_blank" rel="noreferrer">
            {m.sandbox_see_site()}
            <span className="heard"> {m.sandbox_new_tab()}</span>
            <SandboxIcon name="arrow-up-right" small />
          </a>
        </p>
      </div>
    </header>
  );
}

function Waiting({ place }: { place: keyof Counts }) {
  const { counts } = useFrame();
  const count = counts[place];
  return (
    <span className="count figures" data-count={place} hidden={count === 0}>
      {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
    </span>
  );
}

function inLanguage(address: string, locale: string): string {
  const url = new URL(address, "http://sandbox.invalid");
  url.searchParams.set("locale", locale);
  return `${url.pathname}${url.search}`;
}

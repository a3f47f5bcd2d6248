import type { ReactNode } from "react";
import type { Member } from "../../accounts/member.ts";
import { m } from "../../messages/messages.js";
import type { World } from "../../platform/world.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import type { CardView } from "../card-view.server.ts";
import { CardFace } from "../pages/card-face.tsx";

/** Another room's part of the offline page. It must need neither scripts nor files. Null if there is nothing to show. */
export type SnapshotPart = (world: World, venue: Venue, member: Member, locale: Locale) => Promise<ReactNode | null>;

type SnapshotPageProps = {
  card: CardView | null;
  locale: Locale;
  /** 'le 21 novembre 2026 à 20:30' */
  keptAt: string;
  css: string;
  children: ReactNode;
};

/** The member's offline page: the card, the other rooms' parts, and a link to try again. */
export function SnapshotPage({ card, locale, keptAt, css, children }: SnapshotPageProps) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#ffffff" />
        <meta name="robots" content="noindex" />
        <title>{m.card_offline_title()}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body className="snapshot on-paper">
        <main>
          <header className="snapshot-head">
            <p className="snapshot-state">
              <Icon name="wifi-slash" small />
              {m.card_offline_state()}
            </p>
            <h1>{m.card_offline_title()}</h1>
            <p className="quiet">{m.card_offline_text({ date: keptAt })}</p>
          </header>
          {card !== null && <CardFace card={card} isStill />}
          {children}
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty link reloads the page that was asked for */}
          <a className="button button-line" href="">
            {m.card_offline_again()}
          </a>
        </main>
      </body>
    </html>
  );
}

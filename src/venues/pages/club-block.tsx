import { m } from "../../messages/messages.js";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import type { ClubView, SiteView } from "../views.ts";
import { PageLink } from "./page-link.tsx";
import { GamblingWarning } from "./gambling-warning.tsx";

type ClubBlockProps = { club: ClubView; site: SiteView };

/**
 * The loyalty programme on Home. The country's policy decides what it says: perks in France, the programme alone
 * elsewhere.
 */
export function ClubBlock({ club, site }: ClubBlockProps) {
  return (
    <section className="section is-panel club" id="club" aria-labelledby="club-title">
      <div className="column club-columns">
        <Reveal>
          <h2 className="title-1" id="club-title">
            <NoBreakWords of={club.title} />
          </h2>
          <p className="lead">{club.pitch}</p>
          {club.perks.length > 0 && <Perks perks={club.perks} />}
          <ClubLinks club={club} />
          {site.policy.gamblingWarning && (
            <GamblingWarning className="club-warning small" name={site.policy.gamblingWarning} />
          )}
        </Reveal>
        <Reveal className="club-visual">
          <MemberCard program={site.program} />
        </Reveal>
      </div>
    </section>
  );
}

function Perks({ perks }: { perks: { figure: string; text: string }[] }) {
  return (
    <ul className="perks">
      {perks.map(({ figure, text }) => (
        <li key={`${figure} ${text}`}>
          <b>{figure}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function ClubLinks({ club }: { club: ClubBlockProps["club"] }) {
  if (club.href === null) return null;
  const Link = club.href.startsWith("/") ? PageLink : OutboundLink;
  return (
    <div className="actions club-actions">
      <Link className="button button-ivory" href={club.href}>
        {club.hrefLabel}
      </Link>
    </div>
  );
}

export function MemberCard({ program }: { program: string }) {
  return (
    <div className="member-card" role="img" aria-label={m.club_card({ program })}>
      <i className="member-card-sheen" />
      <b>{program}</b>
      <Ornament shape="mark" />
      <span>{m.club_card_holder()}</span>
    </div>
  );
}

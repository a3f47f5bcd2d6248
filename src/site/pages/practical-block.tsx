import { m } from "../../messages/messages.js";
import type { IconName } from "../../ui/icons/icon-paths.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import type { SiteView } from "../../venues/views.ts";
import type { HomeView } from "../home-view.ts";
import { HoursBoard } from "../../venues/hours/hours.tsx";

type PracticalBlockProps = { site: SiteView; nearby: HomeView["nearby"]; hours: HomeView["hours"] };

/** How to get there: address, surroundings, route, phone, facilities, and the week's hours. */
export function PracticalBlock({ site, nearby, hours }: PracticalBlockProps) {
  const { street, postalCode, locality, mapsUrl } = site.address;
  return (
    <section className="section is-next" id="infos" aria-labelledby="infos-title">
      <div className="column practical">
        <Reveal>
          <h2 className="title-1" id="infos-title">
            {m.practical_title()}
          </h2>
          <address className="practical-address">
            {street}
            <br />
            {postalCode} {locality}
          </address>
          {nearby !== null && <p className="practical-nearby">{nearby}</p>}
          <div className="practical-actions">
            <OutboundLink className="button button-venue" href={mapsUrl}>
              <Icon name="map-pin" />
              {m.practical_route()}
            </OutboundLink>
            <a className="button button-line figures" href={site.phone.href}>
              <Icon name="phone" />
              {site.phone.label}
            </a>
            {site.email !== null && (
              <a className="link" href={`mailto:${site.email}`}>
                <Icon name="envelope-simple" small />
                {site.email}
              </a>
            )}
          </div>
          <Amenities site={site} />
        </Reveal>
        <HoursBoard hours={hours} />
      </div>
    </section>
  );
}

function Amenities({ site: { onSite, policy } }: { site: SiteView }) {
  const lines: [isTrue: boolean, icon: IconName, text: string][] = [
    [onSite.parking, "car", m.practical_parking()],
    [onSite.smokingArea, "cigarette", m.practical_smoking()],
    [onSite.accessibility, "wheelchair", m.practical_accessibility()],
    [true, "t-shirt", m.rule_entry()],
    [true, "identification-card", m.rule_age({ age: policy.minimumAge })],
  ];
  return (
    <ul className="amenities">
      {lines
        .filter(([isTrue]) => isTrue)
        .map(([, icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
    </ul>
  );
}

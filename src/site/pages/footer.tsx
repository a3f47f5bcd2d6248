import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { SiteView } from "../../venues/views.ts";
import { Brand } from "../../venues/pages/brand.tsx";
import { NavLink } from "../../venues/pages/nav-link.tsx";
import { GamblingWarning } from "../../venues/pages/gambling-warning.tsx";
import { SocialLinks } from "../../venues/pages/social-links.tsx";

/** The footer: address, what the casino offers on site, and the notices that the country's law asks for. */
export function Footer({ site }: { site: SiteView }) {
  return (
    <footer className="foot">
      <div className="column">
        <div className="foot-top">
          <div className="foot-venue">
            <Brand brand={site.brand} mark={site.mark} title={site.title} />
            <Meeting site={site} />
            <OnSite site={site} />
            {site.hasSocial && <SocialLinks social={site.social} />}
          </div>
          {site.nav.footer
            .filter(({ items }) => items.length > 0)
            .map(({ title, items }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul className="foot-links">
                  {items.map((item) => (
                    <li key={item.key}>
                      <NavLink item={item} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
        </div>
        <Rules site={site} />
        <Legal site={site} />
      </div>
    </footer>
  );
}

function Meeting({ site }: { site: SiteView }) {
  const { street, postalCode, locality } = site.address;
  return (
    <address className="foot-address quiet">
      <span className="label">{m.meet_at()}</span>
      <br />
      {street}
      <br />
      {`${postalCode} ${locality}`}
      {site.email !== null && (
        <a className="foot-mail text-link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
      )}
    </address>
  );
}

/** What visitors find at the casino, as far as the venue says so. */
function OnSite({ site: { onSite } }: { site: SiteView }) {
  const lines = [
    onSite.parking && m.practical_parking(),
    onSite.smokingArea && m.practical_smoking(),
    onSite.accessibility && m.practical_accessibility(),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <ul className="foot-site small quiet">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The notices that the law of the venue's country asks for; each is a flag of the country policy. */
function Rules({ site }: { site: SiteView }) {
  const { policy } = site;
  return (
    <div className="foot-rules">
      {policy.hasRegulatorLogo && (
        <span className="foot-age" role="img" aria-label={m.rule_age_logo({ age: policy.minimumAge })}>
          {`${policy.minimumAge}+`}
        </span>
      )}
      <div>
        {policy.gamblingWarning && <GamblingWarning className="foot-warning" name={policy.gamblingWarning} />}
        <p className="small quiet">{`${m.rule_age({ age: policy.minimumAge })} ${m.rule_entry()}`}</p>
      </div>
      {site.responsibleGamingUrl !== null && (
        <OutboundLink className="link" href={site.responsibleGamingUrl}>
          {m.responsible_gaming()}
          <Icon name="arrow-up-right" small />
        </OutboundLink>
      )}
      {policy.hasQualityLogo && (
        <span className="foot-quality">
          <Icon name="seal-check" />
          {m.quality_certified()}
        </span>
      )}
    </div>
  );
}

function Legal({ site }: { site: SiteView }) {
  return (
    <ul className="foot-legal">
      <li>{`© ${site.brand} ${site.year}`}</li>
      {site.nav.legal.map((item) => (
        <li key={item.key}>
          <NavLink item={item} />
        </li>
      ))}
      <li className="scripted">
        <button type="button" data-consent-open>
          {m.cookies()}
        </button>
      </li>
    </ul>
  );
}

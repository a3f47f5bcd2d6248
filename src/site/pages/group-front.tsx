import { Picture } from "../../ui/pictures/picture.tsx";
import { largeSizes } from "../../ui/pictures/source.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { countryName } from "../../venues/pages/country-name.ts";
import type { Country, Locale } from "../../venues/contract.ts";
import { GROUP } from "../../venues/group.ts";
import { OpeningsScript, OpenLine } from "../../venues/hours/open-line.tsx";
import { venueMark } from "../../venues/venue-marks.ts";
import { Brand } from "../../venues/pages/brand.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../../venues/pages/language-names.ts";
import type { GroupFrontView, FrontVenue } from "../group-front-view.ts";
import { GroupFooter } from "./group-footer.tsx";
import styles from "./group-front.css?url";

const COVER_SIZES = largeSizes("100vw", 160);
const VENUE_SIZES = largeSizes("56vw", 110);

/** The group's front page: a lit building under the sun, then the visible venues by name with their featured events. */
export function GroupFront({ front }: { front: GroupFrontView }) {
  const { venues, country, locale } = front;
  const shown = country === null ? venues : venues.filter((venue) => venue.country === country);
  return (
    <div className="group">
      <link rel="stylesheet" href={styles} precedence="default" />
      <a className="skip" href="#contenu">
        {m.skip_to_content()}
      </a>
      <Header locale={locale} />
      <main id="contenu" tabIndex={-1}>
        <section className="shore" aria-labelledby="group-title">
          <div className="shore-scene">
            <Picture view={front.picture} sizes={COVER_SIZES} eager />
            <span className="ornament ornament-sun" aria-hidden="true" />
          </div>
          <div className="shore-words">
            <h1 id="group-title">{GROUP.brand}</h1>
            <div className="horizon" aria-hidden="true" />
            <p>{m.group_lead()}</p>
          </div>
        </section>
        <section className="venues" id="maisons" aria-labelledby="venues-title">
          <div className="column venues-head">
            <h2 className="title-3" id="venues-title">
              {country === null ? m.group_tonight() : m.group_tonight_in({ country: countryName(country) })}
            </h2>
            {front.countries.length > 1 && <Filter countries={front.countries} chosen={country} />}
          </div>
          <ul>
            {shown.map((venue) => (
              <VenueRow key={venue.slug} venue={venue} />
            ))}
          </ul>
          <OpeningsScript />
        </section>
      </main>
      <GroupFooter front={front} />
    </div>
  );
}

function Header({ locale }: { locale: Locale }) {
  return (
    <header className="group-head column">
      <Brand brand={GROUP.brand} mark={venueMark({ variant: null, isGold: true })} />
      <nav className="group-nav" aria-label={m.group_nav()}>
        <a href="#maisons">{m.group_venues()}</a>
        <a href="#prevention">{m.group_help_title()}</a>
      </nav>
      <nav className="group-languages" aria-label={m.language()}>
        {LANGUAGES.map((one) => (
          <a
            key={one}
            href={`/?locale=${one}`}
            hrefLang={one}
            lang={one}
            aria-current={one === locale ? "true" : undefined}
          >
            {LANGUAGE_NAMES[one]}
          </a>
        ))}
      </nav>
    </header>
  );
}

/** Links that limit the list to a country; each is an address of its own. */
function Filter({ countries, chosen }: { countries: Country[]; chosen: Country | null }) {
  return (
    <nav className="venues-filter" aria-label={m.group_filter()}>
      <a href="/#maisons" aria-current={chosen === null ? "true" : undefined}>
        {m.group_all()}
      </a>
      {countries.map((one) => (
        <a key={one} href={`/?country=${one.toLowerCase()}#maisons`} aria-current={one === chosen ? "true" : undefined}>
          {countryName(one)}
        </a>
      ))}
    </nav>
  );
}

/** The whole row leads to the venue; the line above it to the event of this event day, or the next. */
function VenueRow({ venue }: { venue: FrontVenue }) {
  const { slug, name, place, country, href, picture, hours, openings, featured } = venue;
  return (
    <li className="venue" data-venue={slug}>
      <div className="venue-picture">
        <Picture view={picture} sizes={VENUE_SIZES} />
      </div>
      <div className="column">
        <div className="venue-words">
          <h3>
            <a href={href}>{name}</a>
          </h3>
          <p className="quiet">{place === null ? countryName(country) : `${place}, ${countryName(country)}`}</p>
          <p className="venue-state">
            <OpenLine openings={openings} hours={hours} />
          </p>
          {featured !== null && (
            <a
              className="venue-tonight figures"
              href={featured.href}
              data-today={featured.isOnThisEventDay || undefined}
            >
              <b>{featured.day}</b>{" "}
              <span>
                {featured.time === null ? featured.title : `${featured.title}, ${featured.time}`}
                <Icon name="arrow-right" />
              </span>
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

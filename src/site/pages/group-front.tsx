import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import type { Country, Locale } from "../../venues/contract.ts";
import { GROUP } from "../../venues/group.ts";
import type { RiskNoticeName } from "../../venues/risk-notice.ts";
import { venueMark } from "../../venues/venue-marks.ts";
import type { VenueTile } from "../../venues/views.ts";
import { Brand } from "../../venues/pages/brand.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../../venues/pages/language-names.ts";
import { RiskNotice } from "../../venues/pages/risk-notice.tsx";
import styles from "./group-front.css?url";

/** The sides of a tile's picture are cropped, so it is laid out wider than the tile. */
const SIZES = "(min-width: 900px) 62vw, 110vw";
/** Number of tiles in the first screen of a wide window. */
const EAGER_TILES = 2;

type GroupFrontProps = {
  venues: VenueTile[];
  /** The notice about the risks of play of each country that asks for one. */
  notices: { country: Country; name: RiskNoticeName }[];
  locale: Locale;
};

/** The group's front page: its visible venues by name. */
export function GroupFront({ venues, notices, locale }: GroupFrontProps) {
  return (
    <div className="group">
      <link rel="stylesheet" href={styles} precedence="default" />
      <header className="group-head column">
        <Brand brand={GROUP.brand} mark={venueMark({ variant: null, isGold: true })} />
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
      <main id="contenu" tabIndex={-1}>
        <div className="group-statement column">
          <div className="horizon">
            <Ornament shape="sun" />
          </div>
          <h1>{m.group_heading()}</h1>
          <p className="lead">{m.group_text({ brand: GROUP.brand })}</p>
        </div>
        <nav className="column" aria-label={m.group_venues()}>
          <ul className="group-venues">
            {venues.map((venue, place) => (
              <li key={venue.slug} data-venue={venue.slug}>
                <Tile venue={venue} isEager={place < EAGER_TILES} />
              </li>
            ))}
          </ul>
        </nav>
      </main>
      <footer className="group-foot column small quiet">
        <p>{m.group_rules()}</p>
        {notices.map(({ country, name }) => (
          <div key={country}>
            <b>{countryName(country)}</b>
            <RiskNotice className="group-notice" name={name} />
          </div>
        ))}
      </footer>
    </div>
  );
}

function Tile({ venue, isEager }: { venue: VenueTile; isEager: boolean }) {
  const place =
    venue.locality === venue.name ? countryName(venue.country) : `${venue.locality}, ${countryName(venue.country)}`;
  return (
    <a className="scene group-venue" href={venue.href}>
      <div className="picture">
        <Picture view={venue.picture} sizes={SIZES} eager={isEager} />
      </div>
      <div className="group-venue-words">
        <h2 className="title-2">{venue.name}</h2>
        <p>{place}</p>
      </div>
    </a>
  );
}

function countryName(country: Country): string {
  return { FR: m.country_fr, CH: m.country_ch, BE: m.country_be }[country]();
}

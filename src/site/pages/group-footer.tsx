import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { countryName } from "../../venues/pages/country-name.ts";
import { GamblingWarning } from "../../venues/pages/gambling-warning.tsx";
import type { GroupFrontView, HelpLine, FrontVenue } from "../group-front-view.ts";

/** Help with play in each country, then a line for each venue with its agenda and legal notices. */
export function GroupFooter({ front: { help, venues, year } }: { front: GroupFrontView }) {
  return (
    <footer className="foot">
      <div className="column">
        <section className="group-help" id="prevention" aria-labelledby="help-title">
          <div>
            <h2 className="title-2" id="help-title">
              {m.group_help_title()}
            </h2>
            <p className="quiet">{m.group_help_text()}</p>
          </div>
          <ul>
            {help.map((line) => (
              <Help key={line.country} line={line} />
            ))}
          </ul>
        </section>
        <section className="group-plan" aria-labelledby="plan-title">
          <h2 id="plan-title">{m.group_venues()}</h2>
          <ul className="foot-links">
            {venues.map((venue) => (
              <PlanRow key={venue.slug} venue={venue} />
            ))}
          </ul>
        </section>
        <p className="group-year small">{`© ${GROUP.brand} ${year}. ${m.group_rules()}`}</p>
      </div>
    </footer>
  );
}

function Help({ line: { country, phone, name, minimumAge, warning } }: { line: HelpLine }) {
  return (
    <li>
      <h3>{countryName(country)}</h3>
      <a className="group-phone figures" href={phone.href}>
        {phone.label}
      </a>
      <p className="small quiet">{name}</p>
      <p className="small quiet">{m.group_age({ age: minimumAge })}</p>
      {warning !== null && <GamblingWarning className="small quiet" name={warning} />}
    </li>
  );
}

function PlanRow({ venue: { href, name, agendaHref, legalHref } }: { venue: FrontVenue }) {
  return (
    <li>
      <a href={href}>{name}</a>
      <a href={agendaHref} aria-label={m.group_programme_of({ venue: name })}>
        {m.group_programme()}
      </a>
      <a href={legalHref} aria-label={m.group_legal_of({ venue: name })}>
        {m.group_legal()}
      </a>
    </li>
  );
}

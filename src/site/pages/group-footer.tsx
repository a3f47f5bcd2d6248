import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { countryName } from "../../venues/pages/country-name.ts";
import { RiskNotice } from "../../venues/pages/risk-notice.tsx";
import type { GroupFrontView, HelpLine, House } from "../group-front-view.ts";

/** Help with play in each country, then a line for each house with its programme and legal notices. */
export function GroupFooter({ front: { help, houses, year } }: { front: GroupFrontView }) {
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
            {houses.map((house) => (
              <PlanRow key={house.slug} house={house} />
            ))}
          </ul>
        </section>
        <p className="group-year small">{`© ${GROUP.brand} ${year}. ${m.group_rules()}`}</p>
      </div>
    </footer>
  );
}

function Help({ line: { country, phone, name, minimumAge, notice } }: { line: HelpLine }) {
  return (
    <li>
      <h3>{countryName(country)}</h3>
      <a className="group-phone figures" href={phone.href}>
        {phone.label}
      </a>
      <p className="small quiet">{name}</p>
      <p className="small quiet">{m.group_age({ age: minimumAge })}</p>
      {notice !== null && <RiskNotice className="small quiet" name={notice} />}
    </li>
  );
}

function PlanRow({ house: { href, name, agendaHref, legalHref } }: { house: House }) {
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

import type { ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { countryName } from "../../venues/pages/country-name.ts";
import { RiskNotice } from "../../venues/pages/risk-notice.tsx";
import type { GroupFrontView, HelpLine, House } from "../group-front-view.ts";

/** Help with play in each country, then each house with its programme and legal notices. */
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
        <div className="group-plan">
          <Plan title={m.group_venues()} houses={houses}>
            {({ href, name }) => <a href={href}>{name}</a>}
          </Plan>
          <Plan title={m.group_programme()} houses={houses}>
            {({ agendaHref, name }) => (
              <a href={agendaHref} aria-label={m.group_programme_of({ venue: name })}>
                {name}
              </a>
            )}
          </Plan>
          <Plan title={m.group_legal()} houses={houses}>
            {({ legalHref, name }) => (
              <a href={legalHref} aria-label={m.group_legal_of({ venue: name })}>
                {name}
              </a>
            )}
          </Plan>
        </div>
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

type PlanProps = { title: string; houses: House[]; children: (house: House) => ReactNode };

function Plan({ title, houses, children }: PlanProps) {
  return (
    <div>
      <h2>{title}</h2>
      <ul className="foot-links">
        {houses.map((house) => (
          <li key={house.slug}>{children(house)}</li>
        ))}
      </ul>
    </div>
  );
}

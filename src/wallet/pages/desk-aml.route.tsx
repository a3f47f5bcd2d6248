import {
  DeskButtons,
  DeskEmpty,
  DeskForm,
  DeskSelect,
  DeskTable,
  DeskText,
} from "../../operators/pages/desk-parts.tsx";
import { deskRequest, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { deskDay, deskInstant, deskMoney } from "../../operators/pages/desk-words.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { amlRegister, type AmlRegister } from "../aml-register.server.ts";
import type { Route } from "./+types/desk-aml.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/vigilance': the venue's register of top-ups by gaming day, apart from everything else (L.561-13). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale, query } = request;
  const register = await amlRegister(world, request, query);
  const { amlAlertMinor, currency } = venue.policy;
  await showDeskPage(request, {
    title: m.deskpeople_aml(),
    lead: m.deskpeople_aml_lead({ amount: deskMoney(amlAlertMinor, locale, currency) }),
    actions: (
      <a className="button button-line button-small" href={`/desk/vigilance/export?${filterQuery(register)}`}>
        {m.deskpeople_trail_export()}
      </a>
    ),
    content: (
      <>
        <Filter register={register} />
        <Days register={register} request={request} />
        {register.hasMore && <p className="desk-help">{m.deskpeople_aml_more()}</p>}
      </>
    ),
  });
  return null;
}

function Filter({ register: { asked } }: { register: AmlRegister }) {
  return (
    <DeskForm method="get" className="desk-form desk-filter">
      <DeskSelect
        name="all"
        label={m.deskpeople_aml_days()}
        defaultValue={asked.all}
        options={[
          { value: "", label: m.deskpeople_aml_alerts() },
          { value: "1", label: m.deskpeople_aml_all() },
        ]}
      />
      <DeskText
        name="member"
        label={m.deskpeople_number()}
        defaultValue={asked.member}
        inputMode="numeric"
        maxLength={20}
      />
      <DeskText name="from" type="date" label={m.deskpeople_trail_from()} defaultValue={asked.from} />
      <DeskText name="to" type="date" label={m.deskpeople_trail_to()} defaultValue={asked.to} />
      <DeskButtons>
        <button className="button button-venue" type="submit">
          {m.deskpeople_trail_filter()}
        </button>
      </DeskButtons>
    </DeskForm>
  );
}

function Days({ register: { days }, request }: { register: AmlRegister; request: DeskRequest }) {
  const { locale, venue } = request;
  const { currency, timeZone: zone } = venue.policy;
  if (days.length === 0) return <DeskEmpty>{m.deskpeople_aml_none()}</DeskEmpty>;
  return (
    <DeskTable
      label={m.deskpeople_aml()}
      head={[
        m.deskpeople_gaming_day(),
        m.deskpeople_who_paid(),
        m.deskpeople_birthday(),
        m.deskpeople_number(),
        m.deskpeople_amount(),
        m.deskpeople_aml_alert(),
      ]}
      rows={days.map((day) => ({
        key: `${day.gaming_day} ${day.membership_id}`,
        cells: [
          deskDay(day.gaming_day, locale),
          [day.firstname, day.lastname].filter(Boolean).join(" "),
          day.birthday && deskDay(day.birthday, locale),
          <span className="figures" key="number">
            {day.membership_id}
          </span>,
          <span className="figures" key="amount">
            {deskMoney(day.total_minor, locale, currency)}
          </span>,
          day.alerted_at && deskInstant(day.alerted_at, { locale, zone }),
        ],
      }))}
    />
  );
}

function filterQuery({ asked }: AmlRegister): string {
  return new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== "")).toString();
}

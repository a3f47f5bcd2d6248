import * as deskPaths from "../../staff/desk-paths.ts";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskButtons, DeskEmpty, DeskSelect, DeskTable, DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest, type DeskRequest } from "../../venues/desk/request.server.ts";
import { deskDay, deskInstant, deskMoney } from "../../venues/desk/words.server.ts";
import { m } from "../../messages/messages.js";
import { amlRegister, type AmlRegister } from "../aml-register.server.ts";
import type { Route } from "./+types/desk-aml.route.ts";

export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** `/desk/vigilance`: the venue's register of top-ups by gaming day, kept apart from all other records (L.561-13). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale, query } = request;
  const { asked, days, hasMore } = await amlRegister(world, request, query);
  const { amlAlertMinor, currency } = venue.policy;
  const filled = Object.entries(asked).filter(([, value]) => value !== "");
  return {
    title: m.deskpeople_aml(),
    lead: m.deskpeople_aml_lead({ amount: deskMoney(amlAlertMinor, locale, currency) }),
    asked,
    days: days.map((day) => dayLine(request, day)),
    hasMore,
    exportHref: `${deskPaths.amlExport}?${new URLSearchParams(filled)}`,
  };
}

type Data = Route.ComponentProps["loaderData"];

export default function DeskAml({ loaderData: register }: Route.ComponentProps) {
  return (
    <DeskPage
      title={register.title}
      lead={register.lead}
      actions={
        <a className="button button-line button-small" href={register.exportHref}>
          {m.deskpeople_trail_export()}
        </a>
      }
    >
      <Filter asked={register.asked} />
      <Days days={register.days} />
      {register.hasMore && <p className="desk-help">{m.deskpeople_aml_more()}</p>}
    </DeskPage>
  );
}

function Filter({ asked }: Pick<Data, "asked">) {
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

function Days({ days }: Pick<Data, "days">) {
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
      rows={days.map(({ key, day, who, birthday, number, amount, alerted }) => ({
        key,
        cells: [
          day,
          who,
          birthday,
          <span className="figures" key="number">
            {number}
          </span>,
          <span className="figures" key="amount">
            {amount}
          </span>,
          alerted,
        ],
      }))}
    />
  );
}

function dayLine({ locale, venue, clock }: DeskRequest, day: AmlRegister["days"][number]) {
  return {
    key: `${day.gaming_day} ${day.membership_id}`,
    day: deskDay(day.gaming_day, locale),
    who: [day.firstname, day.lastname].filter(Boolean).join(" "),
    birthday: day.birthday && deskDay(day.birthday, locale),
    number: day.membership_id,
    amount: deskMoney(day.total_minor, locale, venue.policy.currency),
    alerted: day.alerted_at && deskInstant(day.alerted_at, clock),
  };
}

import { DeskSection } from "../../../ui/desk/property-list.tsx";
import * as deskPaths from "../../../staff/desk-paths.ts";
import { DeskForm } from "../../../ui/desk/form.tsx";
import { DeskPage } from "../../../venues/desk/page.tsx";
import { DeskEmpty, DeskSelect, DeskSubmit, DeskTable, DeskText } from "../../../ui/desk/parts.tsx";
import { deskRequest, type DeskRequest } from "../../../venues/desk/request.server.ts";
import { deskState } from "../../../venues/desk/words.server.ts";
import type { CountryPolicy } from "../../../venues/law/country-policy.ts";
import { m } from "../../../messages/messages.js";
import { movementRecord, type MovementRecord } from "../movement-record.server.ts";
import { dayText, momentAt } from "../../../venues/language/dates.ts";
import { money } from "../../../venues/language/numbers.ts";
import type { Route } from "./+types/desk-vigilance.route.ts";

export { deskHandle as handle, deskMeta as meta } from "../../../venues/desk/page.tsx";

/** `/desk/vigilance`: the movements of money by person and gaming day, kept apart from all other records (L.561-13). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, query } = request;
  const { asked, days, movements, hasMore } = await movementRecord(world, request, query);
  const filled = Object.entries(asked).filter(([, value]) => value !== "");
  return {
    title: m.deskpeople_aml(),
    lead: leadOf(request, venue.policy.vigilance),
    asked,
    days: days.map((day) => dayLine(request, day)),
    movements: movements.map((movement) => movementLine(request, movement)),
    hasMore,
    exportHref: `${deskPaths.vigilanceExport}?${new URLSearchParams(filled)}`,
  };
}

type Data = Route.ComponentProps["loaderData"];

export default function DeskVigilance({ loaderData: record }: Route.ComponentProps) {
  return (
    <DeskPage
      title={record.title}
      lead={record.lead}
      actions={
        <a className="button button-line button-small" href={record.exportHref}>
          {m.deskpeople_trail_export()}
        </a>
      }
    >
      <Filter asked={record.asked} />
      <Days days={record.days} />
      {record.hasMore && <p className="desk-help">{m.deskpeople_aml_more()}</p>}
      {record.movements.length > 0 && <Movements movements={record.movements} />}
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
      <DeskSubmit>{m.deskpeople_trail_filter()}</DeskSubmit>
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
        { amount: m.deskpeople_aml_here() },
        { amount: m.deskpeople_aml_elsewhere() },
        { amount: m.deskpeople_aml_total() },
        m.deskpeople_aml_alert(),
      ]}
      rows={days.map(({ key, day, who, birthday, number, amounts, alerts }) => ({
        key,
        cells: [
          day,
          who,
          birthday,
          <span className="figures" key="number">
            {number}
          </span>,
          ...amounts,
          alerts,
        ],
      }))}
    />
  );
}

/** What one person moved at this venue. */
function Movements({ movements }: Pick<Data, "movements">) {
  return (
    <DeskSection title={m.deskpeople_aml_movements()}>
      <DeskTable
        label={m.deskpeople_aml_movements()}
        head={[
          m.deskpeople_aml_moved(),
          m.deskpeople_gaming_day(),
          m.deskpeople_aml_way(),
          { amount: m.deskpeople_amount() },
        ]}
        rows={movements.map(({ key, at, day, way, amount }) => ({
          key,
          cells: [at, day, way, amount],
        }))}
      />
    </DeskSection>
  );
}

function leadOf({ locale, venue }: DeskRequest, { dayMinor, structuring }: CountryPolicy["vigilance"]): string {
  const amount = (minor: bigint) => money(minor, venue.policy.currency, locale);
  const lead = m.deskpeople_aml_lead({ amount: amount(dayMinor) });
  if (structuring === null) return lead;
  return `${lead} ${m.deskpeople_aml_lead_days({ days: structuring.days, amount: amount(structuring.minor) })}`;
}

function dayLine({ locale, venue, clock }: DeskRequest, day: MovementRecord["days"][number]) {
  const { days = 1 } = venue.policy.vigilance.structuring ?? {};
  const alerts = [
    day.alerted_at && m.deskpeople_aml_alert_day({ time: momentAt(day.alerted_at, clock, "short") }),
    day.structured_at && m.deskpeople_aml_alert_days({ days, time: momentAt(day.structured_at, clock, "short") }),
  ];
  return {
    key: `${day.gaming_day} ${day.membership_id}`,
    day: dayText(day.gaming_day, locale, "date"),
    who: [day.firstname, day.lastname].filter(Boolean).join(" "),
    birthday: day.birthday && dayText(day.birthday, locale, "date"),
    number: day.membership_id,
    amounts: [day.here_minor, day.total_minor - day.here_minor, day.total_minor].map((minor) =>
      money(minor, venue.policy.currency, locale),
    ),
    alerts: alerts.filter(Boolean).join(" "),
  };
}

function movementLine({ locale, venue, clock }: DeskRequest, movement: MovementRecord["movements"][number]) {
  return {
    key: String(movement.id),
    at: momentAt(movement.moved_at, clock, "short"),
    day: dayText(movement.gaming_day, locale, "date"),
    way: deskState("movement", movement.kind),
    amount: money(movement.amount_minor, venue.policy.currency, locale),
  };
}

import { DeskEmpty, DeskTable } from "../../operators/pages/desk-parts.tsx";
import { deskRequest } from "../../operators/pages/desk-request.server.ts";
import { deskDay, deskInstant, deskMoney } from "../../operators/pages/desk-words.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { amlRegister } from "../desk-payments.server.ts";
import type { Route } from "./+types/desk-aml.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/vigilance': the venue's register of top-ups by gaming day, apart from everything else (L.561-13). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale, query } = request;
  const onlyAlerts = query.get("tout") === null;
  const days = await amlRegister(world, request, { onlyAlerts });
  const { amlAlertMinor, currency, timeZone } = venue.policy;
  const clock = { locale, zone: timeZone };
  await showDeskPage(request, {
    title: m.deskpeople_aml(),
    lead: m.deskpeople_aml_lead({ amount: deskMoney(amlAlertMinor, locale, currency) }),
    actions: (
      <a className="button button-line button-small" href={onlyAlerts ? "/desk/vigilance?tout=1" : "/desk/vigilance"}>
        {onlyAlerts ? m.deskpeople_aml_all() : m.deskpeople_aml_alerts()}
      </a>
    ),
    content:
      days.length === 0 ? (
        <DeskEmpty>{m.deskpeople_aml_none()}</DeskEmpty>
      ) : (
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
        >
          {days.map((day) => (
            <tr key={`${day.gaming_day} ${day.membership_id}`}>
              <td>{deskDay(day.gaming_day, locale)}</td>
              <td>{[day.firstname, day.lastname].filter(Boolean).join(" ")}</td>
              <td>{day.birthday && deskDay(day.birthday, locale)}</td>
              <td className="figures">{day.membership_id}</td>
              <td className="figures">{deskMoney(day.total_minor, locale, currency)}</td>
              <td>{day.alerted_at && deskInstant(day.alerted_at, clock)}</td>
            </tr>
          ))}
        </DeskTable>
      ),
  });
  return null;
}

import { m } from "../../paraglide/messages.js";
import { TRAIL_FAMILIES, trailOf, type Trail, type TrailEntry } from "../trail.server.ts";
import { DeskButtons, DeskEmpty, DeskForm, DeskSelect, DeskText } from "./desk-parts.tsx";
import { deskRequest } from "./desk-request.server.ts";
import { deskInstant, deskState } from "./desk-words.ts";
import { showDeskPage } from "./show-desk-page.server.tsx";
import type { Route } from "./+types/desk-trail.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/journal': every act of staff on this site with what stood before and after (G164). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale, query } = request;
  const trail = await trailOf(world, request, query);
  const clock = { locale, zone: venue.policy.timeZone };
  await showDeskPage(request, {
    title: m.deskpeople_trail(),
    lead: m.deskpeople_trail_lead(),
    actions: (
      <a className="button button-line button-small" href={`/desk/journal/export?${filterQuery(trail)}`}>
        {m.deskpeople_trail_export()}
      </a>
    ),
    content: (
      <>
        <Filter trail={trail} />
        {trail.entries.length === 0 ? (
          <DeskEmpty>{m.deskpeople_trail_none()}</DeskEmpty>
        ) : (
          <ol className="desk-trail">
            {trail.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} clock={clock} />
            ))}
          </ol>
        )}
        {trail.next !== null && (
          <DeskButtons>
            <a className="button button-line" href={`/desk/journal?${filterQuery(trail, trail.next)}`}>
              {m.deskpeople_trail_older()}
            </a>
          </DeskButtons>
        )}
      </>
    ),
  });
  return null;
}

function Filter({ trail: { asked, authors } }: { trail: Trail }) {
  const any = { value: "", label: m.deskpeople_trail_any() };
  return (
    <DeskForm method="get" className="desk-form desk-filter">
      <DeskSelect
        name="operator"
        label={m.deskpeople_by()}
        defaultValue={asked.operator}
        options={[any, ...authors.map((name) => ({ value: name, label: name }))]}
      />
      <DeskSelect
        name="family"
        label={m.deskpeople_trail_family()}
        defaultValue={asked.family}
        options={[any, ...TRAIL_FAMILIES.map((one) => ({ value: one, label: deskState("family", one) }))]}
      />
      <DeskText name="subject" label={m.deskpeople_trail_subject()} defaultValue={asked.subject} maxLength={200} />
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

function Entry({ entry, clock }: { entry: TrailEntry; clock: Parameters<typeof deskInstant>[1] }) {
  const { before, after } = entry;
  return (
    <li>
      <p>
        <b>{deskState("action", entry.action.replaceAll(".", "_"))}</b>
      </p>
      <p className="desk-row-facts">
        {m.deskpeople_trail_line({ name: entry.operator, time: deskInstant(entry.at, clock), subject: entry.subject })}
      </p>
      {(before !== null || after !== null) && (
        <details>
          <summary>{m.deskpeople_trail_change()}</summary>
          <div className="desk-pair">
            <Side title={m.deskpeople_trail_before()} value={before} />
            <Side title={m.deskpeople_trail_after()} value={after} />
          </div>
        </details>
      )}
    </li>
  );
}

function Side({ title, value }: { title: string; value: object | null }) {
  return (
    <div>
      <h3>{title}</h3>
      <code>{value === null ? m.deskpeople_trail_nothing() : JSON.stringify(value, null, 2)}</code>
    </div>
  );
}

function filterQuery({ asked }: Trail, after?: string): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""));
  if (after !== undefined) query.set("after", after);
  return query.toString();
}

import * as deskPaths from "../../staff/desk-paths.ts";
import { m } from "../../messages/messages.js";
import { TRAIL_FAMILIES, trailOf, type Trail, type TrailEntry } from "../../staff/trail.server.ts";
import { DeskLink } from "../../ui/desk/link.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskButtons, DeskEmpty, DeskSelect, DeskSubmit, DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest } from "../../venues/desk/request.server.ts";
import { deskOptions, deskState } from "../../venues/desk/words.server.ts";
import { type Clock, momentAt } from "../../venues/language/dates.ts";
import type { Route } from "./+types/desk-trail.route.ts";

export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** '/desk/journal': every action of staff on this site, with the state before and after. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const trail = await trailOf(request.world, request, request.query);
  return {
    title: m.deskpeople_trail(),
    asked: trail.asked,
    authors: trail.authors.map((name) => ({ value: name, label: name })),
    families: deskOptions("family", TRAIL_FAMILIES),
    entries: trail.entries.map((entry) => entryView(entry, request.clock)),
    exportHref: `${deskPaths.trailExport}?${filterQuery(trail)}`,
    olderHref: trail.next === null ? null : `${deskPaths.trail}?${filterQuery(trail, trail.next)}`,
  };
}

type Data = Route.ComponentProps["loaderData"];

export default function DeskTrail({ loaderData: trail }: Route.ComponentProps) {
  return (
    <DeskPage
      title={trail.title}
      lead={m.deskpeople_trail_lead()}
      actions={
        <a className="button button-line button-small" href={trail.exportHref}>
          {m.deskpeople_trail_export()}
        </a>
      }
    >
      <Filter trail={trail} />
      {trail.entries.length === 0 ? (
        <DeskEmpty>{m.deskpeople_trail_none()}</DeskEmpty>
      ) : (
        <ol className="desk-trail">
          {trail.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {trail.olderHref !== null && (
        <DeskButtons>
          <DeskLink className="button button-line" href={trail.olderHref}>
            {m.deskpeople_trail_older()}
          </DeskLink>
        </DeskButtons>
      )}
    </DeskPage>
  );
}

function Filter({ trail: { asked, authors, families } }: { trail: Data }) {
  return (
    <DeskForm method="get" className="desk-form desk-filter">
      <DeskSelect
        name="operator"
        label={m.deskpeople_by()}
        defaultValue={asked.operator}
        options={[{ value: "", label: m.deskpeople_trail_any() }, ...authors]}
      />
      <DeskSelect
        name="family"
        label={m.deskpeople_trail_family()}
        defaultValue={asked.family}
        options={[{ value: "", label: m.deskpeople_trail_any_family() }, ...families]}
      />
      <DeskText name="subject" label={m.deskpeople_trail_subject()} defaultValue={asked.subject} maxLength={200} />
      <DeskText name="from" type="date" label={m.deskpeople_trail_from()} defaultValue={asked.from} />
      <DeskText name="to" type="date" label={m.deskpeople_trail_to()} defaultValue={asked.to} />
      <DeskSubmit>{m.deskpeople_trail_filter()}</DeskSubmit>
    </DeskForm>
  );
}

function Entry({ entry: { action, line, change } }: { entry: Data["entries"][number] }) {
  return (
    <li>
      <p>
        <b>{action}</b>
      </p>
      <p className="desk-row-properties">{line}</p>
      {change !== null && (
        <details>
          <summary>{m.deskpeople_trail_change()}</summary>
          <div className="desk-pair">
            <Side title={m.deskpeople_trail_before()} value={change.before} />
            <Side title={m.deskpeople_trail_after()} value={change.after} />
          </div>
        </details>
      )}
    </li>
  );
}

function Side({ title, value }: { title: string; value: string | null }) {
  return (
    <div>
      <h3>{title}</h3>
      <code>{value ?? m.deskpeople_trail_nothing()}</code>
    </div>
  );
}

function entryView({ id, action, operator, at, subject, before, after }: TrailEntry, clock: Clock) {
  const written = (value: object | null) => (value === null ? null : JSON.stringify(value, null, 2));
  return {
    id,
    action: deskState("action", action.replaceAll(".", "_")),
    line: m.deskpeople_trail_line({ name: operator, time: momentAt(at, clock, "short"), subject }),
    change: before === null && after === null ? null : { before: written(before), after: written(after) },
  };
}

function filterQuery({ asked }: Trail, after?: string): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""));
  if (after !== undefined) query.set("after", after);
  return query.toString();
}

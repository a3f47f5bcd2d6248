import * as deskPaths from "../../staff/desk-paths.ts";
import { data } from "react-router";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import { PERMISSIONS } from "../../staff/contract.ts";
import { endStaffSession, issueStaffTicket, staffOf, withdrawTicket } from "../../staff/staff.server.ts";
import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER, type DeskAnswer } from "../../venues/desk/answer.ts";
import { answerDesk, type DeskRefused } from "../../venues/desk/answer.server.ts";
import { DeskAction, DeskSection } from "../../ui/desk/property-list.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskList, DeskRow, DeskSubmit, DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk, type DeskRequest } from "../../venues/desk/request.server.ts";
import { deskOptions } from "../../venues/desk/words.server.ts";
import { sessionView, ticketView } from "./desk-staff.server.ts";
import type { Route } from "./+types/desk-staff.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

type Data = Route.ComponentProps["loaderData"];
/** Adds to an action's answer the ticked permissions, and the address of a new log-in link. */
type StaffAnswer = DeskAnswer & { ticked: string[]; address: string | null };

const NOTHING: StaffAnswer = { ...NO_ANSWER, ticked: [], address: null };

/** '/desk/equipe': current sessions on this site, unused log-in links, and a form for a new link. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, operator, clock } = request;
  const staff = await staffOf(world, request);
  return {
    title: m.deskpeople_staff(),
    permissions: deskOptions(
      "permission",
      PERMISSIONS.filter((one) => operator.permissions.includes(one)),
    ),
    tickets: staff.tickets.map((ticket) => ticketView(ticket, clock)),
    sessions: staff.sessions.map((session) => sessionView(session, clock)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const form = await request.formData();
  const fields = textsOf(form);
  const id = fields["id"] ?? "";
  switch (fields["act"]) {
    case "withdraw":
      return (await withdrawTicket(asked.world, asked, id))
        ? redirectInDesk(asked, deskPaths.staff, m.deskpeople_done_withdraw())
        : refused({ refusal: "unknown" });
    case "end":
      return (await endStaffSession(asked.world, asked, id))
        ? redirectInDesk(asked, deskPaths.staff, m.deskpeople_done_session())
        : refused({ refusal: "unknown" });
    default:
      return issue(asked, fields["name"], form.getAll("can"));
  }
}

async function issue(asked: DeskRequest, name: string | undefined, permissions: FormDataEntryValue[]) {
  const { world, venue } = asked;
  const made = await issueStaffTicket(world, asked, { name, permissions });
  // The link is shown in this answer and nowhere else.
  if ("ok" in made) return data({ ...NOTHING, address: `${venueOrigin(world, venue)}${made.ok.path}` });
  return refused(made, {
    values: name === undefined ? {} : { name },
    ticked: permissions.filter((one) => typeof one === "string"),
  });
}

function refused(reason: DeskRefused, typed: Pick<StaffAnswer, "values" | "ticked"> = NOTHING) {
  const { data: answer, init } = answerDesk(reason, typed.values);
  return data({ ...NOTHING, ...answer, ticked: typed.ticked }, init ?? {});
}

export default function DeskStaff({ loaderData: staff, actionData }: Route.ComponentProps) {
  const answer = useDeskAnswer<typeof action>(actionData) ?? NOTHING;
  return (
    <DeskPage title={staff.title} lead={m.deskpeople_staff_lead()} alert={answer.alert}>
      {answer.address !== null && <Link address={answer.address} />}
      <NewTicket answer={answer} permissions={staff.permissions} />
      {staff.tickets.length > 0 && <Tickets tickets={staff.tickets} />}
      <Sessions sessions={staff.sessions} />
    </DeskPage>
  );
}

function Link({ address }: { address: string }) {
  return (
    <div className="desk-once" role="status">
      <p>{m.deskpeople_ticket_once()}</p>
      <code>{address}</code>
    </div>
  );
}

type NewTicketProps = Pick<Data, "permissions"> & { answer: StaffAnswer };

function NewTicket({ permissions, answer: { values, problems, ticked } }: NewTicketProps) {
  const problem = problems["permissions"];
  return (
    <DeskSection title={m.deskpeople_ticket_new()} lead={m.deskpeople_ticket_new_lead()}>
      <DeskForm>
        <DeskText
          name="name"
          label={m.deskpeople_ticket_name()}
          help={m.deskpeople_ticket_name_help()}
          defaultValue={values["name"] ?? ""}
          problem={problems["name"]}
          maxLength={80}
        />
        <fieldset
          className="desk-permissions"
          aria-describedby={problem === undefined ? undefined : "field-permissions-problem"}
        >
          <legend>{m.deskpeople_ticket_permissions()}</legend>
          {permissions.map(({ value, label }) => (
            <div className="desk-field desk-check" key={value}>
              <label>
                <input type="checkbox" name="can" value={value} defaultChecked={ticked.includes(value)} />
                <span>{label}</span>
              </label>
            </div>
          ))}
        </fieldset>
        {problem !== undefined && (
          <p className="desk-problem" id="field-permissions-problem">
            {problem}
          </p>
        )}
        <DeskSubmit action="issue">{m.deskpeople_ticket_make()}</DeskSubmit>
      </DeskForm>
    </DeskSection>
  );
}

function Tickets({ tickets }: Pick<Data, "tickets">) {
  return (
    <DeskSection title={m.deskpeople_tickets()}>
      <DeskList label={m.deskpeople_tickets()}>
        {tickets.map(({ id, name, properties }) => (
          <DeskRow
            key={id}
            title={name}
            properties={properties}
            actions={
              <DeskAction value="withdraw" quiet fields={{ id }}>
                {m.deskpeople_ticket_withdraw()}
              </DeskAction>
            }
          />
        ))}
      </DeskList>
    </DeskSection>
  );
}

function Sessions({ sessions }: Pick<Data, "sessions">) {
  return (
    <DeskSection title={m.deskpeople_sessions()} lead={m.deskpeople_sessions_text()}>
      <DeskList label={m.deskpeople_sessions()}>
        {sessions.map(({ id, name, properties, isOwn, isEndable }) => (
          <DeskRow
            key={id}
            title={name}
            properties={properties}
            badge={isOwn ? m.deskpeople_session_own() : undefined}
            actions={
              isEndable ? (
                <DeskAction value="end" quiet fields={{ id }}>
                  {m.deskpeople_session_end()}
                </DeskAction>
              ) : undefined
            }
          />
        ))}
      </DeskList>
    </DeskSection>
  );
}

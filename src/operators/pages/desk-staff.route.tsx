import { m } from "../../paraglide/messages.js";
import { venueOrigin } from "../../venues/origins.server.ts";
import { PERMISSIONS } from "../contract.ts";
import { endStaffSession, issueStaffTicket, staffOf, withdrawTicket, type StaffList } from "../staff.server.ts";
import { answerDesk, answerOf } from "./desk-answer.server.ts";
import { DeskAct, DeskSection } from "./desk-facts.tsx";
import { DeskButtons, DeskForm, DeskList, DeskRow, DeskText } from "./desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "./desk-request.server.ts";
import { deskInstant, deskState } from "./desk-words.ts";
import { showDeskPage } from "./show-desk-page.server.tsx";
import type { Route } from "./+types/desk-staff.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/equipe': who works on this site now, links that nobody has used yet, and a new link. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const answer = answerOf(context);
  const staff = await staffOf(request.world, request);
  await showDeskPage(request, {
    title: m.deskpeople_staff(),
    lead: m.deskpeople_staff_lead(),
    alert: answer.alert,
    content: (
      <>
        {answer.shown !== null && <Link address={answer.shown} />}
        <NewTicket request={request} answer={answer} />
        <Tickets request={request} tickets={staff.tickets} />
        <Sessions request={request} sessions={staff.sessions} />
      </>
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = deskRequest(context);
  const { world, fields, form, venue } = request;
  const id = fields["id"] ?? "";
  switch (fields["act"]) {
    case "withdraw":
      return (await withdrawTicket(world, request, id))
        ? leaveDesk(request, "/desk/equipe", m.deskpeople_done_withdraw())
        : answerDesk(context, { refusal: "unknown" });
    case "end":
      return (await endStaffSession(world, request, id))
        ? leaveDesk(request, "/desk/equipe", m.deskpeople_done_session())
        : answerDesk(context, { refusal: "unknown" });
    default: {
      const made = await issueStaffTicket(world, request, { name: fields["name"], permissions: form.getAll("can") });
      if (!("ok" in made)) return answerDesk(context, made);
      // Shown in this answer and nowhere else.
      return answerDesk(context, { shown: `${venueOrigin(world, venue)}${made.ok.path}` });
    }
  }
}

function Link({ address }: { address: string }) {
  return (
    <div className="desk-once" role="status">
      <p>{m.deskpeople_ticket_once()}</p>
      <code>{address}</code>
    </div>
  );
}

function NewTicket({ request, answer }: { request: DeskRequest; answer: ReturnType<typeof answerOf> }) {
  const { fields, form, operator } = request;
  const kept = answer.shown === null ? form.getAll("can") : [];
  const problem = answer.problem("permissions");
  return (
    <DeskSection title={m.deskpeople_ticket_new()} lead={m.deskpeople_ticket_new_lead()}>
      <DeskForm>
        <DeskText
          name="name"
          label={m.deskpeople_ticket_name()}
          help={m.deskpeople_ticket_name_help()}
          defaultValue={answer.shown === null ? (fields["name"] ?? "") : ""}
          problem={answer.problem("name")}
          maxLength={80}
        />
        <fieldset
          className="desk-permissions"
          aria-describedby={problem === undefined ? undefined : "field-permissions-problem"}
        >
          <legend>{m.deskpeople_ticket_permissions()}</legend>
          {PERMISSIONS.filter((one) => operator.permissions.includes(one)).map((one) => (
            <div className="desk-field desk-check" key={one}>
              <label>
                <input type="checkbox" name="can" value={one} defaultChecked={kept.includes(one)} />
                <span>{deskState("permission", one)}</span>
              </label>
            </div>
          ))}
        </fieldset>
        {problem !== undefined && (
          <p className="desk-problem" id="field-permissions-problem">
            {problem}
          </p>
        )}
        <DeskButtons>
          <button className="button button-venue" name="act" value="issue">
            {m.deskpeople_ticket_make()}
          </button>
        </DeskButtons>
      </DeskForm>
    </DeskSection>
  );
}

function Tickets({ request, tickets }: { request: DeskRequest; tickets: StaffList["tickets"] }) {
  const clock = { locale: request.locale, zone: request.venue.policy.timeZone };
  if (tickets.length === 0) return null;
  return (
    <DeskSection title={m.deskpeople_tickets()}>
      <DeskList label={m.deskpeople_tickets()}>
        {tickets.map((ticket) => (
          <DeskRow
            key={ticket.id}
            title={ticket.name}
            facts={`${m.deskpeople_ticket_by({ name: ticket.issuedBy, time: deskInstant(ticket.expiresAt, clock) })} ${permissionWords(ticket.permissions)}`}
            actions={
              <DeskAct value="withdraw" quiet fields={{ id: ticket.id }}>
                {m.deskpeople_ticket_withdraw()}
              </DeskAct>
            }
          />
        ))}
      </DeskList>
    </DeskSection>
  );
}

function Sessions({ request, sessions }: { request: DeskRequest; sessions: StaffList["sessions"] }) {
  const clock = { locale: request.locale, zone: request.venue.policy.timeZone };
  return (
    <DeskSection title={m.deskpeople_sessions()}>
      <DeskList label={m.deskpeople_sessions()}>
        {sessions.map((session) => (
          <DeskRow
            key={session.id}
            title={session.name}
            facts={`${m.deskpeople_session_until({ since: deskInstant(session.since, clock), time: deskInstant(session.until, clock) })} ${permissionWords(session.permissions)}`}
            badge={session.isOwn ? m.deskpeople_session_own() : undefined}
            actions={
              session.isTheirs && !session.isOwn ? (
                <DeskAct value="end" quiet fields={{ id: session.id }}>
                  {m.deskpeople_session_end()}
                </DeskAct>
              ) : undefined
            }
          />
        ))}
      </DeskList>
    </DeskSection>
  );
}

function permissionWords(permissions: string[]): string {
  return permissions.map((one) => deskState("permission", one)).join(", ");
}

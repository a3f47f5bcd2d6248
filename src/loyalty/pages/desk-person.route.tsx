import { data } from "react-router";
import { NO_ANSWER } from "../../operators/pages/desk-answer.ts";
import { answerDesk } from "../../operators/pages/desk-answer.server.ts";
import { DeskPage } from "../../operators/pages/desk-page.tsx";
import { DeskEmpty } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { m } from "../../paraglide/messages.js";
import {
  changeHomeOf,
  disablePerson,
  enablePerson,
  replaceCardOf,
  resendConfirmationOf,
  resetPinAttempts,
  type PersonDone,
} from "../people-actions.server.ts";
import { askEmailChangeOf, vouchForEmailOf, withdrawEmailChangeOf } from "../people-email.server.ts";
import { openPerson } from "../people.server.ts";
import { personView } from "./desk-person.server.ts";
import { PersonPage } from "./desk-person.tsx";
import type { Route } from "./+types/desk-person.route.ts";

export { deskMeta as meta } from "../../operators/pages/desk-page.tsx";

/** '/desk/membres/{ref}': one member's page, and what staff may do there. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const person = await openPerson(request.world, request, params.ref);
  if (person === null) return data({ title: m.desk_missing_title(), person: null }, { status: 404 });
  const title = person.name === "" ? m.deskpeople_nameless() : person.name;
  return data({ title, person: personView(request, person) });
}

export async function action({ context, params: { ref } }: Route.ActionArgs) {
  const request = deskRequest(context);
  const act = ACTS[request.fields["act"] ?? ""];
  if (act === undefined) return answerDesk({ refusal: "else" });
  const done = await act.run(request, ref);
  if ("ok" in done) return leaveDesk(request, `/desk/membres/${ref}`, act.note());
  const isOfField = act === ACTS["email"] && OF_THE_ADDRESS.has(done.refusal);
  if (!isOfField) return answerDesk(done);
  const problems = [{ key: "email", message: `deskpeople_refused_${done.refusal}` }];
  return answerDesk({ problems }, { email: typedEmail(request) });
}

export default function DeskPerson({ loaderData: { title, person }, actionData }: Route.ComponentProps) {
  const answer = actionData ?? NO_ANSWER;
  const back = { href: "/desk/membres", label: m.deskpeople_people() };
  return (
    <DeskPage title={title} back={back} alert={person && answer.alert}>
      {person === null ? (
        <DeskEmpty>{m.deskpeople_refused_nobody()}</DeskEmpty>
      ) : (
        <PersonPage person={person} answer={answer} />
      )}
    </DeskPage>
  );
}

/** Refusals of an address as it was typed: they stand under its field. */
const OF_THE_ADDRESS = new Set<string>(["email_missing", "email_long", "email_invalid", "email_same", "email_taken"]);

type Act = { run: (request: DeskRequest, ref: string) => Promise<PersonDone>; note: () => string };

const ACTS: Record<string, Act | undefined> = {
  resend: { run: (request, ref) => resendConfirmationOf(request.world, request, ref), note: m.deskpeople_done_resend },
  pin: { run: (request, ref) => resetPinAttempts(request.world, request, ref), note: m.deskpeople_done_pin },
  card: { run: (request, ref) => replaceCardOf(request.world, request, ref), note: m.deskpeople_done_card },
  home: {
    run: (request, ref) => changeHomeOf(request.world, request, ref, visibleSites(request), request.fields["home"]),
    note: m.deskpeople_done_home,
  },
  disable: {
    run: (request, ref) => disablePerson(request.world, request, ref, request.fields["reason"]),
    note: m.deskpeople_done_disable,
  },
  email: {
    run: (request, ref) => askEmailChangeOf(request.world, request, ref, typedEmail(request)),
    note: m.deskpeople_done_email,
  },
  "email-vouch": {
    run: (request, ref) => vouchForEmailOf(request.world, request, ref),
    note: m.deskpeople_done_email_vouch,
  },
  "email-end": {
    run: (request, ref) => withdrawEmailChangeOf(request.world, request, ref),
    note: m.deskpeople_done_email_end,
  },
  enable: { run: (request, ref) => enablePerson(request.world, request, ref), note: m.deskpeople_done_enable },
};

function typedEmail({ fields }: DeskRequest): string {
  return (fields["email"] ?? "").slice(0, 300);
}

function visibleSites({ venues }: DeskRequest): number[] {
  return venues.filter(({ isVisible }) => isVisible).map(({ siteId }) => siteId);
}

import * as deskPaths from "../../staff/desk-paths.ts";
import { data } from "react-router";
import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../venues/desk/answer.ts";
import { actionOf } from "../../venues/desk/actions.server.ts";
import { answerDesk } from "../../venues/desk/answer.server.ts";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskEmpty } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk, type DeskRequest } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import {
  changeHomeOf,
  disablePerson,
  enablePerson,
  replaceCardOf,
  resendConfirmationOf,
  resetPinAttempts,
  type PersonDone,
} from "./actions.server.ts";
import { askEmailChangeOf, agreeForOldAddressOf, withdrawEmailChangeOf } from "./email.server.ts";
import { openPerson } from "./person-at-desk.server.ts";
import { personView } from "./desk-person.server.ts";
import { PersonPage } from "./desk-person.tsx";
import type { Route } from "./+types/desk-person.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** '/desk/membres/{ref}': the page of one member, and what staff may do there. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const person = await openPerson(request.world, request, params.ref);
  if (person === null) return data({ title: m.desk_missing_title(), person: null }, { status: 404 });
  const view = personView(request, person);
  return data({ title: view.name === "" ? m.deskpeople_nameless() : view.name, person: view });
}

export async function action({ context, request, params: { ref } }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const fields = textsOf(await request.formData());
  const known = actionOf(ACTIONS, fields["act"]);
  if (known === undefined) return answerDesk({ refusal: "else" });
  const done = await known.run(asked, ref, fields);
  if ("ok" in done) return redirectInDesk(asked, deskPaths.person(ref), known.note());
  const key = FIELD_OF[done.refusal];
  if (key === undefined) return answerDesk(done);
  const problems = [{ key, message: `deskpeople_refused_${done.refusal}` }];
  return answerDesk({ problems }, { [key]: typedIn(fields, key) });
}

export default function DeskPerson({ loaderData: { title, person }, actionData }: Route.ComponentProps) {
  const answer = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  const back = { href: deskPaths.people, label: m.deskpeople_people() };
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

/** The field under which a refusal is shown. Other refusals concern the person and are shown above the page. */
const FIELD_OF: Record<string, "email" | "home" | "reason"> = {
  email_missing: "email",
  email_long: "email",
  email_invalid: "email",
  email_same: "email",
  home_missing: "home",
  at_home: "home",
  reason_missing: "reason",
};

type Action = {
  run: (asked: DeskRequest, ref: string, fields: Record<string, string>) => Promise<PersonDone>;
  note: () => string;
};

const ACTIONS: Record<string, Action> = {
  resend: { run: (asked, ref) => resendConfirmationOf(asked.world, asked, ref), note: m.deskpeople_done_resend },
  pin: { run: (asked, ref) => resetPinAttempts(asked.world, asked, ref), note: m.deskpeople_done_pin },
  card: {
    run: (asked, ref, fields) => replaceCardOf(asked.world, asked, ref, fields["card"]),
    note: m.deskpeople_done_card,
  },
  home: {
    run: (asked, ref, fields) => changeHomeOf(asked.world, asked, ref, visibleSites(asked), fields["home"]),
    note: m.deskpeople_done_home,
  },
  disable: {
    run: (asked, ref, fields) => disablePerson(asked.world, asked, ref, fields["reason"]),
    note: m.deskpeople_done_disable,
  },
  email: {
    run: (asked, ref, fields) => askEmailChangeOf(asked.world, asked, ref, typedIn(fields, "email")),
    note: m.deskpeople_done_email,
  },
  "email-vouch": {
    run: (asked, ref) => agreeForOldAddressOf(asked.world, asked, ref),
    note: m.deskpeople_done_email_vouch,
  },
  "email-end": {
    run: (asked, ref) => withdrawEmailChangeOf(asked.world, asked, ref),
    note: m.deskpeople_done_email_end,
  },
  enable: { run: (asked, ref) => enablePerson(asked.world, asked, ref), note: m.deskpeople_done_enable },
};

function typedIn(fields: Record<string, string>, name: string): string {
  return (fields[name] ?? "").slice(0, 300);
}

function visibleSites({ venues }: DeskRequest): number[] {
  return venues.filter(({ isVisible }) => isVisible).map(({ siteId }) => siteId);
}

import { data } from "react-router";
import { answerDesk, answerOf } from "../../operators/pages/desk-answer.server.ts";
import { DeskEmpty } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
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
import { PersonPage } from "./desk-person.tsx";
import type { Route } from "./+types/desk-person.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

const BACK = { href: "/desk/membres", label: m.deskpeople_people };

/** '/desk/membres/{ref}': one member's page, and what staff may do there. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, venues, locale } = request;
  const person = await openPerson(world, request, params.ref);
  const back = { href: BACK.href, label: BACK.label() };
  if (person === null) {
    await showDeskPage(request, {
      title: m.desk_missing_title(),
      back,
      content: <DeskEmpty>{m.deskpeople_refused_nobody()}</DeskEmpty>,
    });
    return data(null, { status: 404 });
  }
  const answer = answerOf(context);
  await showDeskPage(request, {
    title: person.name === "" ? m.deskpeople_nameless() : person.name,
    back,
    alert: answer.alert,
    content: (
      <PersonPage
        person={person}
        mayAct={request.can("MEMBERS_WRITE")}
        home={venues.find(({ siteId }) => siteId === person.membership?.homeSiteId)?.name ?? null}
        homes={venues.filter(({ isVisible }) => isVisible).map(({ siteId, name }) => ({ siteId, name }))}
        typedEmail={{
          value: answer.problem("email") === undefined ? "" : typedEmail(request),
          problem: answer.problem("email"),
        }}
        clock={{ locale, zone: venue.policy.timeZone }}
      />
    ),
  });
  return null;
}

export async function action({ context, params: { ref } }: Route.ActionArgs) {
  const request = deskRequest(context);
  const act = ACTS[request.fields["act"] ?? ""];
  if (act === undefined) return answerDesk(context, { refusal: "else" });
  const done = await act.run(request, ref);
  if ("ok" in done) return leaveDesk(request, `/desk/membres/${ref}`, act.note());
  const isOfField = act === ACTS["email"] && OF_THE_ADDRESS.has(done.refusal);
  return isOfField
    ? answerDesk(context, { problems: [{ key: "email", message: `deskpeople_refused_${done.refusal}` }] })
    : answerDesk(context, done);
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

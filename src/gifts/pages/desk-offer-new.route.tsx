import { answerDesk, answerOf } from "../../operators/pages/desk-answer.server.ts";
import { DeskEmpty } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk } from "../../operators/pages/desk-request.server.ts";
import { fieldIdOf } from "../../operators/pages/desk-parts.tsx";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { createOffer } from "../operator-offers.server.ts";
import { OfferForm, offerFieldLabel } from "./desk-offer-form.tsx";
import type { Route } from "./+types/desk-offer-new.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/offres/nouvelle': the form of an offer. Its key is made with it, so that a form sent twice makes one offer. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, fields } = request;
  const answer = answerOf(context);
  const isClosed = venue.policy.gifts === "none";
  await showDeskPage(request, {
    title: m.deskpeople_offer_new(),
    back: { href: "/desk/offres", label: m.deskpeople_offers() },
    lead: isClosed ? null : m.deskpeople_offer_new_lead(),
    alert: answer.alert,
    problems: answer.problems.map(({ key, text }) => ({ fieldId: fieldIdOf(key), label: offerFieldLabel(key), text })),
    content: isClosed ? (
      <DeskEmpty>{m.deskpeople_refused_no_gifts_here()}</DeskEmpty>
    ) : (
      <OfferForm
        fields={{ ...fields, key: fields["key"] ?? world.uuid() }}
        problem={answer.problem}
        isAuthorisedOnly={venue.policy.gifts === "authorised"}
        currency={venue.policy.currency}
        house={venue.name}
      />
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = deskRequest(context);
  const { fields } = request;
  const made = await createOffer(request.world, request, { ...fields, is_authorised: fields["is_authorised"] === "1" });
  if ("ok" in made) return leaveDesk(request, `/desk/offres/${made.ok.id}`, m.deskpeople_done_offer());
  return answerDesk(context, made);
}

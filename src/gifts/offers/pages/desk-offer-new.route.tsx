import * as deskPaths from "../../../staff/desk-paths.ts";
import { useDeskAnswer } from "../../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../../venues/desk/answer.ts";
import { answerDesk, typedAgain } from "../../../venues/desk/answer.server.ts";
import { DeskPage } from "../../../venues/desk/page.tsx";
import { DeskEmpty } from "../../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../../venues/desk/request.server.ts";
import { deskOptions } from "../../../venues/desk/words.server.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { OFFER_TARGETS, OFFER_TYPES } from "../../contract.ts";
import { createOffer } from "../operator-offers.server.ts";
import { OFFER_FIELDS, OfferForm, offerFieldLabel } from "./desk-offer-form.tsx";
import type { Route } from "./+types/desk-offer-new.route.ts";

export { clientAction } from "../../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../../venues/desk/page.tsx";

/** `/desk/offres/nouvelle`: the form for a new offer. Its key is created with the form, so sending it twice creates one offer. */
export function loader({ context }: Route.LoaderArgs) {
  const { world, venue } = deskRequest(context);
  const { gifts, currency } = venue.policy;
  const here = m.deskpeople_target_here({ venue: venue.name });
  return {
    title: m.deskpeople_offer_new(),
    isClosed: gifts === "none",
    isAuthorisedOnly: gifts === "authorised",
    currency,
    formKey: world.uuid(),
    types: deskOptions("offer_type", OFFER_TYPES),
    targets: deskOptions("target", OFFER_TARGETS).map(({ value, label }) => ({
      value,
      label: value === "home_site" ? here : label,
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const fields = textsOf(await request.formData());
  const made = await createOffer(asked.world, asked, { ...fields, is_authorised: fields["is_authorised"] === "1" });
  if ("ok" in made) return redirectInDesk(asked, deskPaths.offer(made.ok.id), m.deskpeople_done_offer());
  return answerDesk(made, typedAgain(fields, OFFER_FIELDS));
}

export default function DeskOfferNew({ loaderData: { title, isClosed, ...form }, actionData }: Route.ComponentProps) {
  const answer = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  return (
    <DeskPage
      title={title}
      back={{ href: deskPaths.offers, label: m.deskpeople_offers() }}
      lead={isClosed ? null : m.deskpeople_offer_new_lead()}
      alert={answer.alert}
      problems={Object.entries(answer.problems).map(([name, text]) => ({ name, label: offerFieldLabel(name), text }))}
    >
      {isClosed ? (
        <DeskEmpty>{m.deskpeople_refused_no_gifts_here()}</DeskEmpty>
      ) : (
        <OfferForm {...form} answer={answer} />
      )}
    </DeskPage>
  );
}

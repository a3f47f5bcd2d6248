import * as deskPaths from "../../../staff/desk-paths.ts";
import { data } from "react-router";
import { useDeskAnswer } from "../../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../../venues/desk/answer.ts";
import { answerDesk } from "../../../venues/desk/answer.server.ts";
import { DeskAction, DeskPropertyList, DeskSection } from "../../../ui/desk/property-list.tsx";
import { DeskPage } from "../../../venues/desk/page.tsx";
import { DeskEmpty, DeskTable } from "../../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../../venues/desk/request.server.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { labelLines } from "../../gift.ts";
import { cancelOffer, offerAtDesk, offerState } from "../operator-offers.server.ts";
import { offerProperties, burnView } from "./desk-offer.server.ts";
import type { Route } from "./+types/desk-offer.route.ts";

export { clientAction } from "../../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../../venues/desk/page.tsx";

/** `/desk/offres/{id}`: the texts of an offer, its audience, and each burn of its gifts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, locale } = request;
  const found = await offerAtDesk(world, request, params.id);
  if (found === null) return data({ title: m.desk_missing_title(), offer: null }, { status: 404 });
  const { label, description } = found.offer;
  const state = offerState(found.offer, world.now());
  const offer = {
    description: description[locale],
    properties: offerProperties(request, found.offer, state),
    burns: found.burns.map((burn) => burnView(request, burn)),
    isCancellable: state !== "cancelled" && state !== "over",
  };
  return data({ title: labelLines(label[locale]).join(" "), offer });
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const fields = textsOf(await request.formData());
  const isDone = fields["act"] === "cancel" && (await cancelOffer(asked.world, asked, id));
  return isDone
    ? redirectInDesk(asked, deskPaths.offer(id), m.deskpeople_done_cancel())
    : answerDesk({ refusal: "unknown" });
}

type Offer = NonNullable<Route.ComponentProps["loaderData"]["offer"]>;

export default function DeskOffer({ loaderData: { title, offer }, actionData }: Route.ComponentProps) {
  const { alert } = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  const back = { href: deskPaths.offers, label: m.deskpeople_offers() };
  if (offer === null)
    return (
      <DeskPage title={title} back={back}>
        <DeskEmpty>{m.deskpeople_refused_unknown()}</DeskEmpty>
      </DeskPage>
    );
  return (
    <DeskPage title={title} back={back} lead={offer.description} alert={alert}>
      <OfferProperties properties={offer.properties} />
      <Burns burns={offer.burns} />
      {offer.isCancellable && (
        <DeskSection title={m.deskpeople_offer_cancel_title()} lead={m.deskpeople_offer_cancel_lead()}>
          <DeskAction value="cancel">{m.deskpeople_offer_cancel()}</DeskAction>
        </DeskSection>
      )}
    </DeskPage>
  );
}

function OfferProperties({ properties }: { properties: Offer["properties"] }) {
  return (
    <DeskPropertyList
      properties={[
        [m.deskpeople_state(), properties.state],
        [m.deskpeople_offer_type(), properties.type],
        [m.deskpeople_offer_play(), properties.play],
        [m.deskpeople_offer_target(), properties.target],
        [m.deskpeople_offer_from(), properties.from],
        [m.deskpeople_until(), properties.until],
        [m.deskpeople_offer_issued(), properties.issued],
        [m.deskpeople_offer_uses(), properties.uses],
        [m.deskpeople_by(), properties.by],
      ]}
    />
  );
}

function Burns({ burns }: { burns: Offer["burns"] }) {
  return (
    <DeskSection title={m.deskpeople_redemptions()}>
      {burns.length === 0 ? (
        <p className="desk-help">{m.deskpeople_redemptions_none()}</p>
      ) : (
        <DeskTable
          label={m.deskpeople_redemptions()}
          head={[
            m.deskpeople_when(),
            m.deskpeople_gaming_day(),
            m.deskpeople_where(),
            m.deskpeople_code(),
            m.deskpeople_state(),
          ]}
          rows={burns.map(({ id, time, day, place, ending, isReversed }) => ({
            key: id,
            cells: [
              time,
              day,
              place,
              m.deskpeople_gift_code({ ending }),
              isReversed ? m.deskpeople_use_reversed() : m.deskpeople_use_stands(),
            ],
          }))}
        />
      )}
    </DeskSection>
  );
}

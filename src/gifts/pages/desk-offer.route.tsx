import { data } from "react-router";
import { answerDesk, answerOf } from "../../operators/pages/desk-answer.server.ts";
import { DeskAct, DeskFacts, DeskSection } from "../../operators/pages/desk-facts.tsx";
import { DeskEmpty, DeskTable } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { deskDay, deskInstant, deskLastMinute, deskMoney, deskState } from "../../operators/pages/desk-words.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { labelLines } from "../gift.ts";
import { cancelOffer, offerAtDesk, offerState } from "../operator-offers.server.ts";
import type { Route } from "./+types/desk-offer.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

type Shown = NonNullable<Awaited<ReturnType<typeof offerAtDesk>>>;

/** '/desk/offres/{id}': what an offer says, for whom it is, and each use of it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, locale } = request;
  const found = await offerAtDesk(world, request, params.id);
  const back = { href: "/desk/offres", label: m.deskpeople_offers() };
  if (found === null) {
    await showDeskPage(request, {
      title: m.desk_missing_title(),
      back,
      content: <DeskEmpty>{m.deskpeople_refused_unknown()}</DeskEmpty>,
    });
    return data(null, { status: 404 });
  }
  const state = offerState(found.offer, world.now());
  await showDeskPage(request, {
    title: labelLines(found.offer.label[locale]).join(" "),
    back,
    lead: found.offer.description[locale],
    alert: answerOf(context).alert,
    content: (
      <>
        <OfferFacts request={request} offer={found.offer} state={state} />
        <Redemptions request={request} redemptions={found.redemptions} />
        {state !== "cancelled" && state !== "over" && (
          <DeskSection title={m.deskpeople_offer_cancel_title()} lead={m.deskpeople_offer_cancel_lead()}>
            <DeskAct value="cancel">{m.deskpeople_offer_cancel()}</DeskAct>
          </DeskSection>
        )}
      </>
    ),
  });
  return null;
}

export async function action({ context, params: { id } }: Route.ActionArgs) {
  const request = deskRequest(context);
  const isDone = request.fields["act"] === "cancel" && (await cancelOffer(request.world, request, id));
  return isDone
    ? leaveDesk(request, `/desk/offres/${id}`, m.deskpeople_done_cancel())
    : answerDesk(context, { refusal: "unknown" });
}

function OfferFacts({ request, offer, state }: { request: DeskRequest; offer: Shown["offer"]; state: string }) {
  const { locale, venue } = request;
  const clock = { locale, zone: venue.policy.timeZone };
  const { play_minor: play, use_limit: limit } = offer;
  return (
    <DeskFacts
      facts={[
        [m.deskpeople_state(), deskState("offer_state", state)],
        [m.deskpeople_offer_type(), deskState("offer_type", offer.type)],
        [m.deskpeople_offer_play(), play && deskMoney(play, locale, offer.play_currency ?? "EUR")],
        [m.deskpeople_offer_target(), deskState("target", offer.target ?? "all")],
        [m.deskpeople_offer_from(), deskInstant(offer.available_from ?? offer.created_at, clock)],
        [m.deskpeople_until(), offer.expires_at && deskLastMinute(offer.expires_at, clock)],
        [m.deskpeople_offer_issued(), String(offer.issued)],
        [
          m.deskpeople_offer_uses(),
          limit === null
            ? String(offer.burned)
            : m.deskpeople_offer_uses_of({ uses: String(offer.uses), limit: String(limit) }),
        ],
        [m.deskpeople_by(), offer.created_by],
      ]}
    />
  );
}

function Redemptions({ request, redemptions }: { request: DeskRequest; redemptions: Shown["redemptions"] }) {
  const { locale, venue, venues } = request;
  const clock = { locale, zone: venue.policy.timeZone };
  return (
    <DeskSection title={m.deskpeople_redemptions()}>
      {redemptions.length === 0 ? (
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
          rows={redemptions.map((use) => ({
            key: String(use.id),
            cells: [
              deskInstant(use.burned_at, clock),
              deskDay(use.gaming_day, locale),
              venues.find(({ siteId }) => siteId === use.site_id)?.name ?? String(use.site_id),
              m.deskpeople_gift_code({ ending: use.code.slice(-4) }),
              use.reversed_at === null ? m.deskpeople_use_stands() : m.deskpeople_use_reversed(),
            ],
          }))}
        />
      )}
    </DeskSection>
  );
}

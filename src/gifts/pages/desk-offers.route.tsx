import { DeskEmpty, DeskList, DeskRow } from "../../operators/pages/desk-parts.tsx";
import { deskRequest } from "../../operators/pages/desk-request.server.ts";
import { deskLastMinute, deskState } from "../../operators/pages/desk-words.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { labelLines } from "../gift.ts";
import { offersOf, offerState } from "../operator-offers.server.ts";
import type { Route } from "./+types/desk-offers.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/offres': what this house offers and offered, the newest first. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale } = request;
  const isClosed = venue.policy.gifts === "none";
  const offers = isClosed ? [] : await offersOf(world, request);
  const clock = { locale, zone: venue.policy.timeZone };
  const isNew = (
    <a className="button button-venue" href="/desk/offres/nouvelle">
      {m.deskpeople_offer_new()}
    </a>
  );
  await showDeskPage(request, {
    title: m.deskpeople_offers(),
    lead: isClosed ? m.deskpeople_refused_no_gifts_here() : m.deskpeople_offers_lead(),
    actions: isClosed ? null : isNew,
    content:
      offers.length === 0 ? (
        <DeskEmpty>{isClosed ? m.deskpeople_offers_closed() : m.deskpeople_offers_none()}</DeskEmpty>
      ) : (
        <DeskList label={m.deskpeople_offers()}>
          {offers.map((offer) => (
            <DeskRow
              key={offer.id}
              href={`/desk/offres/${offer.id}`}
              title={labelLines(offer.label[locale]).join(" ")}
              facts={[
                deskState("target", offer.target ?? "all"),
                m.deskpeople_offer_counts({ issued: String(offer.issued), burned: String(offer.burned) }),
                ...(offer.expires_at === null
                  ? []
                  : [m.deskpeople_gift_until({ time: deskLastMinute(offer.expires_at, clock) })]),
              ].join(", ")}
              badge={deskState("offer_state", offerState(offer, world.now()))}
            />
          ))}
        </DeskList>
      ),
  });
  return null;
}

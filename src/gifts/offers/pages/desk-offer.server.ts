import type { DeskRequest } from "../../../venues/desk/request.server.ts";
import { deskLastMinute, deskState } from "../../../venues/desk/words.server.ts";
import { m } from "../../../messages/messages.js";
import { labelLines } from "../../gift.ts";
import { dayText, momentAt } from "../../../venues/language/dates.ts";
import { money } from "../../../venues/language/numbers.ts";
import { offerState, type offerAtDesk, type OperatorOffer } from "../operator-offers.server.ts";

type Shown = NonNullable<Awaited<ReturnType<typeof offerAtDesk>>>;

/** An offer as a row of the desk's list. */
export function offerLine({ world, locale, clock }: DeskRequest, offer: OperatorOffer) {
  const { id, label, target, issued, burned, expires_at: expiry } = offer;
  const properties = [
    deskState("target", target ?? "all"),
    m.deskpeople_offer_counts({ issued: String(issued), burned: String(burned) }),
    ...(expiry === null ? [] : [m.deskpeople_gift_until({ time: deskLastMinute(expiry, clock) })]),
  ];
  return {
    id,
    name: labelLines(label[locale]).join(" "),
    properties: properties.join(", "),
    state: deskState("offer_state", offerState(offer, world.now())),
  };
}

/** The properties of an offer as texts; null or undefined where there is nothing to show. */
export function offerProperties({ locale, clock }: DeskRequest, offer: OperatorOffer, state: string) {
  const { play_minor: play, expires_at: expiry, use_limit: limit, uses, burned } = offer;
  return {
    state: deskState("offer_state", state),
    type: deskState("offer_type", offer.type),
    play: play && money(play, offer.play_currency ?? "EUR", locale),
    target: deskState("target", offer.target ?? "all"),
    from: momentAt(offer.available_from ?? offer.created_at, clock, "short"),
    until: expiry && deskLastMinute(expiry, clock),
    issued: String(offer.issued),
    uses: limit === null ? String(burned) : m.deskpeople_offer_uses_of({ uses: String(uses), limit: String(limit) }),
    by: offer.created_by,
  };
}

/** One burn of a gift of an offer. Shows only the end of the code, because whoever knows the whole code can use the gift. */
export function burnView({ venues, locale, clock }: DeskRequest, burn: Shown["burns"][number]) {
  return {
    id: String(burn.id),
    time: momentAt(burn.burned_at, clock, "short"),
    day: dayText(burn.gaming_day, locale, "date"),
    place: venues.find(({ siteId }) => siteId === burn.site_id)?.name ?? String(burn.site_id),
    ending: burn.code.slice(-4),
    isReversed: burn.reversed_at !== null,
  };
}

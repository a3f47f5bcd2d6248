import * as deskPaths from "../../../staff/desk-paths.ts";
import { DeskLink } from "../../../ui/desk/link.tsx";
import { DeskPage } from "../../../venues/desk/page.tsx";
import { DeskEmpty, DeskList, DeskRow } from "../../../ui/desk/parts.tsx";
import { deskRequest } from "../../../venues/desk/request.server.ts";
import { m } from "../../../messages/messages.js";
import { offersOf } from "../operator-offers.server.ts";
import { offerLine } from "./desk-offer.server.ts";
import type { Route } from "./+types/desk-offers.route.ts";

export { deskHandle as handle, deskMeta as meta } from "../../../venues/desk/page.tsx";

/** `/desk/offres`: the venue's present and past offers, newest first. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue } = request;
  const isClosed = venue.policy.gifts === "none";
  const offers = isClosed ? [] : await offersOf(world, request);
  return { title: m.deskpeople_offers(), isClosed, offers: offers.map((offer) => offerLine(request, offer)) };
}

export default function DeskOffers({ loaderData: { title, isClosed, offers } }: Route.ComponentProps) {
  const another = (
    <DeskLink className="button button-venue" href={deskPaths.newOffer}>
      {m.deskpeople_offer_new()}
    </DeskLink>
  );
  return (
    <DeskPage
      title={title}
      lead={isClosed ? m.deskpeople_refused_no_gifts_here() : m.deskpeople_offers_lead()}
      actions={isClosed ? null : another}
    >
      {offers.length === 0 ? (
        <DeskEmpty>{isClosed ? m.deskpeople_offers_closed() : m.deskpeople_offers_none()}</DeskEmpty>
      ) : (
        <DeskList label={title}>
          {offers.map(({ id, name, properties, state }) => (
            <DeskRow key={id} href={deskPaths.offer(id)} title={name} properties={properties} badge={state} />
          ))}
        </DeskList>
      )}
    </DeskPage>
  );
}

import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { OffersView } from "../gifts/view.server.ts";
import { OffersContent } from "../gifts/pages/offers-content.tsx";
import { useFreshGifts } from "../gifts/pages/use-fresh-gifts.ts";

/** The content of the gifts popup: a list or one gift. It is refreshed, because a kiosk may burn a gift. */
export default function PopupOffers({ offers }: { offers: OffersView }) {
  const ref = useRef<HTMLDivElement>(null);
  const isLoading = useNavigation().state === "loading";
  const shown = "gift" in offers.body ? offers.body.gift.code : "";
  const before = useRef(shown);
  useFreshGifts(offers);
  useEffect(() => {
    const sheet = ref.current?.closest("dialog");
    if (before.current === shown || !sheet) return;
    before.current = shown;
    sheet.scrollTop = 0;
    sheet.focus();
  }, [shown]);
  return (
    <div className="offers" ref={ref} aria-busy={isLoading || undefined}>
      <OffersContent offers={offers} />
    </div>
  );
}

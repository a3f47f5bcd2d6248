import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { OffersView } from "../gifts/view.server.ts";
import { OffersContent } from "../gifts/pages/offers-content.tsx";
import { useFreshGifts } from "../gifts/pages/use-fresh-gifts.ts";

/** What stands in the sheet of the gifts: a list or one gift, kept up to date with what happens at a kiosk. */
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

import { m } from "../../paraglide/messages.js";
import { popupAddress } from "../../ui/popup-link.tsx";
import { SheetTop } from "../../ui/sheet-top.tsx";
import type { CardView } from "../card-view.server.ts";
import { CardContent, type Invite } from "./card-content.tsx";
import { PlainWalletForm } from "./wallet-form.tsx";

type CardSheetProps = {
  invite: Invite | null;
  card: CardView | null;
  /** Path and query of the page under it. */
  address: string;
};

/** popup=Card (section 2.7), open as the server shows it at its own address; a script takes the dialog from there. */
export function CardSheet({ card, invite, address }: CardSheetProps) {
  const menuHref = popupAddress(address, "Menu", { reverse: "true" });
  return (
    <>
      <a className="sheet-scrim" href={address} aria-hidden="true" tabIndex={-1} />
      <dialog className="sheet on-paper" id="card-sheet" aria-labelledby="card-sheet-title" data-popup-sheet open>
        <SheetTop id="card-sheet-title" title={m.card_title()} backHref={menuHref} closeHref={address} thenMenu />
        <div className="sheet-body" data-card={card === null ? "waiting" : ""}>
          <CardContent
            card={card}
            invite={invite}
            walletForm={card === null ? null : <PlainWalletForm isTemporary={card.isTemporary} />}
          />
        </div>
      </dialog>
    </>
  );
}

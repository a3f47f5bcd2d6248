import { popupOver } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { ReferralInvite } from "../../gifts/pages/referral-invite.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SheetTop } from "../../ui/sheet-top.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import type { CardView } from "../card-view.server.ts";
import { CardFace } from "./card-face.tsx";
import { WalletForm } from "./wallet-form.tsx";

type CardSheetProps = {
  /** What a member gives to whoever they bring (G122); null where there is none. */
  invite: { code: string; href: string } | null;
  /** Null while there is nothing to show: a loader stands in its place. */
  card: CardView | null;
  /** Path and query of the page under it. */
  address: string;
};

/** popup=Card (section 2.7), open as the server shows it at its own address; a script takes the dialog from there. */
export function CardSheet({ card, invite, address }: CardSheetProps) {
  const menuHref = `${popupOver(address, "Menu")}&reverse=true`;
  return (
    <>
      <a className="sheet-scrim" href={address} aria-hidden="true" tabIndex={-1} />
      <dialog className="sheet on-paper" id="card-sheet" aria-labelledby="card-sheet-title" data-popup-sheet open>
        <SheetTop id="card-sheet-title" title={m.card_title()} backHref={menuHref} closeHref={address} thenMenu />
        <div className="sheet-body" data-card={card === null ? "waiting" : ""}>
          {card === null ? <Waiting /> : <CardBody card={card} />}
          {invite !== null && <ReferralInvite invite={invite} />}
        </div>
      </dialog>
    </>
  );
}

/** Everything below the sheet's title. */
export function CardBody({ card }: { card: CardView }) {
  return (
    <>
      <CardFace card={card} />
      <div className="card-use">
        <p className="quiet">{card.isTemporary ? m.card_use_temporary() : m.card_use()}</p>
        <WalletForm isTemporary={card.isTemporary} />
      </div>
      {card.isBirthdayNear && (
        <p className="card-note">
          <Icon name="cake" />
          <span>{card.hasBirthdayGift ? m.card_birthday_gift() : m.card_birthday()}</span>
        </p>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className="card-waiting" role="status">
      <Ornament shape="sun" />
      <p>{m.card_waiting()}</p>
      <a className="link unscripted" href="?popup=Card">
        {m.card_waiting_again()}
      </a>
    </div>
  );
}

import type { ReactNode } from "react";
import { ReferralInvite } from "../gifts/referral/invite.tsx";
import { m } from "../messages/messages.js";
import { AccountIcon } from "../ui/icons/account-icon.tsx";
import { Ornament } from "../ui/ornament/ornament.tsx";
import type { CardView } from "../loyalty/card-view.server.ts";
import { CardFace } from "../loyalty/pages/card-face.tsx";

/** The referral code and link that a member gives to a friend. */
export type Invite = { code: string; href: string };

type CardContentProps = {
  /** Null while the card is being made: a loader stands in its place. */
  card: CardView | null;
  invite: Invite | null;
  walletForm: ReactNode;
};

/** The content of the card popup, below its head. */
export function CardContent({ card, invite, walletForm }: CardContentProps) {
  return (
    <>
      {card === null ? (
        <Waiting />
      ) : (
        <>
          <CardFace card={card} />
          <div className="card-use">
            <p className="quiet">{card.isTemporary ? m.card_use_temporary() : m.card_use()}</p>
            {walletForm}
          </div>
          {card.isBirthdayNear && <Birthday hasGift={card.hasBirthdayGift} />}
        </>
      )}
      {invite !== null && <ReferralInvite invite={invite} />}
    </>
  );
}

function Birthday({ hasGift }: { hasGift: boolean }) {
  return (
    <p className="card-note">
      <AccountIcon name="cake" />
      <span>{hasGift ? m.card_birthday_gift() : m.card_birthday()}</span>
    </p>
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

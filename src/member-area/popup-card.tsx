import { useMatches } from "react-router";
import { ReferralInvite } from "../gifts/referral/invite.tsx";
import type { CardView } from "../loyalty/card-view.server.ts";
import { CardFace } from "../loyalty/pages/card-face.tsx";
import { AddPassForm } from "../loyalty/pages/add-pass-form.tsx";
import { m } from "../messages/messages.js";
import { usePoll } from "../ui/hooks/use-poll.ts";
import { useRefresh } from "../ui/hooks/use-refresh.ts";
import { AccountIcon } from "../ui/icons/account-icon.tsx";
import { Ornament } from "../ui/ornament/ornament.tsx";

const ASK_AGAIN_MS = 3_000;

type PopupCardProps = {
  /** Null while the card is being made: a loader stands in its place, and the card is asked for again until it is there. */
  card: CardView | null;
  /** The referral code and link that a member gives to a friend. */
  invite: { code: string; href: string } | null;
};

/** The content of the card popup, below its head. */
export default function PopupCard({ card, invite }: PopupCardProps) {
  // The layout's loader provides the popup's data.
  const layout = useMatches()[1]?.id;
  usePoll(useRefresh(layout), { everyMs: card === null ? ASK_AGAIN_MS : null });
  return (
    <>
      {card === null ? (
        <Waiting />
      ) : (
        <>
          <CardFace card={card} />
          <div className="card-use">
            <p className="quiet">{card.isTemporary ? m.card_use_temporary() : m.card_use()}</p>
            <AddPassForm isTemporary={card.isTemporary} />
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

import type { CardView } from "../../card-view.server.ts";
import { BalanceLine } from "../../pages/balance-line.tsx";
import { CardFace, CardObject } from "../../pages/card-face.tsx";

/** A member's part of the landing page. `balance` is decimal euros ('12.30'). */
export type ChoiceMemberView = {
  /** Null while the card is being created. */
  card: CardView | null;
  balance: string;
  /** What expires next, or what is owed. */
  remark: string | null;
};

/** Shown to members above the text: the card with its code, the balance, and what of it expires next. */
export function ChoiceMember({ member, program }: { member: ChoiceMemberView; program: string }) {
  const { card, balance, remark } = member;
  return (
    <div className="choice-member">
      {card === null ? <CardObject program={program} /> : <CardFace card={card} />}
      <BalanceLine balance={balance} />
      {remark !== null && <p className="small quiet">{remark}</p>}
    </div>
  );
}

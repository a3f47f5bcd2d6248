import type { CardView } from "../../card-view.server.ts";
import { BalanceLine } from "../../pages/balance-line.tsx";
import { CardFace, CardObject } from "../../pages/card-face.tsx";

/** A member's part of the landing page. `balance` is decimal euros ('12.30'). */
export type ChoiceMemberView = {
  /** Null while it is on its way. */
  card: CardView | null;
  balance: string;
  /** What is over next, or what is owed. */
  remark: string | null;
};

/** Above the pitch, for who is a member: the card with its code, the balance, and what of it is over next. */
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

import { m } from "../../messages/messages.js";
import type { MovementKind } from "../balance/movements.ts";
import type { StatementLine } from "../balance/statement.server.ts";

const WORDS: Record<Exclude<MovementKind, "reversal">, () => string> = {
  slots: m.loyalty_kind_slots,
  elec: m.loyalty_kind_elec,
  bje: m.loyalty_kind_bje,
  ra: m.loyalty_kind_ra,
  bj: m.loyalty_kind_bj,
  uth: m.loyalty_kind_uth,
  thp: m.loyalty_kind_thp,
  restaurant: m.loyalty_kind_restaurant,
  hotel: m.loyalty_kind_hotel,
  referral: m.loyalty_kind_referral,
  referral_share: m.loyalty_kind_referral_share,
  spending: m.loyalty_kind_spending,
  expiry: m.loyalty_kind_expiry,
};

/** The name of a movement in the reader's language. */
export function movementWords({ kind, takenBack }: Pick<StatementLine, "kind" | "takenBack">): string {
  if (kind === "reversal") return m.loyalty_kind_reversal({ kind: wordOf(takenBack ?? "") });
  return wordOf(kind);
}

function wordOf(kind: string): string {
  return (WORDS as Partial<Record<string, () => string>>)[kind]?.() ?? m.loyalty_kind_other();
}

/** The names of the refusals of this room's verbs that the floor calls. */
export type LoyaltyRefusal =
  | "UNKNOWN_CARD"
  | "UNKNOWN_EARNING"
  | "ALREADY_MEMBER"
  | "CARD_BLOCKED"
  | "CARD_ENDED"
  | "CARD_INSERTED"
  | "CARD_NOT_INSERTED"
  | "CARD_REPLACED"
  | "CARD_TAKEN"
  | "CHECK_UNAVAILABLE"
  | "EARNING_REVERSED"
  | "INSUFFICIENT_BALANCE"
  | "NOT_READY";

/** A refusal by its name, with the state that it met. The floor's API knows the HTTP status of each name. */
export type FloorRefused = { refusal: LoyaltyRefusal; status?: string; balance?: string };

/** The answer for a card that may not be used, whether its holder is disabled, erased, excluded or too young: an exclusion is private. */
export const CARD_BLOCKED: FloorRefused = { refusal: "CARD_BLOCKED", status: "blocked" };

export const UNKNOWN_CARD: FloorRefused = { refusal: "UNKNOWN_CARD" };

export function refused(refusal: LoyaltyRefusal, status: string): FloorRefused {
  return { refusal, status };
}

/** The outcome of a verb that the floor calls: the body of the answer, a refusal, or all problems of the fields. */
export type FloorOutcome<Body extends object = object> =
  | { ok: Body }
  | FloorRefused
  | { problems: { key: string; message: string }[] };

import type { GiftRefusal } from "../gifts/burns.server.ts";
import type { LoyaltyRefusal } from "../loyalty/floor-outcome.ts";
import { REFUSAL_STATUS, type RefusalKind } from "../platform/refusal-kinds.ts";
import type { CashRefusal } from "../wallet/cash.server.ts";

type OwnRefusal =
  | "WRONG_KEY"
  | "NOT_ALLOWED"
  | "CARD_NOT_ACTIVE"
  | "EVENT_ID_REUSED"
  | "TOO_MANY_LOOK_UPS"
  | "TOO_MANY_UNKNOWN_CODES";
type FloorRefusal = OwnRefusal | LoyaltyRefusal | GiftRefusal | CashRefusal;

/** Every refusal of the floor API by its name; `platform/refusal-kinds.ts` has the HTTP status of each kind. */
const KINDS: Record<FloorRefusal, RefusalKind> = {
  WRONG_KEY: "unauthenticated",
  NOT_ALLOWED: "forbidden",
  UNKNOWN_CARD: "not_found",
  UNKNOWN_CODE: "not_found",
  UNKNOWN_EARNING: "not_found",
  NO_WALLET: "not_found",
  ALREADY_MEMBER: "conflict",
  CARD_BLOCKED: "conflict",
  CARD_ENDED: "conflict",
  CARD_INSERTED: "conflict",
  CARD_NOT_ACTIVE: "conflict",
  CARD_NOT_INSERTED: "conflict",
  CARD_REPLACED: "conflict",
  CARD_TAKEN: "conflict",
  CHECK_UNAVAILABLE: "conflict",
  DAILY_CAP: "conflict",
  EARNING_REVERSED: "conflict",
  EVENT_ID_REUSED: "conflict",
  INSUFFICIENT_BALANCE: "conflict",
  INSUFFICIENT_FUNDS: "conflict",
  LIMIT_REACHED: "conflict",
  MEMBERS_ONLY: "conflict",
  NOT_AVAILABLE: "conflict",
  NOT_HERE: "conflict",
  NOT_READY: "conflict",
  NOT_REVERSIBLE: "conflict",
  NOT_USABLE: "conflict",
  OTHER_HOLDER: "conflict",
  TOO_MANY_LOOK_UPS: "rate_limited",
  TOO_MANY_UNKNOWN_CODES: "rate_limited",
};

/** The outcome of a floor call: the body of a success, a refusal with the state that it met, or all problems. */
export type Outcome =
  | { ok: object }
  | { refusal: FloorRefusal; status?: string; balance?: string }
  | { problems: { key: string; message: string }[] };

/** An answer as it is sent and stored for repeats. */
export type FloorReply = { status: number; body: object };

export function replyOf(outcome: Outcome): FloorReply {
  if ("ok" in outcome) return { status: 200, body: outcome.ok };
  if ("problems" in outcome) return { status: 422, body: { error: outcome.problems } };
  const { refusal: error, ...state } = outcome;
  return { status: REFUSAL_STATUS[KINDS[error]], body: { error, ...state } };
}

import type { Transaction } from "../../platform/database/database.server.ts";
import { hit, hitsOf, type LimitKey, type LimitWindow } from "../../platform/http/limits.server.ts";
import type { World } from "../../platform/world.ts";
import { tooMany, type Refusal } from "../contract.ts";
import { RESEND_SECONDS } from "./codes.server.ts";
import type { MobileNumber } from "./number.server.ts";

/** For each number, whoever asks: one a minute, 3 in ten minutes, 5 a day. */
const TO_A_NUMBER: LimitWindow[] = [
  { limit: 1, seconds: RESEND_SECONDS },
  { limit: 3, seconds: 600 },
  { limit: 5, seconds: 86_400 },
];
const FROM_A_BLOCK: LimitWindow[] = [{ limit: 20, seconds: 86_400 }];
/** For ten thousand neighbouring numbers: SMS fraud sends to ranges that pay the attacker, so it stays in one range. */
const TO_A_RANGE: LimitWindow[] = [
  { limit: 100, seconds: 3600 },
  { limit: 300, seconds: 86_400 },
];
const TO_A_COUNTRY: LimitWindow[] = [{ limit: 2_000, seconds: 3600 }];
/** A range or country whose budget is used up is closed for this long. */
const BREAKER_SECONDS = 3600;

/** Thrown inside the transaction that counts, so that the counts before it are rolled back. */
export class SendLimitReached extends Error {
  override name = "SendLimitReached";
  readonly retryAfterSeconds: number;
  /** The exhausted budget of a range or country; null where the limit of a number or network was reached. */
  readonly budget: LimitKey | null;
  constructor(retryAfterSeconds: number, budget: LimitKey | null) {
    super("No more messages for now");
    this.retryAfterSeconds = retryAfterSeconds;
    this.budget = budget;
  }
}

/** Counts one message to a number in the caller's transaction. Throws SendLimitReached where a limit is full; nothing is counted then. */
export async function countMessage(
  world: World,
  tx: Transaction,
  { e164, country }: MobileNumber,
  block: string,
): Promise<void> {
  const budgets: [LimitKey, LimitWindow[]][] = [
    [["sms range", e164.slice(0, -4)], TO_A_RANGE],
    [["sms country", country], TO_A_COUNTRY],
  ];
  for (const [budget] of budgets) {
    const trip = (await hitsOf(world, tx, breakerOf(budget), BREAKER_SECONDS)).at(-1);
    if (trip !== undefined)
      throw new SendLimitReached(Math.ceil((trip - world.now().getTime()) / 1000) + BREAKER_SECONDS, null);
  }
  const personal: [LimitKey, LimitWindow[]][] = [
    [["sms number", e164], TO_A_NUMBER],
    [["sms block", block], FROM_A_BLOCK],
  ];
  for (const [key, windows] of [...personal, ...budgets]) {
    const counted = await hit(world, tx, key, windows);
    if (!counted.isAllowed) throw new SendLimitReached(counted.retryAfterSeconds, isBudget(key) ? key : null);
  }
}

/** The refusal for a reached limit. Closes the range or country whose budget is used up. */
export async function limitRefusal(world: World, reached: SendLimitReached): Promise<Refusal> {
  if (reached.budget !== null) {
    const opened = await hit(world, world.database.db, breakerOf(reached.budget), [
      { limit: 1, seconds: BREAKER_SECONDS },
    ]);
    if (opened.isAllowed) world.log.warn({ budget: reached.budget[0] }, "an SMS budget is used up");
    world.metrics.count("sms_breaker_total");
  }
  return tooMany(reached).refusal;
}

function isBudget([name]: LimitKey): boolean {
  return name === "sms range" || name === "sms country";
}

function breakerOf([name, ...parts]: LimitKey): LimitKey {
  return [`${name} breaker`, ...parts];
}

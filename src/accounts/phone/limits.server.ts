import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/mobile";
import type { Transaction } from "../../platform/database/database.server.ts";
import {
  hitAll,
  hitsOf,
  secondsUntilAllowed,
  hit,
  type LimitKey,
  type LimitWindow,
} from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import { COUNTRY_POLICIES } from "../../venues/law/country-policy.ts";
import { tooMany, type Refusal } from "../contract.ts";
import type { Member } from "../member.ts";
import { RESEND_SECONDS } from "./codes.server.ts";
import type { MobileNumber } from "./number.server.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** A pending account is erased after 90 days at the latest, so this is all its life. */
const LIFE_SECONDS = 90 * DAY_SECONDS;
/** Somebody whose address is not confirmed may be anybody, and can make any number of accounts. */
const OF_A_PENDING_ACCOUNT: LimitWindow[] = [{ limit: 2, seconds: LIFE_SECONDS }];
const OF_A_CONFIRMED_ACCOUNT: LimitWindow[] = [{ limit: 5, seconds: DAY_SECONDS }];
/** For each number, whoever asks: one a minute, 3 in ten minutes, 5 a day. */
const TO_A_NUMBER: LimitWindow[] = [
  { limit: 1, seconds: RESEND_SECONDS },
  { limit: 3, seconds: 600 },
  { limit: 5, seconds: DAY_SECONDS },
];
/** IPv4 by /24, IPv6 by /48. */
const FROM_A_NETWORK: LimitWindow[] = [{ limit: 20, seconds: DAY_SECONDS }];
/** Limits for ten thousand neighbouring numbers, because SMS fraud sends to numbers of one range, for which the attacker is paid. */
const TO_A_RANGE: LimitWindow[] = [
  { limit: 100, seconds: HOUR_SECONDS },
  { limit: 300, seconds: DAY_SECONDS },
];
/**
 * How many messages may go to the numbers of one prefix (+33) in an hour. Staff are told when half of them are used up. When all are,
 * an account that had a message within a day gets no other one. When twice as many are, no account gets one.
 */
const PREFIX_BUDGET = { ofOurCountries: 600, ofOthers: 20 } as const;
/** A range whose budget is used up is closed for this long. */
const BREAKER_SECONDS = HOUR_SECONDS;

/** Thrown inside the transaction that counts, so that nothing is counted. */
export class SendLimitReached extends Error {
  override name = "SendLimitReached";
  readonly retryAfterSeconds: number;
  readonly reason: Reason;
  /** The range or prefix whose budget is used up; null where another limit was reached. */
  readonly budget: LimitKey | null;
  constructor(retryAfterSeconds: number, reason: Reason, budget: LimitKey | null) {
    super("No more messages for now");
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
    this.budget = budget;
  }
}
type Reason = "account" | "number" | "network" | "range" | "prefix";
type Limit = { reason: Reason; key: LimitKey; windows: readonly LimitWindow[] };

/**
 * Counts one message to a number in the caller's transaction, before it is sent, in one statement. Throws SendLimitReached where a
 * limit is full; nothing is counted then. `block` is the network. With `isSent` false nothing will be sent: only account and network are
 * counted, and only their limits refuse. The caller tells staff, once the transaction has committed, where the prefix has just used half
 * of its budget.
 */
export async function countMessage(
  world: World,
  tx: Transaction,
  { e164, country }: MobileNumber,
  { accountId, isEmailValid }: Pick<Member, "accountId" | "isEmailValid">,
  { block, isSent }: { block: string; isSent: boolean },
): Promise<{ halfOf: string | null }> {
  const at = world.now();
  const prefix = prefixOf(country);
  const budget = budgetOf(prefix);
  const range: LimitKey = ["sms range", e164.slice(0, -4)];
  if (isSent) await refuseClosed(world, tx, range);
  const all: Limit[] = [
    { reason: "prefix", key: ["sms prefix", prefix], windows: [{ limit: 2 * budget, seconds: HOUR_SECONDS }] },
    { reason: "range", key: range, windows: TO_A_RANGE },
    { reason: "network", key: ["sms block", block], windows: FROM_A_NETWORK },
    {
      reason: "account",
      key: ["sms account", accountId],
      windows: isEmailValid ? OF_A_CONFIRMED_ACCOUNT : OF_A_PENDING_ACCOUNT,
    },
    { reason: "number", key: ["sms number", e164], windows: TO_A_NUMBER },
  ];
  const limits = isSent ? all : all.filter(({ reason }) => reason === "network" || reason === "account");
  const counted = limits.map(({ key, windows }) => ({ key, seconds: Math.max(...windows.map((one) => one.seconds)) }));
  const earlier = await hitAll(world, tx, counted, at);
  // The narrowest reason first: it is the one that the member can do something about.
  for (const [index, { reason, key, windows }] of [...limits.entries()].toReversed()) {
    const seconds = secondsUntilAllowed(earlier[index] ?? [], windows, at);
    if (seconds > 0) throw new SendLimitReached(seconds, reason, isBudget(reason) ? key : null);
  }
  if (!isSent) return { halfOf: null };
  const hitsBefore = (reason: Reason) => earlier[limits.findIndex((limit) => limit.reason === reason)] ?? [];
  const hadOne = hitsBefore("account").some((one) => one > at.getTime() - DAY_SECONDS * 1000);
  const inHour = hitsBefore("prefix");
  const wait = hadOne ? secondsUntilAllowed(inHour, [{ limit: budget, seconds: HOUR_SECONDS }], at) : 0;
  if (wait > 0) throw new SendLimitReached(wait, "prefix", ["sms prefix", prefix]);
  return { halfOf: inHour.length + 1 === Math.ceil(budget / 2) ? prefix : null };
}

async function refuseClosed(world: World, tx: Transaction, range: LimitKey): Promise<void> {
  const trip = (await hitsOf(world, tx, breakerOf(range), BREAKER_SECONDS)).at(-1);
  if (trip === undefined) return;
  const seconds = Math.ceil((trip - world.now().getTime()) / 1000) + BREAKER_SECONDS;
  throw new SendLimitReached(seconds, "range", null);
}

/** Tells staff that a prefix has used half of its budget: in the log, in /metrics and on the desk's first page. */
export function reportHalfUsed(world: World, prefix: string): void {
  world.metrics.count(`sms_half_budget_total{prefix="${prefix}"}`);
  world.log.error({ prefix, budget: budgetOf(prefix) }, "half of an hour's text messages to a prefix are used up");
}

/** The refusal for a reached limit. Closes the range whose budget is used up. */
export async function limitRefusal(world: World, { reason, budget, ...reached }: SendLimitReached): Promise<Refusal> {
  if (budget !== null) world.metrics.count("sms_breaker_total");
  if (budget !== null && reason === "range") {
    const windows = [{ limit: 1, seconds: BREAKER_SECONDS }];
    const opened = await hit(world, world.database.db, breakerOf(budget), windows);
    if (opened.isAllowed) world.log.warn({ budget: budget[0] }, "an SMS budget is used up");
  }
  const { refusal } = tooMany(reached);
  const isForLife = reason === "account" && reached.retryAfterSeconds > DAY_SECONDS;
  return isForLife ? { ...refusal, error: "account_refused_sms_unconfirmed" } : refusal;
}

export type PrefixUse = { prefix: string; used: number; budget: number };

/** The prefixes of the accepted countries that have used half of their budget, or more, within the last hour. */
export async function prefixesInUse(world: World): Promise<PrefixUse[]> {
  const prefixes = [...new Set(world.config.phoneCountries.map(prefixOf))];
  const uses = await Promise.all(
    prefixes.map(async (prefix) => {
      const hits = await hitsOf(world, world.database.db, ["sms prefix", prefix], HOUR_SECONDS);
      return { prefix, used: hits.length, budget: budgetOf(prefix) };
    }),
  );
  return uses.filter(({ used, budget }) => used >= Math.ceil(budget / 2));
}

function prefixOf(country: string): string {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : country;
}

/** The countries in which the group has casinos are those that have a policy. */
function budgetOf(prefix: string): number {
  const isOurs = Object.keys(COUNTRY_POLICIES).some((country) => prefixOf(country) === prefix);
  return isOurs ? PREFIX_BUDGET.ofOurCountries : PREFIX_BUDGET.ofOthers;
}

function isBudget(reason: Reason): boolean {
  return reason === "range" || reason === "prefix";
}

function breakerOf([name, ...parts]: LimitKey): LimitKey {
  return [`${name} breaker`, ...parts];
}

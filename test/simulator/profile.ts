import type { Chance } from "./chance.ts";

/** The properties of a seed's world. In a calm one only webhooks fail, so a payment must be right within a minute. */
export type Profile = ReturnType<typeof profileOf>;

const MINUTE_MS = 60_000;

export function profileOf(chance: Chance) {
  const isCalm = chance.is(0.3);
  const rate = (...rates: number[]) => (isCalm ? 0 : chance.pick(rates));
  return {
    isCalm,
    members: chance.pick([1, 1, 2]),
    wallets: chance.pick([1, 2]),
    limitMinor: chance.pick([15_000, 40_000, 200_000]),
    orders: chance.between(1, 3),
    /** The time between two orders: often short, sometimes more than a day. */
    apartMs: chance.pick([2_000, MINUTE_MS, 20 * MINUTE_MS, 26 * 60 * MINUTE_MS]),
    doubles: chance.pick([0, 0, 0.6]),
    notices: {
      lost: chance.pick([0, 0, 0.3, 1]),
      twice: chance.pick([0, 0.5]),
      late: chance.pick([0, 0.4, 0.9]),
      lateMs: chance.pick([2_000, 2 * MINUTE_MS, 40 * MINUTE_MS]),
      /** The probability of false claims. */
      isFalse: chance.pick([0, 0, 0.3]),
    },
    bank: {
      dropped: rate(0, 0, 0.1, 0.3),
      lost: rate(0, 0, 0.1, 0.4),
      refusesOrders: rate(0, 0, 0, 0.2),
      refusesRefunds: rate(0, 0, 0, 0.5),
      outages: rate(0, 0, 1),
    },
    database: {
      die: rate(0, 0.004, 0.02),
      lost: rate(0, 0.004, 0.02),
      again: rate(0, 0.1),
    },
    kills: rate(0, 1, 2),
    skewMs: isCalm ? [0, 0] : [chance.between(-MINUTE_MS, MINUTE_MS), chance.between(-MINUTE_MS, MINUTE_MS)],
    floor: chance.pick([0, 1, 3]),
    insertions: chance.pick([0, 0, 1]),
    exclusions: chance.pick([0, 0, 0, 1]),
    silences: rate(0, 0, 1),
    pins: chance.is(0.1) ? chance.between(3, 7) : 0,
    polls: chance.between(0, 2),
    /** How often staff look at open work, and how often they return a credit. */
    looks: chance.pick([2, 2, 5]),
    returns: chance.pick([0, 0, 1, 3]),
  };
}

/** How a payer's visit to the bank ends. */
export const ENDINGS = [
  ...Array.from({ length: 10 }, () => "paid" as const),
  "paid by another",
  "paid by the holder",
  "paid less",
  "paid more",
  "paid untold",
  "paid in francs",
  "cancelled",
  "cancelled",
  "cancelled, then paid",
  "failed",
  "failing",
  "failing, then paid",
  "expired",
  "expired, then paid",
  "nothing",
] as const;
export type Ending = (typeof ENDINGS)[number];

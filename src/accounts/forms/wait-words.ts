import type { Locale } from "../../venues/contract.ts";

const STEPS = [
  { unit: "second", seconds: 1, until: 90 },
  { unit: "minute", seconds: 60, until: 5_400 },
  { unit: "hour", seconds: 3_600, until: Number.POSITIVE_INFINITY },
] as const;

/** A waiting time in one rounded-up unit: "50 secondes", "7 minutes", "23 hours". */
export function waitWords(wait: number, locale: Locale): string {
  const { unit, seconds } = STEPS.find(({ until }) => wait < until) ?? STEPS[2];
  const words = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return words.format(Math.ceil(wait / seconds));
}

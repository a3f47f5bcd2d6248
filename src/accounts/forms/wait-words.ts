import type { Locale } from "../../venues/contract.ts";

const STEPS = [
  { seconds: 1, until: 90, fr: "seconde", en: "second" },
  { seconds: 60, until: 5_400, fr: "minute", en: "minute" },
  { seconds: 3_600, until: Number.POSITIVE_INFINITY, fr: "heure", en: "hour" },
] as const;

/** A waiting time in one rounded-up unit: "50 secondes", "7 minutes", "23 hours". */
export function waitWords(wait: number, locale: Locale): string {
  const step = STEPS.find(({ until }) => wait < until) ?? STEPS[2];
  const count = Math.ceil(wait / step.seconds);
  const isOne = locale === "fr" ? count < 2 : count === 1;
  return `${count}\u00a0${step[locale]}${isOne ? "" : "s"}`;
}

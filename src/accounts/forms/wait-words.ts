import { m } from "../../messages/messages.js";
import type { Locale } from "../../venues/contract.ts";

/**
 * The sentence after a request for a mail: that it was sent (`sent`) and by when it arrives or, where it has to wait, when it leaves at
 * the earliest. Requests by others for the same address may delay it by ten minutes more; saying so would reveal that there were any.
 */
export function sentMailWords(sent: string, waitSeconds: number, locale: Locale): string {
  if (waitSeconds > 0) return mailWaitsWords(waitSeconds, locale);
  return `${sent} ${m.account_mail_soon({}, { locale })}`;
}

export function mailWaitsWords(waitSeconds: number, locale: Locale): string {
  return m.account_mail_waits({ wait: waitWords(waitSeconds, locale) }, { locale });
}

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

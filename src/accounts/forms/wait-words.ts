import { m } from "../../messages/messages.js";
import type { Locale } from "../../venues/contract.ts";

/**
 * That a mail was sent (`sent`) and by when it arrives; where it has to wait, when it leaves at the
 * earliest: what others ask for at the address may add ten minutes, which nobody is told.
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

import { describe, expect, it } from "vitest";
import * as accountMails from "../../src/accounts/mails/account-mails.server.ts";
import * as emailChangeMails from "../../src/accounts/mails/email-change-mails.server.ts";
import * as profileMails from "../../src/accounts/mails/profile-mails.server.ts";
import { askedMail } from "../../src/mail/composed.server.ts";
import type { MailFrame } from "../../src/mail/sender.server.ts";
import { m } from "../../src/messages/messages.js";
import type { Mail } from "../../src/platform/gateways/messages.ts";
import type { Country, Locale } from "../../src/venues/contract.ts";
import { COUNTRY_POLICIES } from "../../src/venues/law/country-policy.ts";
import { forbiddenLinesIn } from "../../src/venues/law/forbidden-lines.ts";
import * as walletMails from "../../src/wallet/payments/mails.server.ts";

/** The answer to requests of every kind, in one mail. */
const answerMail = (frame: MailFrame) =>
  askedMail(
    frame,
    [
      accountMails.confirmationWords(frame, "token"),
      accountMails.alreadyRegisteredWords(frame),
      accountMails.resetWords(frame, "token"),
      accountMails.linkWords(frame, "Facebook", "token"),
      accountMails.continueWords(frame, "Facebook", "token"),
    ],
    3,
  );
const MAILS = { ...accountMails, answerMail, ...emailChangeMails, ...profileMails, ...walletMails };
type Named<Name> = Name extends `queue${string}` ? never : Name extends `${string}Mail` ? Name : never;
type Rest<Function> = Function extends (frame: MailFrame, ...rest: infer Args) => unknown ? Args : never;

/** Every mail of the product with an example of what it says. The compiler refuses a list in which one is missing. */
const EXAMPLES: { [Name in keyof typeof MAILS as Named<Name>]: Rest<(typeof MAILS)[Name]> } = {
  answerMail: [],
  passwordChangedMail: [["Facebook"]],
  linkedMail: ["Google"],
  agreeAtNewAddressMail: ["token"],
  addressInUseMail: [],
  agreeAtOldAddressMail: ["lea@example.com", "token"],
  welcomeAtNewAddressMail: [{ token: "token", keepsProviders: true }],
  addressChangedMail: ["lea@example.com"],
  phoneChangedMail: [],
  deletionMail: [new Date("2026-12-24T10:00:00Z"), ["Port-Sérac"]],
  erasedMail: [],
  inactiveMail: [new Date("2026-12-24T10:00:00Z"), ["Port-Sérac", "Valombre"]],
  receiptMail: [
    {
      uuid: "c0ffee00-0000-4000-8000-000000000001",
      amountMinor: 5_000n,
      balanceMinor: 12_000n,
      at: new Date("2026-11-23T20:14:00Z"),
    },
  ],
  refundMail: [{ uuid: "c0ffee00-0000-4000-8000-000000000001", amountMinor: 5_000n, why: m.wallet_mail_back_amount }],
};

/** What every mail of a country must say, in text and HTML. */
const REQUIRED: Record<Country, RegExp[]> = {
  FR: [/moins de 18\s?ans|under 18/, /09\s74\s75\s13\s13/],
  CH: [/moins de 18\s?ans|under 18/],
  BE: [/ 21\+/, /moins de 21\s?ans|under 21/, /https:\/\/www\.arretezatemps\.be/, /https:\/\/www\.stopoptijd\.be/],
};

describe.each(["FR", "CH", "BE"] as const)("every mail of a venue in %s", (country) => {
  it.each(Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[])(
    "says what the law asks for and nothing forbidden: %s",
    (name) => {
      for (const locale of ["fr", "en"] as const) {
        const { subject, text, html } = mail(name, frameOf(country, locale));
        for (const words of [text, html]) for (const required of REQUIRED[country]) expect(words).toMatch(required);
        expect(forbiddenLinesIn(country, `${subject} ${text}`).filter(({ isRefused }) => isRefused)).toEqual([]);
      }
    },
  );
});

function frameOf(country: Country, locale: Locale): MailFrame {
  const { gamblingWarning, minimumAge, timeZone } = COUNTRY_POLICIES[country];
  const sender = {
    name: "Casino",
    origin: "https://casino.example",
    host: "casino.example",
    color: "#7a1f2b",
    support: "accueil@casino.example",
    picture: null,
    publisher: ["Société du Casino SA", "1, quai des Cygnes, 74990 Port-Sérac"],
    phone: "+33465712051",
    timeZone,
    minimumAge,
    gamblingWarning: gamblingWarning?.name ?? null,
  };
  return { sender, locale, firstname: "Léa", to: "lea@example.com" };
}

function mail(name: keyof typeof EXAMPLES, frame: MailFrame): Omit<Mail, "id"> {
  const write = MAILS[name] as (frame: MailFrame, ...rest: unknown[]) => Omit<Mail, "id">;
  return write(frame, ...EXAMPLES[name]);
}

it("says after each of several links how long that link lasts", () => {
  const { text } = askedMail(
    frameOf("FR", "en"),
    [
      accountMails.resetWords(frameOf("FR", "en"), "newest"),
      accountMails.confirmationWords(frameOf("FR", "en"), "older"),
    ],
    2,
  );
  const said = [...text.matchAll(/token=\w+|works once, for [\w ]+/g)].map(([words]) => words);
  expect(said).toEqual(["token=older", "works once, for 48 hours", "token=newest", "works once, for one hour"]);
});

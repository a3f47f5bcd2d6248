import { GROUP } from "../../venues/group.ts";
import * as paths from "../../venues/paths.ts";
import { dayAt } from "../../venues/language/dates.ts";
import { m } from "../../messages/messages.js";
import type { Mail } from "../../platform/gateways/messages.ts";
import { composed, link } from "../../mail/composed.server.ts";
import type { MailFrame } from "../../mail/sender.server.ts";

type Unsent = Omit<Mail, "id">;

/** Sent after the change, so that the holder notices a stranger's. */
export function phoneChangedMail(frame: MailFrame): Unsent {
  const { locale } = frame;
  return composed(frame, {
    subject: m.account_mail_phone_subject({}, { locale }),
    paragraphs: [m.account_mail_phone_text({}, { locale })],
    button: null,
    notes: [m.account_mail_not_you({}, { locale })],
    why: m.members_mail_why_security({}, { locale }),
  });
}

/** Deletion was requested: when it takes effect, how to stop it, and that money at the named casinos delays it. */
export function deletionMail(frame: MailFrame, erasedAt: Date, moneyAt: string[]): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject: m.account_mail_deletion_subject({}, { locale }),
    paragraphs: [
      m.account_mail_deletion_text({ venue: sender.name, date: longDate(erasedAt, locale) }, { locale }),
      ...moneyWords(moneyAt, locale),
      m.account_mail_deletion_restore({}, { locale }),
    ],
    button: loginLink(frame),
    notes: [m.account_mail_not_you({}, { locale })],
    why: m.account_mail_why_deletion({}, { locale }),
  });
}

/** The last mail of an account. */
export function erasedMail(frame: MailFrame): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject: m.account_mail_erased_subject({}, { locale }),
    paragraphs: [m.account_mail_erased_text({ venue: sender.name }, { locale })],
    button: null,
    notes: [],
    why: m.account_mail_why_deletion({}, { locale }),
  });
}

/**
 * Sent after three years in which neither account nor card was used: the account is erased unless its holder logs in. Money at the named
 * casinos keeps it instead, and the mail says how to get it.
 */
export function inactiveMail(frame: MailFrame, erasedAt: Date, moneyAt: string[]): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject:
      moneyAt.length === 0
        ? m.account_mail_inactive_subject({}, { locale })
        : m.account_mail_inactive_subject_money({}, { locale }),
    paragraphs: [
      m.account_mail_inactive_text({ venue: sender.name }, { locale }),
      ...(moneyAt.length === 0
        ? [m.account_mail_inactive_erased({ date: longDate(erasedAt, locale) }, { locale })]
        : moneyWords(moneyAt, locale)),
      m.account_mail_inactive_keep({}, { locale }),
    ],
    button: loginLink(frame),
    notes: [],
    why: m.account_mail_why_inactive({}, { locale }),
  });
}

function moneyWords(moneyAt: string[], locale: MailFrame["locale"]): string[] {
  return moneyAt.length === 0 ? [] : [m.account_mail_money({ casinos: namesOf(moneyAt, locale) }, { locale })];
}

/** Names of casinos in a sentence: 'Port-Sérac et Valombre'. */
export function namesOf(names: string[], locale: MailFrame["locale"]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

function loginLink(frame: MailFrame) {
  return link(frame, m.account_mail_deletion_button({}, { locale: frame.locale }), paths.logIn);
}

/** A date on the group's clock: '8 décembre 2026'. */
export function longDate(instant: Date, locale: MailFrame["locale"]): string {
  return dayAt(instant, { locale, timeZone: GROUP.timeZone }, "date");
}

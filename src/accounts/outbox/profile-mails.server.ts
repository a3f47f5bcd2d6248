import { m } from "../../messages/messages.js";
import type { Mail } from "../../platform/gateways.ts";
import { composed, type MailFrame } from "./account-mails.server.ts";

type Unsent = Omit<Mail, "id">;

/** Told after the fact, so that a stranger's change does not go unseen (G65). */
export function phoneChangedMail(frame: MailFrame): Unsent {
  const { locale } = frame;
  return composed(frame, {
    subject: m.account_mail_phone_subject({}, { locale }),
    paragraphs: [m.account_mail_phone_text({}, { locale })],
    button: null,
    notes: [m.account_mail_not_you({}, { locale })],
  });
}

/** Deletion was asked for: when it takes effect, and how to think again (G78). */
export function deletionMail(frame: MailFrame, erasedAt: Date): Unsent {
  const { locale, house } = frame;
  return composed(frame, {
    subject: m.account_mail_deletion_subject({}, { locale }),
    paragraphs: [
      m.account_mail_deletion_text({ house: house.name, date: longDate(erasedAt, locale) }, { locale }),
      m.account_mail_deletion_restore({}, { locale }),
    ],
    button: loginLink(frame),
    notes: [m.account_mail_not_you({}, { locale })],
  });
}

/** The last mail of an account. */
export function erasedMail(frame: MailFrame): Unsent {
  const { locale, house } = frame;
  return composed(frame, {
    subject: m.account_mail_erased_subject({}, { locale }),
    paragraphs: [m.account_mail_erased_text({ house: house.name }, { locale })],
    button: null,
    notes: [],
  });
}

/** Three years without a log-in: the account goes unless somebody comes (G79). */
export function inactiveMail(frame: MailFrame, erasedAt: Date): Unsent {
  const { locale, house } = frame;
  return composed(frame, {
    subject: m.account_mail_inactive_subject({}, { locale }),
    paragraphs: [
      m.account_mail_inactive_text({ house: house.name, date: longDate(erasedAt, locale) }, { locale }),
      m.account_mail_inactive_keep({}, { locale }),
    ],
    button: loginLink(frame),
    notes: [],
  });
}

function loginLink({ house, locale }: MailFrame) {
  return {
    label: m.account_mail_deletion_button({}, { locale }),
    url: `${house.origin}/me-connecter`,
    fallback: m.members_mail_link_fallback({}, { locale }),
  };
}

export function longDate(instant: Date, locale: MailFrame["locale"]): string {
  return new Intl.DateTimeFormat(locale === "fr" ? "fr-FR" : "en-GB", {
    dateStyle: "long",
    timeZone: "Europe/Paris",
  }).format(instant);
}

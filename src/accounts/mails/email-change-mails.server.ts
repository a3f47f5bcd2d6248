import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import type { Mail } from "../../platform/gateways/messages.ts";
import { maskedEmail } from "../email/masked-address.ts";
import { composed, link } from "../../mail/composed.server.ts";
import type { MailFrame } from "../../mail/sender.server.ts";

type Unsent = Omit<Mail, "id">;

/** To the new address, with a link to agree. The link is valid for 48 hours. */
export function agreeAtNewAddressMail(frame: MailFrame, token: string): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject: m.members_mail_new_address_subject({}, { locale }),
    paragraphs: [m.members_mail_new_address_text({ venue: sender.name }, { locale })],
    button: link(frame, m.members_mail_new_address_button({}, { locale }), `${paths.newAddress}?token=${token}`),
    notes: [m.members_mail_new_address_life({}, { locale }), m.members_mail_not_you({}, { locale })],
    why: m.members_mail_why_address({}, { locale }),
  });
}

/** To the new address where it has an account already: it gets no link, and nothing changes. */
export function addressInUseMail(frame: MailFrame): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject: m.members_mail_known_subject({}, { locale }),
    paragraphs: [m.members_mail_address_in_use({ venue: sender.name }, { locale })],
    button: link(frame, m.members_mail_known_button({}, { locale }), paths.logIn),
    notes: [m.members_mail_known_forgotten({}, { locale }), m.members_mail_known_not_you({}, { locale })],
    why: m.members_mail_why_address({}, { locale }),
  });
}

/** To the old address: what was asked, with a link to agree or to say 'It was not me'. */
export function agreeAtOldAddressMail(frame: MailFrame, email: string, token: string): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject: m.members_mail_old_address_subject({}, { locale }),
    paragraphs: [
      m.members_mail_old_address_text({ venue: sender.name, email: maskedEmail(email) }, { locale }),
      m.members_mail_old_address_rule({}, { locale }),
    ],
    button: link(frame, m.members_mail_old_address_button({}, { locale }), `${paths.addressChange}?token=${token}`),
    notes: [m.members_mail_old_address_not_you({}, { locale }), m.members_mail_new_address_life({}, { locale })],
    why: m.members_mail_why_address({}, { locale }),
  });
}

/** To the new address once it is the account's. `token` leads to a new password; null where the account needs none. */
export function welcomeAtNewAddressMail(
  frame: MailFrame,
  { token, keepsProviders }: { token: string | null; keepsProviders: boolean },
): Unsent {
  const { locale, sender } = frame;
  const path = `${paths.reset}?token=${token}`;
  return composed(frame, {
    subject: m.members_mail_address_done_subject({}, { locale }),
    paragraphs: [
      m.members_mail_address_done_new({ venue: sender.name }, { locale }),
      ...(token === null ? [] : [m.members_mail_address_done_password({}, { locale })]),
    ],
    button: token === null ? null : link(frame, m.members_mail_reset_button({}, { locale }), path),
    notes: [
      ...(token === null ? [] : [m.members_mail_address_done_life({}, { locale })]),
      keepsProviders
        ? m.members_mail_address_done_providers({}, { locale })
        : m.members_mail_address_done_unlinked({}, { locale }),
    ],
    why: m.members_mail_why_security({}, { locale }),
  });
}

/** The last mail to the old address. */
export function addressChangedMail(frame: MailFrame, email: string): Unsent {
  const { locale, sender } = frame;
  return composed(frame, {
    subject: m.members_mail_address_done_subject({}, { locale }),
    paragraphs: [m.members_mail_address_done_old({ venue: sender.name, email: maskedEmail(email) }, { locale })],
    button: null,
    notes: [m.members_mail_address_done_not_you({}, { locale })],
    why: m.members_mail_why_security({}, { locale }),
  });
}

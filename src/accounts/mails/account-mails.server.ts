import { m } from "../../messages/messages.js";
import { composed, link, type MailBody } from "../../mail/composed.server.ts";
import type { MailFrame, PartFrame } from "../../mail/sender.server.ts";
import type { Mail } from "../../platform/gateways/messages.ts";
import * as paths from "../../venues/paths.ts";

/** 'Confirm your address'. The link is valid for 48 hours. */
export function confirmationWords(frame: PartFrame, token: string): MailBody {
  const { locale } = frame;
  return {
    subject: m.members_mail_confirm_subject({}, { locale }),
    paragraphs: [m.members_mail_confirm_text({ venue: frame.sender.name }, { locale })],
    button: link(frame, m.members_mail_confirm_button({}, { locale }), `${paths.confirmEmail}?token=${token}`),
    notes: [m.members_mail_confirm_life({}, { locale }), m.members_mail_confirm_not_you({}, { locale })],
    why: m.members_mail_why_registration({}, { locale }),
  };
}

/** Sent to the holder of an account whose address somebody registered again. */
export function alreadyRegisteredWords(frame: PartFrame): MailBody {
  const { locale } = frame;
  return {
    subject: m.members_mail_known_subject({}, { locale }),
    paragraphs: [m.members_mail_known_text({ venue: frame.sender.name }, { locale })],
    button: link(frame, m.members_mail_known_button({}, { locale }), paths.logIn),
    notes: [m.members_mail_known_forgotten({}, { locale }), m.members_mail_known_not_you({}, { locale })],
    why: m.members_mail_why_registration({}, { locale }),
  };
}

/** To the holder of an account: a provider that did not verify the address can be linked with the password. The link lasts an hour. */
export function linkWords(frame: PartFrame, provider: string, token: string): MailBody {
  const { locale } = frame;
  return {
    subject: m.members_mail_link_subject({ provider }, { locale }),
    paragraphs: [m.members_mail_link_text({ provider }, { locale })],
    button: link(frame, m.members_mail_link_button({}, { locale }), `${paths.linkProvider}?token=${token}`),
    notes: [m.members_mail_social_not_you({ provider }, { locale }), m.members_mail_reset_life({}, { locale })],
    why: m.members_mail_why_registration({}, { locale }),
  };
}

/** To a free address that a provider did not verify: the registration goes on in the browser that began it. The link lasts an hour. */
export function continueWords(frame: PartFrame, provider: string, token: string): MailBody {
  const { locale } = frame;
  return {
    subject: m.members_mail_continue_subject({ provider }, { locale }),
    paragraphs: [m.members_mail_continue_text({ provider, venue: frame.sender.name }, { locale })],
    button: link(frame, m.members_mail_continue_button({}, { locale }), `${paths.linkProvider}?token=${token}`),
    notes: [m.members_mail_social_not_you({ provider }, { locale }), m.members_mail_reset_life({}, { locale })],
    why: m.members_mail_why_registration({}, { locale }),
  };
}

/** 'Change your password'. The link is valid for one hour. */
export function resetWords(frame: PartFrame, token: string): MailBody {
  const { locale } = frame;
  return {
    subject: m.members_mail_reset_subject({}, { locale }),
    paragraphs: [m.members_mail_reset_text({}, { locale })],
    button: link(frame, m.members_mail_reset_button({}, { locale }), `${paths.reset}?token=${token}`),
    notes: [m.members_mail_reset_life({}, { locale }), m.members_mail_reset_not_you({}, { locale })],
    why: m.members_mail_why_reset({}, { locale }),
  };
}

/** Sent after the change, so that the holder notices a stranger's. `unlinked` names the providers whose log-in ended with it. */
export function passwordChangedMail(frame: MailFrame, unlinked: readonly string[]): Omit<Mail, "id"> {
  const { locale } = frame;
  return composed(frame, {
    subject: m.members_mail_changed_subject({}, { locale }),
    paragraphs: [
      m.members_mail_changed_text({}, { locale }),
      ...unlinked.map((provider) => m.members_mail_changed_unlinked({ provider }, { locale })),
    ],
    button: null,
    notes: [m.members_mail_changed_not_you({}, { locale })],
    why: m.members_mail_why_security({}, { locale }),
  });
}

/** Sent after a social log-in was linked to an existing account. */
export function linkedMail(frame: MailFrame, provider: string): Omit<Mail, "id"> {
  const { locale } = frame;
  return composed(frame, {
    subject: m.members_mail_linked_subject({ provider }, { locale }),
    paragraphs: [m.members_mail_linked_text({ provider }, { locale })],
    button: null,
    notes: [m.members_mail_changed_not_you({}, { locale })],
    why: m.members_mail_why_security({}, { locale }),
  });
}

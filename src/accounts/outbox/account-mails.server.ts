import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import type { Mail } from "../../platform/gateways.ts";
import { publicOrigin } from "../../platform/config.server.ts";
import type { World } from "../../platform/world.ts";
import { venueColors } from "../../ui/venue-colors.ts";
import type { Locale } from "../../venues/contract.ts";
import { GROUP } from "../../venues/group.ts";
import { venueOrigin } from "../../venues/origins.server.ts";
import { type RiskNoticeName, riskNoticeWords } from "../../venues/risk-notice.ts";
import type { Venue } from "../../venues/venue.ts";
import { venueBrand } from "../../venues/venues.server.ts";
import { mailHtml, mailText, type MailWords } from "./mail-layout.ts";

/** The site in whose name a mail is written: name, colour, addresses. Read it before the transaction that queues the mail. */
export type MailSender = {
  name: string;
  origin: string;
  host: string;
  color: string;
  support: string | null;
  riskNotice: RiskNoticeName | null;
};

/** What a mail needs: a site, a language, and the first name where it is known. */
export type MailFrame = { sender: MailSender; locale: Locale; firstname: string | null; to: string };

export async function mailSender(world: World, venue: Venue | null): Promise<MailSender> {
  const host = venue?.hosts[0] ?? "localhost";
  const brand = venue === null ? null : await venueBrand(world, venue.id);
  return {
    name: brand?.title ?? GROUP.brand,
    origin: venue === null ? publicOrigin(world.config, host) : venueOrigin(world, venue),
    host,
    color: brand?.color ?? GROUP.defaultVenueColor,
    support: venue?.config.support_email ?? null,
    riskNotice: venue?.policy.riskNotice?.on === "everything" ? venue.policy.riskNotice.name : null,
  };
}

/** What a mail says between greeting and footer. */
export type MailWordsOfPart = Pick<MailWords, "subject" | "paragraphs" | "button" | "notes">;
type PartFrame = Omit<MailFrame, "firstname">;

/**
 * A mail that answers what was asked for at an address: one part for each kind of request, the newest first, each with its link. `times`
 * says how often it was asked for.
 */
export function askedMail(frame: MailFrame, parts: readonly MailWordsOfPart[], times: number): Omit<Mail, "id"> {
  const { locale } = frame;
  const [first, ...others] = parts;
  if (first === undefined) throw new Error("A mail without a part was to be written");
  const repeated = times > 1 ? [m.members_mail_times({ times }, { locale })] : [];
  return composed(frame, {
    ...first,
    // A mail has one button; the links of the other parts stand in their text.
    paragraphs: [
      ...first.paragraphs,
      ...others.flatMap(({ paragraphs, button }) => [...paragraphs, ...lineOf(button, locale)]),
    ],
    notes: [...new Set([...parts.flatMap(({ notes }) => notes), ...repeated])],
  });
}

function lineOf(button: MailWords["button"], locale: Locale): string[] {
  return button === null ? [] : [`${button.label}${locale === "fr" ? "\u00a0" : ""}: ${button.url}`];
}

/** 'Confirm your address'. The link is valid for 48 hours. */
export function confirmationWords(frame: PartFrame, token: string): MailWordsOfPart {
  const { locale } = frame;
  return {
    subject: m.members_mail_confirm_subject({}, { locale }),
    paragraphs: [m.members_mail_confirm_text({ venue: frame.sender.name }, { locale })],
    button: link(frame, m.members_mail_confirm_button({}, { locale }), `${paths.confirmEmail}?token=${token}`),
    notes: [m.members_mail_confirm_life({}, { locale }), m.members_mail_confirm_not_you({}, { locale })],
  };
}

/** Sent to the holder of an account whose address somebody registered again. */
export function alreadyRegisteredWords(frame: PartFrame): MailWordsOfPart {
  const { locale } = frame;
  return {
    subject: m.members_mail_known_subject({}, { locale }),
    paragraphs: [m.members_mail_known_text({ venue: frame.sender.name }, { locale })],
    button: link(frame, m.members_mail_known_button({}, { locale }), paths.logIn),
    notes: [m.members_mail_known_forgotten({}, { locale }), m.members_mail_known_not_you({}, { locale })],
  };
}

/** 'Change your password'. The link is valid for one hour. */
export function resetWords(frame: PartFrame, token: string): MailWordsOfPart {
  const { locale } = frame;
  return {
    subject: m.members_mail_reset_subject({}, { locale }),
    paragraphs: [m.members_mail_reset_text({}, { locale })],
    button: link(frame, m.members_mail_reset_button({}, { locale }), `${paths.reset}?token=${token}`),
    notes: [m.members_mail_reset_life({}, { locale }), m.members_mail_reset_not_you({}, { locale })],
  };
}

/** Sent after the change, so that the holder notices a stranger's. */
export function passwordChangedMail(frame: MailFrame): Omit<Mail, "id"> {
  const { locale } = frame;
  return composed(frame, {
    subject: m.members_mail_changed_subject({}, { locale }),
    paragraphs: [m.members_mail_changed_text({}, { locale })],
    button: null,
    notes: [m.members_mail_changed_not_you({}, { locale })],
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
  });
}

/** Lays out a mail. `button` always leads to the site's own origin. */
export function composed({ sender, locale, firstname, to }: MailFrame, words: MailWordsOfPart): Omit<Mail, "id"> {
  const colors = venueColors(sender.color);
  const all: MailWords = {
    ...words,
    locale,
    sender: sender.name,
    homeUrl: sender.origin,
    color: { fill: colors["venue-fill"], on: colors["venue-on"] },
    preview: words.paragraphs[0] ?? words.subject,
    greeting:
      firstname === null
        ? m.members_mail_greeting({}, { locale })
        : m.members_mail_greeting_name({ firstname }, { locale }),
    footer: [
      sender.name,
      ...(sender.support === null ? [] : [m.members_mail_support({ email: sender.support }, { locale })]),
      m.members_mail_service({}, { locale }),
    ],
    riskNotice: sender.riskNotice === null ? null : riskNoticeWords(sender.riskNotice, locale),
  };
  const from = { name: sender.name, address: `noreply@${sender.host.replace(/:\d+$/, "")}` };
  return { from, to, subject: words.subject, text: mailText(all), html: mailHtml(all) };
}

export function link({ sender, locale }: PartFrame, label: string, path: string): MailWords["button"] {
  return { label, url: `${sender.origin}${path}`, fallback: m.members_mail_link_fallback({}, { locale }) };
}

import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import type { Mail } from "../../platform/gateways.ts";
import { publicOrigin } from "../../platform/config.server.ts";
import type { World } from "../../platform/world.ts";
import { venueColors } from "../../ui/venue-colors.ts";
import type { Locale } from "../../venues/contract.ts";
import { GROUP } from "../../venues/group.ts";
import { venueOrigin } from "../../venues/origins.server.ts";
import { type GamblingWarningName, gamblingWarningWords } from "../../venues/gambling-warning.ts";
import type { Venue } from "../../venues/venue.ts";
import { findEstablishment } from "../../venues/records.server.ts";
import { namingOf } from "../../venues/naming.ts";
import { phoneLink } from "../../venues/phones.ts";
import { fullVenueTitle } from "../../venues/titles.ts";
import { pictureViews } from "../../pictures/views.server.ts";
import { coverAddress } from "../../ui/pictures/source.ts";
import { MAIL_HEADER_COVER } from "../../ui/pictures/variants.ts";
import { mailHtml } from "./mail-html.ts";
import { mailText, type MailFooter, type MailWords } from "./mail-layout.ts";

/** The site in whose name a mail is written. Read it before the transaction that queues the mail. */
export type MailSender = {
  name: string;
  origin: string;
  host: string;
  color: string;
  support: string | null;
  /** The address of the picture of the venue's building; null in the name of the group. */
  picture: string | null;
  /** Legal name and postal address, a line each. */
  publisher: string[];
  /** International number without spaces. */
  phone: string | null;
  timeZone: string;
  minimumAge: 18 | 21;
  gamblingWarning: GamblingWarningName | null;
};

/** What a mail needs: a site, a language, and the first name where it is known. */
export type MailFrame = { sender: MailSender; locale: Locale; firstname: string | null; to: string };

export async function mailSender(world: World, venue: Venue | null): Promise<MailSender> {
  if (venue === null) return groupSender(world);
  const { db } = world.database;
  const row = await findEstablishment(db, venue.id);
  if (row === undefined) return groupSender(world);
  const pictures = await pictureViews(db, [row.cover_picture], "fr");
  const origin = venueOrigin(world, venue);
  return {
    name: fullVenueTitle(namingOf(row), GROUP.brand),
    origin,
    host: venue.hosts[0] ?? "localhost",
    color: row.primary_color,
    support: venue.config.support_email ?? null,
    picture: coverAddress(pictures(row.cover_picture), MAIL_HEADER_COVER, world.config.mediaUrl || origin),
    publisher: [row.company, `${row.street_address}, ${row.postal_code} ${row.locality}`],
    phone: row.contact_phone,
    timeZone: venue.policy.timeZone,
    minimumAge: venue.policy.minimumAge,
    gamblingWarning: venue.policy.gamblingWarning?.name ?? null,
  };
}

function groupSender({ config }: World): MailSender {
  return {
    name: GROUP.brand,
    origin: publicOrigin(config, "localhost"),
    host: "localhost",
    color: GROUP.defaultVenueColor,
    support: null,
    picture: null,
    publisher: [GROUP.brand],
    phone: null,
    timeZone: "Europe/Paris",
    minimumAge: 18,
    gamblingWarning: null,
  };
}

type PartFrame = Omit<MailFrame, "firstname">;

/**
 * A mail that answers what was asked for at an address: one part for each kind of request, the newest first, each with its link. `times`
 * says how often it was asked for.
 */
export function askedMail(frame: MailFrame, parts: readonly MailBody[], times: number): Omit<Mail, "id"> {
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

/** What a mail says beside its frame. Without a title the subject is the heading. */
export type MailBody = Pick<MailWords, "subject" | "paragraphs" | "button" | "notes"> & {
  /** Why this person gets it, a sentence. */
  why: string;
} & Partial<Pick<MailWords, "title" | "figure" | "facts" | "preview">>;

/** Lays out a mail. `button` always leads to the site's own origin. */
export function composed({ sender, locale, firstname, to }: MailFrame, body: MailBody): Omit<Mail, "id"> {
  const { subject, paragraphs, button, notes, why, title, figure, facts, preview } = body;
  const colors = venueColors(sender.color);
  const isLetter = figure === undefined;
  const words: MailWords = {
    locale,
    header: {
      name: sender.name,
      homeUrl: sender.origin,
      picture:
        sender.picture === null
          ? null
          : {
              url: sender.picture,
              alt: m.members_mail_building({ venue: sender.name }, { locale }),
            },
      color: { fill: colors["venue-fill"], on: colors["venue-on"] },
    },
    subject,
    preview: preview ?? paragraphs[0] ?? subject,
    title: title ?? subject,
    figure: figure ?? null,
    paragraphs: isLetter ? [greeting(firstname, locale), ...paragraphs] : paragraphs,
    facts: facts ?? [],
    button,
    notes,
    footer: footerOf(sender, locale, why),
  };
  const from = { name: sender.name, address: `noreply@${sender.host.replace(/:\d+$/, "")}` };
  return { from, to, subject, text: mailText(words), html: mailHtml(words) };
}

function greeting(firstname: string | null, locale: Locale): string {
  return firstname === null
    ? m.members_mail_greeting({}, { locale })
    : m.members_mail_greeting_name({ firstname }, { locale });
}

function footerOf(sender: MailSender, locale: Locale, why: string): MailFooter {
  const { phone, support, minimumAge: years, gamblingWarning } = sender;
  return {
    why,
    age: { years, text: m.members_mail_age({ age: years }, { locale }) },
    gamblingWarning: gamblingWarning === null ? null : gamblingWarningWords(gamblingWarning, locale),
    publisher: sender.publisher,
    contacts: [
      ...(phone === null ? [] : [phoneLink(phone)]),
      ...(support === null ? [] : [{ href: `mailto:${support}`, label: support }]),
    ],
  };
}

export function link({ sender, locale }: PartFrame, label: string, path: string): MailWords["button"] {
  return { label, url: `${sender.origin}${path}`, fallback: m.members_mail_link_fallback({}, { locale }) };
}

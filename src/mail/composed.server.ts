import { m } from "../messages/messages.js";
import type { Mail } from "../platform/gateways/messages.ts";
import { venueColors } from "../ui/venue-colors.ts";
import type { Locale } from "../venues/contract.ts";
import { phoneLink } from "../venues/language/phones.ts";
import { gamblingWarningWords } from "../venues/law/gambling-warning.ts";
import { mailHtml } from "./html.ts";
import { mailText, type MailFooter, type MailNotice, type MailWords } from "./layout.ts";
import type { MailFrame, MailSender, PartFrame } from "./sender.server.ts";

/** What a mail says beside its frame. Without a title the subject is the heading. */
export type MailBody = Pick<MailWords, "subject" | "paragraphs" | "button" | "notes"> & {
  /** Why this person gets it, a sentence. */
  why: string;
} & Partial<Pick<MailWords, "title" | "figure" | "properties" | "preview">>;

/** Lays out a mail. `button` always leads to the site's own origin. `others` are the venues that it speaks of beside its sender. */
export function composed(
  { sender, locale, firstname, to }: MailFrame,
  body: MailBody,
  others: readonly MailSender[] = [],
): Omit<Mail, "id"> {
  const { subject, paragraphs, button, notes, why, title, figure, properties, preview } = body;
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
    properties: properties ?? [],
    button,
    notes,
    footer: footerOf([sender, ...others], locale, why),
  };
  const from = { name: sender.name, address: `noreply@${sender.host.replace(/:\d+$/, "")}` };
  return { from, to, subject, text: mailText(words), html: mailHtml(words) };
}

/**
 * A mail that answers what was asked for at an address: one part for each kind of request, the newest first, each with its link. `times`
 * says how often it was asked for, `others` are the venues of the further parts.
 */
export function askedMail(
  frame: MailFrame,
  parts: readonly MailBody[],
  times: number,
  others: readonly MailSender[] = [],
): Omit<Mail, "id"> {
  const { locale } = frame;
  const [first, ...further] = parts;
  if (first === undefined) throw new Error("A mail needs at least one part");
  const repeated = times > 1 ? [m.members_mail_times({ times }, { locale })] : [];
  const body = {
    ...first,
    // A mail has one button. The other parts' links go into the text, each followed by its notes; equal notes appear once.
    paragraphs: [
      ...new Set([
        ...first.paragraphs,
        ...further.flatMap(({ paragraphs, button, notes }) => [
          ...paragraphs,
          ...lineOf(button, locale),
          ...notes.filter((note) => !first.notes.includes(note)),
        ]),
      ]),
    ],
    notes: [...first.notes, ...repeated],
  };
  return composed(frame, body, others);
}

function lineOf(button: MailWords["button"], locale: Locale): string[] {
  return button === null ? [] : [`${button.label}${locale === "fr" ? "\u00a0" : ""}: ${button.url}`];
}

function greeting(firstname: string | null, locale: Locale): string {
  return firstname === null
    ? m.members_mail_greeting({}, { locale })
    : m.members_mail_greeting_name({ firstname }, { locale });
}

function footerOf(senders: readonly [MailSender, ...MailSender[]], locale: Locale, why: string): MailFooter {
  const [sender] = senders;
  const { phone, support } = sender;
  const byLaw = [...Map.groupBy(senders, (one) => `${one.minimumAge} ${one.gamblingWarning}`).values()];
  return {
    why,
    notices: byLaw.flatMap(([one]) => (one === undefined ? [] : [noticeOf(one, locale, byLaw.length > 1)])),
    publisher: sender.publisher,
    contacts: [
      ...(phone === null ? [] : [phoneLink(phone)]),
      ...(support === null ? [] : [{ href: `mailto:${support}`, label: support }]),
    ],
  };
}

/** The notice of a venue, which is named where the mail has several. */
function noticeOf(
  { name, minimumAge: years, gamblingWarning }: MailSender,
  locale: Locale,
  isNamed: boolean,
): MailNotice {
  const age = m.members_mail_age({ age: years }, { locale });
  return {
    years,
    age: isNamed ? `${name}${locale === "fr" ? "\u00a0" : ""}: ${age}` : age,
    warning: gamblingWarning === null ? null : gamblingWarningWords(gamblingWarning, locale),
  };
}

export function link({ sender, locale }: PartFrame, label: string, path: string): MailWords["button"] {
  return { label, url: `${sender.origin}${path}`, fallback: m.members_mail_link_fallback({}, { locale }) };
}

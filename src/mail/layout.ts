import type { GamblingWarningWords } from "../venues/law/gambling-warning.ts";

/** What a mail says, in one language: plain sentences, a few properties, one button at most. */
export type MailWords = {
  locale: "fr" | "en";
  header: MailHeader;
  subject: string;
  /** The line that mail programs show behind the subject. */
  preview: string;
  /** What happened, as the heading. With `figure`, the words before it: 'Deposit of'. */
  title: string;
  /** An amount that is the heading's second line. */
  figure: string | null;
  paragraphs: string[];
  properties: { label: string; value: string }[];
  button: { label: string; url: string; fallback: string } | null;
  /** Small print below the button. */
  notes: string[];
  footer: MailFooter;
};

/** The head of a mail: the venue's name, its building at night where it has a picture, and the colours of its button. */
export type MailHeader = {
  name: string;
  homeUrl: string;
  picture: { url: string; alt: string } | null;
  color: { fill: string; on: string };
};

/** The end of a mail: why it was sent, from what age one may play and where help is found, who sent it. */
export type MailFooter = {
  why: string;
  /** One for each law under which the venues stand that the mail is about. */
  notices: MailNotice[];
  /** Legal name and postal address, a line each. */
  publisher: string[];
  contacts: { href: string; label: string }[];
};

/** From which age one may enter the gaming rooms, in years, the sentence that says so, and the warning about the risks of play. */
export type MailNotice = { years: number; age: string; warning: GamblingWarningWords | null };

/** The width and height of the picture in the header, in CSS pixels. Its cover has twice as many. */
export const MAIL_HEADER_SIZE = { width: 600, height: 185 } as const;

/** The plain text: the same sentences in the same order, with the link on a line of its own. */
export function mailText(words: MailWords): string {
  const { locale, header, title, figure, paragraphs, properties, button, notes, footer } = words;
  const colon = locale === "fr" ? "\u00a0:" : ":";
  const parts = [
    header.name.toUpperCase(),
    figure === null ? title : `${title} ${figure}`,
    ...paragraphs,
    ...(properties.length === 0 ? [] : [properties.map(({ label, value }) => `${label}${colon} ${value}`).join("\n")]),
    ...(button === null ? [] : [`${button.label}\n${button.url}`]),
    ...notes,
    `--\n${footer.why}`,
    ...footer.notices.map((notice) =>
      [...noticeLines(notice), ...(notice.warning?.links ?? []).map(({ href }) => href)].join("\n"),
    ),
    [...footer.publisher, ...footer.contacts.map(({ label }) => label)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The age, then the gambling warning. */
export function noticeLines({ age, warning }: MailNotice): string[] {
  return warning === null ? [age] : [age, warning.text];
}

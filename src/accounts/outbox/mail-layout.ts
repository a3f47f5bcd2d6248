import type { RiskNoticeWords } from "../../venues/risk-notice.ts";

/** The text of a mail: plain sentences, one button at most, in one language. */
export type MailWords = {
  locale: "fr" | "en";
  /** The site's full name, shown as the sender and at the top. */
  sender: string;
  homeUrl: string;
  /** The button's colour and the colour of its label. */
  color: { fill: string; on: string };
  subject: string;
  /** The line that mail programs show behind the subject. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  button: { label: string; url: string; fallback: string } | null;
  /** Small print below the button. */
  notes: string[];
  footer: string[];
  /** The notice about the risks of play, where the country asks for it on every mail. */
  riskNotice: RiskNoticeWords | null;
};

/** The plain text: the same sentences in the same order, with the link on a line of its own. */
export function mailText({ sender, greeting, paragraphs, button, notes, footer, riskNotice }: MailWords): string {
  const parts = [
    sender.toUpperCase(),
    greeting,
    ...paragraphs,
    ...(button === null ? [] : [`${button.label}\n${button.url}`]),
    ...notes,
    `--\n${footer.join("\n")}`,
    ...(riskNotice === null ? [] : [[riskNotice.text, ...riskNotice.links.map(({ href }) => href)].join("\n")]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const SERIF = "Georgia,'Times New Roman',serif";
const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const NIGHT = "#0d0a08";
const IVORY = "#f7f0e3";
const GOLD = "#cfae72";
const PAPER = "#fbf8f2";
const INK = "#2a211a";
const SOFT_INK = "#6a5d4f";

/**
 * The HTML: one column of at most 560 pixels, in tables and inline styles, because many mail programs support nothing else. Readable
 * without pictures, in dark mode and at any width.
 */
export function mailHtml(words: MailWords): string {
  const { locale, sender, homeUrl, subject, preview, greeting, paragraphs, button, notes, footer, riskNotice } = words;
  const paragraph = (text: string, style: string) => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;
  const body = [
    `<h1 style="margin:0 0 20px;font:400 26px/1.25 ${SERIF};color:${INK}">${escaped(greeting)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, `font:400 16px/1.55 ${SANS};color:${INK}`)),
    ...(button === null ? [] : [buttonHtml(button, words.color)]),
    ...notes.map((text) => paragraph(text, `font:400 14px/1.5 ${SANS};color:${SOFT_INK}`)),
  ].join("\n");
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${NIGHT}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${NIGHT}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td align="center" style="padding:0 0 24px">
<a href="${escaped(homeUrl)}" style="font:400 22px/1.3 ${SERIF};letter-spacing:.06em;color:${IVORY};text-decoration:none">${escaped(sender)}</a>
<div style="width:64px;height:1px;margin:16px auto 0;background:${GOLD};line-height:1px;font-size:1px">&nbsp;</div>
</td></tr>
<tr><td style="padding:36px 28px 20px;background:${PAPER};border-top:3px solid ${words.color.fill};border-radius:4px">
${body}
</td></tr>
<tr><td align="center" style="padding:24px 16px 0;font:400 13px/1.6 ${SANS};color:#a79c8b">
${footer.map(escaped).join("<br>\n")}${riskNotice === null ? "" : riskNoticeHtml(riskNotice)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function buttonHtml({ label, url, fallback }: NonNullable<MailWords["button"]>, color: MailWords["color"]): string {
  const link = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td style="background:${color.fill};border-radius:2px">
<a href="${link}" style="display:inline-block;padding:15px 28px;font:600 16px/1.2 ${SANS};color:${color.on};text-decoration:none">${escaped(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;font:400 14px/1.5 ${SANS};color:${SOFT_INK}">${escaped(fallback)}<br>
<a href="${link}" style="color:${SOFT_INK};word-break:break-all">${link}</a></p>`;
}

function riskNoticeHtml({ text, links }: RiskNoticeWords): string {
  const list = links.map(({ label, href }) => `<a href="${escaped(href)}" style="color:${GOLD}">${escaped(label)}</a>`);
  return `<p style="margin:16px 0 0">${escaped(text)} ${list.join(" ")}</p>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

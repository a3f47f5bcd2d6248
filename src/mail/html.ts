import {
  MAIL_HEADER_SIZE,
  noticeLines,
  type MailFooter,
  type MailHeader,
  type MailNotice,
  type MailWords,
} from "./layout.ts";

const SERIF = "Forum,Georgia,'Times New Roman',serif";
const SANS = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Text on paper: what is read first, what explains, what is small. */
const INK = { first: "#1d1612", second: "#54493f", small: "#6f6254" };
const PAPER = { sheet: "#fbf8f2", around: "#f4eee3", line: "#e2d8c7" };
const GOLD = "#cfae72";
const NIGHT = "#14100d";

/** Roles whose colours change in dark mode; a class names each, because a style attribute cannot ask for the mode. */
const DARK = [
  ".bg{background-color:#0d0a08!important}.sheet{background-color:#1c1713!important}.foot{background-color:#14100d!important}",
  ".t1{color:#f7f0e3!important}.t2{color:#cfc5b4!important}.t3{color:#a79c8b!important}",
  ".ln{border-color:#3a3129!important}.gl{border-color:#7a6540!important}",
  ".w1{background-color:#a88c5b!important}.w2{background-color:#7a6644!important}.w3{background-color:#4a3f2f!important}",
].join("");
const NARROW =
  ".edge{padding:0!important}.pad{padding-left:24px!important;padding-right:24px!important}.fig{font-size:60px!important}.btn{width:100%!important}";

/**
 * The mail as HTML: one column of at most 600 pixels, in tables and inline styles, because many mail programs support nothing else.
 * Readable without pictures, in dark mode and at any width. The picture of the building ends at its horizon, a gold line with three
 * shorter ones below, which together draw the group's mark.
 */
export function mailHtml(words: MailWords): string {
  const { locale, header, subject, preview, title, figure, paragraphs, properties, button, notes, footer } = words;
  const body = [
    headingHtml(title, figure),
    ...paragraphs.map(
      (text) =>
        `<p class="t2" style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK.second};word-break:break-word;overflow-wrap:anywhere">${escaped(text)}</p>`,
    ),
    ...(properties.length === 0 ? [] : [propertiesHtml(properties)]),
    ...(button === null ? [] : [buttonHtml(button, header.color)]),
    ...notes.map((text) => small(escaped(text))),
  ].join("\n");
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escaped(subject)}</title>
<style>a:focus-visible{outline:2px solid currentcolor;outline-offset:3px}@media (max-width:520px){${NARROW}}@media (prefers-color-scheme:dark){${DARK}}</style>
</head>
<body class="bg" style="margin:0;padding:0;background-color:${PAPER.around};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}${"&#847;&zwnj;&nbsp;".repeat(20)}</div>
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER.around}" style="background-color:${PAPER.around}"><tr><td class="edge" align="center" style="padding:20px">
<table role="presentation" class="sheet" width="${MAIL_HEADER_SIZE.width}" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER.sheet}" style="width:100%;max-width:${MAIL_HEADER_SIZE.width}px;background-color:${PAPER.sheet}">
${headerHtml(header)}
<tr><td class="pad" style="padding:0 56px 28px">
${body}
</td></tr>
${footerHtml(footer)}
</table>
</td></tr></table>
</body>
</html>
`;
}

function headerHtml({ name, homeUrl, picture }: MailHeader): string {
  const { width, height } = MAIL_HEADER_SIZE;
  const pictureRow =
    picture === null
      ? ""
      : `<tr><td bgcolor="${NIGHT}" style="background-color:${NIGHT};font:400 17px/1.4 ${SERIF};color:${GOLD};text-align:center"><img src="${escaped(picture.url)}" width="${width}" height="${height}" alt="${escaped(picture.alt)}" style="display:block;width:100%;height:auto;border:0"></td></tr>\n`;
  return `${pictureRow}<tr><td>${waterHtml()}</td></tr>
<tr><td class="pad" align="center" style="padding:18px 56px 40px"><a class="t1" href="${escaped(homeUrl)}" style="font:400 22px/1.2 ${SERIF};letter-spacing:.01em;color:${INK.first};text-decoration:none">${escaped(name)}</a></td></tr>`;
}

/** The horizon, and its light on the water: lines of 44, 26 and 12 % of the width. */
function waterHtml(): string {
  const line = (role: string, color: string, height: number) =>
    `<tr><td class="${role}" height="${height}" bgcolor="${color}" style="height:${height}px;line-height:${height}px;font-size:1px">&nbsp;</td></tr>`;
  const gap = `<tr><td height="7" style="height:7px;line-height:7px;font-size:1px">&nbsp;</td></tr>`;
  const reflection = (width: number, role: string, color: string) =>
    `<table role="presentation" align="center" width="${width}%" cellpadding="0" cellspacing="0" border="0" style="width:${width}%;margin:0 auto">${gap}${line(role, color, 1)}</table>`;
  return [
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${line("w1", GOLD, 2)}</table>`,
    reflection(44, "w1", GOLD),
    reflection(26, "w2", "#dcc69d"),
    reflection(12, "w3", "#eadfc8"),
  ].join("");
}

function headingHtml(title: string, figure: string | null): string {
  if (figure === null)
    return `<h1 class="t1" style="margin:0 0 20px;font:400 32px/1.15 ${SERIF};color:${INK.first};text-wrap:balance">${unbroken(escaped(title))}</h1>`;
  return `<h1 class="t1" style="margin:0 0 22px;padding:0 0 10px;font:400 22px/1.2 ${SERIF};color:${INK.first};text-align:center;border-bottom:1px solid ${GOLD}">${escaped(title)} <span class="fig" style="display:block;font-size:72px;line-height:1.12;letter-spacing:-.01em">${escaped(figure)}</span></h1>`;
}

/** A heading whose "e-mail" does not break at its hyphen. */
function unbroken(title: string): string {
  return title.replaceAll("e-mail", '<span style="white-space:nowrap">e-mail</span>');
}

function propertiesHtml(properties: MailWords["properties"]): string {
  const cell = `border-bottom:1px solid ${PAPER.line};font:400 15px/1.4 ${SANS}`;
  const rows = properties.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="left" class="t3 ln" style="padding:13px 16px 13px 0;${cell};color:${INK.small};vertical-align:top">${escaped(label)}</th><td align="right" class="t1 ln" style="padding:13px 0;${cell};color:${INK.first}">${escaped(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 28px">${rows.join("")}</table>`;
}

/** A filled cell around a link with a lighter line: the double line of a plaque, without a picture. */
function buttonHtml({ label, url, fallback }: NonNullable<MailWords["button"]>, color: MailHeader["color"]): string {
  const link = escaped(url);
  return `<table role="presentation" class="btn" align="center" cellpadding="0" cellspacing="0" border="0" style="margin:8px auto 28px"><tr><td align="center" bgcolor="${color.fill}" style="padding:4px;border-radius:2px;background-color:${color.fill}"><a href="${link}" style="display:block;padding:14px 30px;border:1px solid ${between(color.fill, color.on)};border-radius:2px;font:500 16px/1.25 ${SANS};color:${color.on};text-decoration:none">${escaped(label)}</a></td></tr></table>
<div style="clear:both;font-size:0;line-height:0">&nbsp;</div>
${small(`${escaped(fallback)}<br><a class="t3" href="${link}" style="color:${INK.small};word-break:break-all">${link}</a>`)}`;
}

/** The colour a third of the way from one to another, both `#rrggbb`. */
function between(from: string, to: string): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) / 3));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function footerHtml(footer: MailFooter): string {
  const { why, notices, publisher, contacts } = footer;
  return `<tr><td class="pad foot" bgcolor="${PAPER.around}" style="padding:28px 56px 32px;background-color:${PAPER.around}">
${fine(escaped(why), "margin:0 0 20px;")}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${notices.map(noticeHtml).join("")}</table>
${fine([...publisher.map(escaped), ...contacts.map((link) => linkHtml(link, "t3", INK.small))].join("<br>"), "margin:20px 0 0;")}
</td></tr>`;
}

function noticeHtml(notice: MailNotice): string {
  const line = `border-top:1px solid ${PAPER.line};border-bottom:1px solid ${PAPER.line}`;
  const help = (notice.warning?.links ?? []).map((link) => linkHtml(link, "t1", INK.first));
  return `<tr><td class="ln" valign="top" width="56" style="padding:16px 16px 16px 0;${line}"><div class="t1 gl" style="width:40px;height:40px;border:1px solid #c9ad7d;border-radius:20px;font:500 13px/40px ${SANS};text-align:center;color:${INK.first}">${notice.years}+</div></td><td class="t2 ln" style="padding:16px 0;${line};font:400 13px/1.5 ${SANS};color:${INK.second}">${[...noticeLines(notice).map(escaped), ...help].join(" ")}</td></tr>`;
}

function linkHtml({ href, label }: MailFooter["contacts"][number], role: string, color: string): string {
  return `<a class="${role}" href="${escaped(href)}" style="color:${color}">${escaped(label)}</a>`;
}

function small(html: string): string {
  return `<p class="t3" style="margin:0 0 12px;font:400 14px/1.55 ${SANS};color:${INK.small}">${html}</p>`;
}

function fine(html: string, style: string): string {
  return `<p class="t3" style="${style}font:400 13px/1.55 ${SANS};color:${INK.small}">${html}</p>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

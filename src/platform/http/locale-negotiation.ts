/** Chooses the language of a page: `?locale=`, then the cookie, then the browser, then French. */

const DEFAULT_LOCALE = "fr";
/** Browsers send less than 200 characters. The rest of a longer header is ignored, so a huge one costs no time. */
const HEADER_MAX = 1_024;

export type LocaleWishes<L extends string> = {
  query: string | null | undefined;
  cookie: string | null | undefined;
  acceptLanguage: string | null | undefined;
  /** The site's languages, the preferred one first; never empty. */
  locales: readonly L[];
};

/**
 * The first preference that the site offers. `Accept-Language` is read with its q-values: the highest wins, then the earlier one;
 * 'en-GB' asks for 'en', '*' for French or the site's first language. Malformed parts are skipped. Without any match: French, or the
 * site's first language if it has no French. How a chosen language is then displayed is the caller's business.
 */
export function negotiateLocale<L extends string>({ query, cookie, acceptLanguage, locales }: LocaleWishes<L>): L {
  const fallback = named(DEFAULT_LOCALE, locales) ?? locales[0];
  if (fallback === undefined) throw new RangeError("a site must have a language");
  return (
    named(query, locales) ?? named(cookie, locales) ?? preferred(acceptLanguage ?? "", locales, fallback) ?? fallback
  );
}

function named<L extends string>(wish: string | null | undefined, locales: readonly L[]): L | undefined {
  return locales.find((locale) => locale === wish);
}

function preferred<L extends string>(header: string, locales: readonly L[], fallback: L): L | undefined {
  const wishes = rangesOf(header);
  const refused = new Set(wishes.filter(({ weight }) => weight === 0).map(({ language }) => language));
  const candidates = [fallback, ...locales].filter((locale) => !refused.has(locale));
  const ranked = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { language } of ranked) {
    const found = language === "*" ? candidates[0] : named(language, candidates);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Range = { language: string; weight: number };

function rangesOf(header: string): Range[] {
  const parts = header.slice(0, HEADER_MAX).split(",");
  // The last part of a truncated header may be incomplete.
  if (header.length > HEADER_MAX) parts.pop();
  return parts.flatMap((part) => rangeOf(part) ?? []);
}

function rangeOf(part: string): Range | undefined {
  const [tag = "", quality, ...rest] = part.split(";").map((piece) => piece.trim().toLowerCase());
  if (rest.length > 0 || !/^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/.test(tag)) return undefined;
  if (quality !== undefined && !/^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality)) return undefined;
  const [language = ""] = tag.split("-");
  return { language, weight: quality === undefined ? 1 : Number(quality.slice(2)) };
}

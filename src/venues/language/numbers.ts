import type { Locale } from "../contract.ts";

/**
 * Number formats of the pages. Kept small because the live jackpot counter uses them in the browser, sixty times a second. French
 * groups with a no-break space (U+00A0), so that an amount never breaks over two lines, and has a decimal comma; English groups
 * with a comma and has a decimal point.
 */

export type Currency = "EUR" | "CHF";

const NO_BREAK_SPACE = "\u00A0";
const MARKS = { fr: { group: NO_BREAK_SPACE, decimal: "," }, en: { group: ",", decimal: "." } } as const;
const SIGNS = { EUR: "€", CHF: "chf" } as const;
/** Thousand, million, billion (a thousand million) and trillion; the same letters in both languages. */
const MAGNITUDES = ["", "k", "m", "b", "t"] as const;

/** A number with its thousands grouped, rounded to `decimals`: '1 284 503,6', '1,284,503.6'. */
export function formatNumber(value: number | bigint, locale: Locale, decimals = 0): string {
  const [whole = "0", fraction] = (typeof value === "bigint" ? String(value) : value.toFixed(decimals)).split(".");
  return withFraction(whole, fraction ?? "", locale);
}

/**
 * An amount in minor units with grouping and two decimals: '1 284 503,62 €', '12,50 chf'; in English '€1,284,503.62',
 * 'CHF 12.50'. Throws on a fraction of a minor unit.
 */
export function money(minor: bigint | number, currency: Currency, locale: Locale): string {
  const { sign, units, cents } = partsOf(minor);
  return sign + withCurrency(withFraction(units, cents, locale), currency, locale);
}

/** What came into a balance or left it, with its sign in front: '+ 12,50 €', '− 12,50 €'. */
export function signedMoney(minor: bigint, currency: Currency, locale: Locale): string {
  const isCredit = minor > 0n;
  return `${isCredit ? "+" : "−"}\u202F${money(isCredit ? minor : -minor, currency, locale)}`;
}

/** The amount truncated to whole units: '4 812 960 €', '€4,812,960'. For large amounts. */
export function wholeMoney(minor: bigint | number, currency: Currency, locale: Locale): string {
  const { sign, units } = partsOf(minor);
  return (units === "0" ? "" : sign) + withCurrency(withFraction(units, "", locale), currency, locale);
}

/** The amount with decimals only when it has some: '2 €', '0,50 €'. For stakes and prices. */
export function shortMoney(minor: bigint | number, currency: Currency, locale: Locale): string {
  return partsOf(minor).cents === "00" ? wholeMoney(minor, currency, locale) : money(minor, currency, locale);
}

/**
 * A balance floored to two decimals, with a comma in every language: '12.349' gives '12,34'. Takes the decimal text of the API and cuts
 * its digits, because 0.29 * 100 is less than 29 in floating point. A negative balance, possible after a reversal, shows as 0. Throws
 * on a text that is not a decimal number.
 */
export function balanceText(decimal: string): string {
  if (decimal.length > 40 || !/^-?\d+(\.\d+)?$/.test(decimal))
    throw new RangeError("a balance must be a decimal number");
  if (decimal.startsWith("-")) return withFraction("0", "00", "fr");
  const [whole = "0", fraction = ""] = decimal.split(".");
  return withFraction(String(BigInt(whole)), fraction.slice(0, 2).padEnd(2, "0"), "fr");
}

/** A short count with at most one decimal: '950', '1,2k', '3m', '4,5b', '1t'; in English '1.2k'. */
export function abbreviated(value: number, locale: Locale): string {
  let scaled = Math.abs(value);
  let magnitude = 0;
  // A value that would round to 1000 takes the next letter: 999 950 is '1m', not '1000k'.
  while (Number(scaled.toFixed(1)) >= 1000 && magnitude < MAGNITUDES.length - 1) {
    scaled /= 1000;
    magnitude += 1;
  }
  const [whole = "0", fraction = ""] = scaled.toFixed(1).split(".");
  const text = withFraction(whole, fraction === "0" ? "" : fraction, locale) + MAGNITUDES[magnitude];
  return value < 0 && text !== "0" ? `-${text}` : text;
}

/** A count for a narrow tile: in full up to 9 999, short from there on. */
export function tileCount(value: number, locale: Locale): string {
  return value < 10_000 ? formatNumber(value, locale) : abbreviated(value, locale);
}

function partsOf(minor: bigint | number): { sign: string; units: string; cents: string } {
  const exact = BigInt(minor);
  const digits = String(exact < 0n ? -exact : exact).padStart(3, "0");
  return { sign: exact < 0n ? "-" : "", units: digits.slice(0, -2), cents: digits.slice(-2) };
}

function withCurrency(amount: string, currency: Currency, locale: Locale): string {
  if (locale === "fr") return `${amount}${NO_BREAK_SPACE}${SIGNS[currency]}`;
  return currency === "EUR" ? `€${amount}` : `${currency}${NO_BREAK_SPACE}${amount}`;
}

function withFraction(whole: string, fraction: string, locale: Locale): string {
  const { group, decimal } = MARKS[locale];
  return grouped(whole, group) + (fraction === "" ? "" : decimal + fraction);
}

/** Groups digits in threes from the right. A loop, because the usual look-ahead regex takes quadratic time. */
function grouped(whole: string, mark: string): string {
  const start = whole.startsWith("-") ? 1 : 0;
  const groups: string[] = [];
  for (let end = whole.length; end > start; end -= 3) groups.unshift(whole.slice(Math.max(start, end - 3), end));
  return whole.slice(0, start) + groups.join(mark);
}

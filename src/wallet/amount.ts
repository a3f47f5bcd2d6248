import { minorOfDecimal } from "../platform/decimal.ts";

/** The rules of section 5, "Deposit", and section 9 for the server and the page. Browser-safe. */

export const DEPOSIT_MIN_MINOR = 5_000n;
/** What the form begins with. */
export const DEPOSIT_DEFAULT_MINOR = 5_000n;
export const PRESETS_MINOR = [5_000n, 10_000n, 15_000n, 20_000n, 25_000n, 50_000n] as const;
/** No wallet holds more than a number of JSON can say to the cent. */
const AMOUNT_MAX_MINOR = 100_000_000_00n;

/** What may still be put into a wallet: its limit without what lies in it and what is on its way (T1). */
export function roomOf(wallet: { limitMinor: bigint; balanceMinor: bigint; reservedMinor: bigint }): bigint {
  const room = wallet.limitMinor - wallet.balanceMinor - wallet.reservedMinor;
  return room > 0n ? room : 0n;
}

/** True where not even the least amount fits any more: 'plafond atteint' (G134). */
export function isFull(roomMinor: bigint): boolean {
  return roomMinor < DEPOSIT_MIN_MINOR;
}

/** What makes a text no amount: it is none, or its separator may mean thousands as well as decimals. */
export type UntoldAmount = "not-an-amount" | "unclear-thousands";
export type AmountProblem = UntoldAmount | "below-minimum" | "above-maximum";

/** Whether an amount may be paid in: at least 50, at most what fits. Null where it may. */
export function depositProblem(minor: bigint, roomMinor: bigint): "below-minimum" | "above-maximum" | null {
  if (minor < DEPOSIT_MIN_MINOR) return "below-minimum";
  return minor > roomMinor ? "above-maximum" : null;
}

const SPACED = /^[0-9]{1,3}([ \u00a0\u202f][0-9]{3})+([.,]|$)/;
const ENGLISH = /^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,2})?$/;
const UNCLEAR = /^[1-9][0-9]{0,2}([.,][0-9]{3})+([.,][0-9]*)?$/;

/**
 * What a person typed, in cents: digits with a comma or a dot and at most two decimals; spaces around it and between groups of three are
 * forgiven, in English commas too. Whether '1.000' is a thousand or one nobody can tell, so it is refused and not guessed.
 */
export function amountTyped(text: string, locale: "fr" | "en"): bigint | UntoldAmount {
  if (text.length > 40) return "not-an-amount";
  const trimmed = text.trim().replace(/^€\s*|\s*€$/, "");
  let plain = SPACED.test(trimmed) ? trimmed.replace(/[ \u00a0\u202f]/g, "") : trimmed;
  if (locale === "en" && ENGLISH.test(plain)) plain = plain.replaceAll(",", "");
  if (UNCLEAR.test(plain)) return "unclear-thousands";
  return withinReason(minorOfDecimal(plain.replace(",", "."))) ?? "not-an-amount";
}

/**
 * The `amount` of a JSON body, in cents: a number of euros with at most two decimals (G179), nothing else. Which decimals a number has
 * is read from the shortest text that means it, so 50.1 is 50.10 and 50.001 is refused, without any rounding (I11).
 */
export function amountOfJson(value: unknown): bigint | null {
  if (typeof value !== "number" || !Number.isFinite(value) || Object.is(value, -0)) return null;
  return withinReason(minorOfDecimal(String(value)));
}

function withinReason(minor: bigint | null): bigint | null {
  return minor !== null && minor <= AMOUNT_MAX_MINOR ? minor : null;
}

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

export type AmountProblem = "not-an-amount" | "below-minimum" | "above-maximum";

/** Whether an amount may be paid in: at least 50, at most what fits. Null where it may. */
export function depositProblem(minor: bigint | null, roomMinor: bigint): AmountProblem | null {
  if (minor === null) return "not-an-amount";
  if (minor < DEPOSIT_MIN_MINOR) return "below-minimum";
  return minor > roomMinor ? "above-maximum" : null;
}

/**
 * What a person typed, in cents: digits with a comma or a dot and at most two decimals (G135); spaces around it and between groups of
 * three are forgiven. Null for everything else.
 */
export function amountTyped(text: string): bigint | null {
  if (text.length > 40) return null;
  const trimmed = text.trim().replace(/\s*€$/, "");
  const isGrouped = /^[0-9]{1,3}([ \u00a0\u202f][0-9]{3})+([.,]|$)/.test(trimmed);
  const plain = isGrouped ? trimmed.replace(/[ \u00a0\u202f]/g, "") : trimmed;
  return withinReason(minorOfDecimal(plain.replace(",", ".")));
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

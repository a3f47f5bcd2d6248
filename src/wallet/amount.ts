import { minorOfDecimal } from "../platform/decimal.ts";
import { AMOUNT_MAX_MINOR, DEPOSIT_MIN_MINOR } from "./limits.ts";

/** The rules for top-up amounts, shared by the server and the page. Browser-safe. */

/** The amount that the form starts with. */
export const DEPOSIT_DEFAULT_MINOR = 5_000n;
export const PRESETS_MINOR = [5_000n, 10_000n, 15_000n, 20_000n, 25_000n, 50_000n] as const;

/**
 * The available amount of a wallet, in cents: its limit minus its balance and the amounts reserved by open payments.
 */
export function availableIn(wallet: { limitMinor: bigint; balanceMinor: bigint; reservedMinor: bigint }): bigint {
  const availableMinor = wallet.limitMinor - wallet.balanceMinor - wallet.reservedMinor;
  return availableMinor > 0n ? availableMinor : 0n;
}

/** True if not even the minimum top-up fits. */
export function isFull(availableMinor: bigint): boolean {
  return availableMinor < DEPOSIT_MIN_MINOR;
}

/** Why a text is not an amount: it is not a number, or its separator could mean thousands or decimals. */
export type UnreadableAmount = "not-an-amount" | "unclear-thousands";
export type AmountProblem = UnreadableAmount | "below-minimum" | "above-maximum";

/** Checks an amount: at least 50 euros, and no more than the available amount. Null means that it is accepted. */
export function depositProblem(minor: bigint, availableMinor: bigint): "below-minimum" | "above-maximum" | null {
  if (minor < DEPOSIT_MIN_MINOR) return "below-minimum";
  return minor > availableMinor ? "above-maximum" : null;
}

const SPACED = /^[0-9]{1,3}([ \u00a0\u202f][0-9]{3})+([.,]|$)/;
const ENGLISH = /^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,2})?$/;
const UNCLEAR = /^[1-9][0-9]{0,2}([.,][0-9]{3})+([.,][0-9]*)?$/;

/**
 * Reads a typed amount into cents: digits with a comma or a dot and at most two decimals. Spaces around it and between
 * groups of three digits are accepted, and in English commas between groups. '1.000' could mean one or a thousand, so
 * it is refused rather than guessed.
 */
export function amountTyped(text: string, locale: "fr" | "en"): bigint | UnreadableAmount {
  if (text.length > 40) return "not-an-amount";
  const trimmed = text.trim().replace(/^€\s*|\s*€$/, "");
  let plain = SPACED.test(trimmed) ? trimmed.replace(/[ \u00a0\u202f]/g, "") : trimmed;
  if (locale === "en" && ENGLISH.test(plain)) plain = plain.replaceAll(",", "");
  if (UNCLEAR.test(plain)) return "unclear-thousands";
  const minor = minorOfDecimal(plain.replace(",", "."));
  return minor === null || minor > AMOUNT_MAX_MINOR ? "not-an-amount" : minor;
}

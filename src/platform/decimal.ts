/** Conversions between decimal texts and integer minor units, for currencies with two decimals. Browser-safe. */

/** The minor units of a plain decimal such as "50", "50.5" or "50.00". Null for any other text. */
export function minorOfDecimal(text: string): bigint | null {
  const [, units, decimals = ""] = /^([0-9]{1,12})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  return units === undefined ? null : BigInt(units) * 100n + BigInt(decimals.padEnd(2, "0"));
}

/** An amount with two decimals and a dot, such as "50.00", for APIs. */
export function decimalOfMinor(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

import { normalisedName } from "../../../accounts/accounts.server.ts";

/** True if a payer's name contains every part of a member's surname; banks write names in many ways. */
export function isPayerNamed(lastname: string | null, payerName: string): boolean {
  if (lastname === null) return true;
  const payer = new Set(partsOf(payerName));
  return partsOf(lastname).every((part) => payer.has(part));
}

function partsOf(name: string): string[] {
  return normalisedName(name)
    .split(/[\s-]+/)
    .filter((part) => part !== "");
}

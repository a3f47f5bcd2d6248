import { m } from "../../messages/messages.js";
import type { Locale } from "../../venues/contract.ts";
import { CIVILITIES } from "../limits.ts";

/** 'M.' or 'Mme' in the language of the page, or in `locale`; null where unknown. */
export function civilityWord(civilityId: number | null, to: { locale?: Locale } = {}): string | null {
  if (civilityId === null) return null;
  return civilityId === CIVILITIES.MR ? m.account_civility_mr({}, to) : m.account_civility_mme({}, to);
}

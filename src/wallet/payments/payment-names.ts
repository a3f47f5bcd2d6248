/** The key of the ledger entry that credits a payment. */
export function creditKey(uuid: string): string {
  return `pay:${uuid}:credit`;
}

/**
 * The reference that a member reads and may tell by telephone, such as 'C0FF-EE00': the beginning of the payment's uuid, which also
 * ends the text on the bank's statement.
 */
export function paymentReference(uuid: string): string {
  const beginning = uuid.slice(0, 8).toUpperCase();
  return `${beginning.slice(0, 4)}-${beginning.slice(4)}`;
}

/** The beginning of a payment's uuid, from its reference as a person types it, from its uuid or from the text of a bank statement. */
const REFERENCE = /(?:^|\s)([0-9a-f]{4})[-\u2010-\u2013 ]?([0-9a-f]{4})(?:(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;

/** The eight digits with which the payments of a typed reference begin; null where it is none. */
export function beginningOf(typed: string): string | null {
  const [, first, second] = REFERENCE.exec(typed.trim()) ?? [];
  return first === undefined || second === undefined ? null : `${first}${second}`.toLowerCase();
}

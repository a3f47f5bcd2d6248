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

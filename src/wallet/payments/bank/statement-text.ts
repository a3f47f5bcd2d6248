/**
 * The text of a top-up on the statements of both accounts: the beneficiary, the wallet (the member's reference and the
 * site) and the beginning of the payment's uuid. After a restore it tells which wallet a lost payment was for.
 */

type Payee = { beneficiary: string; siteId: number };
/** The bank takes 140 characters, and the end of the text must remain. */
const BENEFICIARY_MAX = 100;
const ENDING = /(?:^| )([A-Z0-9]{12})-([1-9]\d{0,9}) ([0-9a-f]{8})$/;

/** `walletKey` is the member's reference of twelve capitals and digits. */
export function statementText(uuid: string, { beneficiary, siteId }: Payee, walletKey: string | null): string {
  const wallet = walletKey === null ? [] : [`${walletKey}-${siteId}`];
  return [beneficiary.slice(0, BENEFICIARY_MAX), ...wallet, uuid.slice(0, 8)].join(" ");
}

/** The wallet that a statement's text names, or null if it names none or is another payment's. */
export function walletOfStatement(text: string | null, uuid: string): { walletKey: string; siteId: number } | null {
  const [, walletKey, siteId, beginning] = ENDING.exec(text ?? "") ?? [];
  if (walletKey === undefined || beginning !== uuid.slice(0, 8)) return null;
  return { walletKey, siteId: Number(siteId) };
}

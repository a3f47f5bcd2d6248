/** The waits between the mails that one network asks for at an address within 24 hours; the last one repeats. */
const SPACING_SECONDS = [60, 300, 1_800, 10_800] as const;
export const MAIL_WAIT_MAX = 10_800;
/** What several networks ask for at an address is answered by one mail in this time. */
const TOGETHER_SECONDS = 600;
export const REMEMBERED_SECONDS = 86_400;

/** A mail to the address, in epoch milliseconds, and a network that had asked for it. A mail of two networks is two of these. */
export type AnsweredRequest = { network: string; at: number };

/**
 * When (epoch milliseconds) the next mail that `network` asks for at an address may go out. Its first one in 24 hours waits for ten
 * minutes at most, whatever others asked for; its next ones are spaced. `ownAt` leaves the other networks out: the requester may be told
 * it, because it says nothing about them.
 */
export function nextMailAt(
  answered: readonly AnsweredRequest[],
  network: string,
  now: number,
): { at: number; ownAt: number } {
  const recent = answered.filter(({ at }) => at > now - REMEMBERED_SECONDS * 1_000);
  const own = recent.filter((mail) => mail.network === network).map(({ at }) => at);
  const others = recent.filter((mail) => mail.network !== network).map(({ at }) => at);
  const spacing = SPACING_SECONDS[Math.min(own.length, SPACING_SECONDS.length) - 1] ?? 0;
  const ownAt = Math.max(now, Math.max(0, ...own) + spacing * 1_000);
  return { ownAt, at: Math.max(ownAt, Math.max(0, ...others) + TOGETHER_SECONDS * 1_000) };
}

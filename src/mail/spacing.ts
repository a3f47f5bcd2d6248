/** The waits between the mails that one network asks for at an address within 24 hours; the last one repeats. */
const SPACING_SECONDS = [60, 300, 1_800, 10_800] as const;
export const MAIL_WAIT_MAX = 10_800;
/** Where several networks ask for mails to an address, it gets one mail in this time. */
const TOGETHER_SECONDS = 600;
export const REMEMBERED_SECONDS = 86_400;

/** The mails of the last 24 hours to an address, seen from one network that asks for another mail. Times are epoch milliseconds. */
export type EarlierMails = {
  /** How many of them the network had asked for, and when the last of those was written. */
  own: number;
  ownLastAt: number | null;
  /** When the last of all was written. */
  lastAt: number | null;
  /** True if other networks had asked for some. */
  isShared: boolean;
};

/**
 * When (epoch milliseconds) the next mail that a network asks for at an address may go out. Its first one in 24 hours waits for ten
 * minutes at most, whatever others asked for; its next ones are spaced. An address that several networks write to gets one mail in ten
 * minutes, and so 144 a day. `ownAt` leaves the other networks out: the requester may be told it, because it says nothing about them.
 */
export function nextMailAt(
  { own, ownLastAt, lastAt, isShared }: EarlierMails,
  now: number,
): { at: number; ownAt: number } {
  const spacing = SPACING_SECONDS[Math.min(own, SPACING_SECONDS.length) - 1] ?? 0;
  const ownAt = Math.max(now, (ownLastAt ?? 0) + spacing * 1_000);
  return { ownAt, at: isShared ? Math.max(ownAt, (lastAt ?? 0) + TOGETHER_SECONDS * 1_000) : ownAt };
}

import type { Person } from "../accounts/profile/view.server.ts";

/** Who is logged in, as the frame of every page shows it: the answer of `/session`. */
export type SessionView = Person & {
  /** Whose card and gifts this device may keep for a time without a network: the same mark for ever, nothing to anybody else. */
  owner: string;
  /**
   * Set for an account that misses part of its holder's identity: it is covered in production, where support is to be asked, and
   * only spoken of elsewhere.
   */
  anomaly: { isBlocking: boolean; supportEmail: string | null } | null;
};
/** The answer of `/session`: null where nobody is logged in. */
export type SessionAnswer = { session: SessionView | null };

import type { Person } from "../accounts/profile/view.server.ts";

/** The member, as the frame of every page shows them: the answer of `/session`. */
export type SessionView = Person & {
  /** Identifies the owner of the card and gifts that the device stores for offline use. A constant mark without meaning to others. */
  owner: string;
  /**
   * Set for an account without a first name, last name or birthday. In production an overlay covers its pages and names the support
   * address; elsewhere a note is shown.
   */
  anomaly: { isBlocking: boolean; supportEmail: string | null } | null;
};
/** The answer of `/session`; null where nobody is logged in. */
export type SessionAnswer = { session: SessionView | null };

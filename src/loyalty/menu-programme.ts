/** The programme's part of the menu, as data. Browser-safe. */

/** What the menu shows where a member's card would be. */
export type CardArea =
  | { kind: "none" }
  /** A link to the card. */
  | { kind: "card" }
  /** A link to the enrollment's page. */
  | { kind: "enrollment" }
  /** A member whose card is being created. */
  | { kind: "waiting" }
  /** An invitation to join; `isReady` if only the visit to the casino is missing. */
  | { kind: "call"; isReady: boolean };

/** The programme's part of the profile summary. `balance` is decimal euros ('12.30'); null for non-members. */
export type MenuProgramme = { program: string; balance: string | null; card: CardArea; call: CardArea };

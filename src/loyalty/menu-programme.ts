/** What the side menu says of the programme, as data. Browser-safe. */

/** What stands in the card's place in the menu. */
export type CardArea =
  | { kind: "none" }
  /** 'Show' leads to the card itself. */
  | { kind: "card" }
  /** 'Show' leads to the page that says how far the card's making is. */
  | { kind: "dossier" }
  /** A member whose card is on its way. */
  | { kind: "waiting" }
  /** How to become a member; `isReady` where only the visit to the casino is left. */
  | { kind: "call"; isReady: boolean };

/** The programme's part of the profile summary (section 2.7). `balance` is decimal euros ('12.30'); null for who is no member. */
export type MenuProgramme = { program: string; balance: string | null; card: CardArea; call: CardArea };

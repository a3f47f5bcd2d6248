/** A membership of the programme with the card in force: one a person, for the whole group. Browser-safe; holds no secret. */
export type Membership = {
  /** What the API calls playersplus_id and the floor member_id. */
  id: string;
  walletKey: string;
  /** Null where no account is linked: a card issued at a desk. */
  accountId: string | null;
  lastname: string | null;
  firstname: string | null;
  /** ISO date. */
  birthday: string | null;
  /** E.164, as the desk knows it. */
  mobilePhone: string | null;
  homeSiteId: number;
  status: "active" | "disabled";
  joinedAt: Date;
  /** Since when an exclusion register names the person: gifts, top-ups and marketing rest (G94). */
  excludedSince: Date | null;
  cardNumber: string | null;
  /** VIRTUAL counts as no card (G105). */
  cardType: "PLASTIC" | "DIGITAL" | "VIRTUAL" | null;
};

/** The membership that a card was given to. `isInForce` is false of a card that is blocked or that another took the place of (G109). */
export type CardHolder = Pick<Membership, "id" | "status" | "homeSiteId"> & { isInForce: boolean };

export const CARD_DIGITS = 16;

/** The digit that makes a number pass the check of Luhn when it is put behind the given ones (G101). */
export function luhnDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const doubled = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A membership of the programme with its card in force. One per person, for the whole group. Browser-safe; holds no secret. */
export type Membership = {
  /** Called playersplus_id in the API and member_id on the floor. */
  id: string;
  walletKey: string;
  /** Null if no account is linked, as for a card issued at reception. */
  accountId: string | null;
  lastname: string | null;
  firstname: string | null;
  /** ISO date. */
  birthday: string | null;
  /** E.164, as given at reception or verified by the account. */
  mobilePhone: string | null;
  homeSiteId: number;
  /** `disabled`: staff shut the person out. `erased`: the account was erased, and nothing here names the person any more. */
  status: "active" | "disabled" | "erased";
  joinedAt: Date;
  /** Since when a register of exclusions names the person. Gifts, top-ups and marketing are suspended meanwhile. */
  excludedSince: Date | null;
  cardNumber: string | null;
  /** A VIRTUAL card counts as none. */
  cardType: "PLASTIC" | "DIGITAL" | "VIRTUAL" | null;
};

/** The number of a member's card in force; null without one. A VIRTUAL card counts as none. */
export function numberOfCard({ cardNumber, cardType }: Pick<Membership, "cardNumber" | "cardType">): string | null {
  return cardType === "VIRTUAL" ? null : cardNumber;
}

/** The membership that a card was issued to. `isInForce` is false for a blocked or replaced card. */
export type CardHolder = Pick<Membership, "id" | "status" | "homeSiteId" | "birthday"> & {
  isInForce: boolean;
  isExcluded: boolean;
};

export const CARD_DIGITS = 16;

/** Whether a text has the form of a card number: 16 digits, without spaces. The check digit is not looked at. */
export function isCardNumber(text: string): boolean {
  return /^[0-9]{16}$/.test(text);
}

/** The Luhn check digit for these digits. */
export function luhnDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const doubled = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}

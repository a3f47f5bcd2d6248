import { typedBirthday } from "../../accounts/profile/birthdays.ts";
import { m } from "../../messages/messages.js";
import type { ShownPass } from "../../platform/gateways/passes.ts";
import { GROUP } from "../../venues/group.ts";
import { dayAt } from "../../venues/language/dates.ts";
import { money } from "../../venues/language/numbers.ts";
import { grouped } from "../../ui/figures/grouped.ts";

/** What a pass is about: the card, its holder, the balance, gifts and places. */
export type PassData = {
  serial: string;
  cardNumber: string;
  /** 'Mme Aubry Camille' */
  holder: string;
  /** ISO date. */
  birthday: string | null;
  isTemporary: boolean;
  isRevoked: boolean;
  locale: "fr" | "en";
  /** What can be spent, in cents of loyalty euros, and the part that expires next; null without a membership. */
  balance: { cents: bigint; next: { at: Date; cents: bigint } | null } | null;
  /** How many gifts can be used; null where the country allows none. */
  gifts: number | null;
  /** The casinos near which the pass shows; empty where the country forbids offers by place. */
  places: { name: string; latitude: number; longitude: number }[];
};

/** The pass as phones show it. A revoked pass has no code. */
export function shownPass({
  serial,
  cardNumber,
  holder,
  birthday,
  isTemporary,
  isRevoked,
  locale,
  balance,
  gifts,
  places,
}: PassData): ShownPass {
  const to = { locale };
  const { program } = GROUP;
  return {
    serial,
    issuer: GROUP.brand,
    program,
    description: m.card_pass_description({ program }, to),
    code: isRevoked ? null : { value: cardNumber, text: grouped(cardNumber) },
    isTemporary,
    isRevoked,
    places: places.map((place) => ({ ...place, text: m.card_pass_near({ venue: place.name }, to) })),
    fields: {
      balance:
        balance === null
          ? null
          : {
              label: m.card_pass_balance({ program }, to),
              value: money(balance.cents < 0n ? 0n : balance.cents, "EUR", locale),
            },
      expiry: balance?.next ? { label: m.card_pass_expiry({}, to), value: expiryText(balance.next, locale) } : null,
      gifts: gifts === null ? null : { label: m.card_pass_gifts({}, to), value: String(gifts) },
      holder: { label: m.card_pass_holder({}, to), value: holder },
      birthday: birthday === null ? null : { label: m.card_pass_birthday({}, to), value: typedBirthday(birthday) },
      state:
        isTemporary && !isRevoked ? { label: m.card_pass_state({}, to), value: m.card_pass_temporary({}, to) } : null,
      number: isRevoked ? null : { label: m.card_pass_number({}, to), value: grouped(cardNumber) },
      about: { label: program, value: m.card_pass_about({ program }, to) },
    },
  };
}

function expiryText({ at, cents }: { at: Date; cents: bigint }, locale: PassData["locale"]): string {
  return m.card_pass_expires_on(
    { amount: money(cents, "EUR", locale), date: dayAt(at, { locale, timeZone: GROUP.timeZone }, "shortDate") },
    { locale },
  );
}

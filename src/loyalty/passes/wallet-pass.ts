import { m } from "../../messages/messages.js";
import type { WalletPass } from "../../platform/gateways.ts";
import { GROUP } from "../../venues/group.ts";
import { grouped } from "../../ui/figures/grouped.ts";

/** The data of a pass. */
export type PassFacts = {
  serial: string;
  cardNumber: string;
  /** 'Mme Aubry Camille' */
  holder: string;
  /** ISO date. */
  birthday: string | null;
  isTemporary: boolean;
  isRevoked: boolean;
  locale: "fr" | "en";
};

/** The texts and the code of a pass, for any wallet. A revoked pass has no code. */
export function walletPass({
  serial,
  cardNumber,
  holder,
  birthday,
  isTemporary,
  isRevoked,
  locale,
}: PassFacts): WalletPass {
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
    fields: {
      holder: { label: m.card_pass_holder({}, to), value: holder },
      birthday: birthday === null ? null : { label: m.card_pass_birthday({}, to), value: dayOf(birthday) },
      state:
        isTemporary && !isRevoked ? { label: m.card_pass_state({}, to), value: m.card_pass_temporary({}, to) } : null,
      number: isRevoked ? null : { label: m.card_pass_number({}, to), value: grouped(cardNumber) },
      about: { label: program, value: m.card_pass_about({ program }, to) },
    },
  };
}

/** 1988-03-14 as 14/03/1988. */
export function dayOf(isoDate: string): string {
  return isoDate.split("-").toReversed().join("/");
}

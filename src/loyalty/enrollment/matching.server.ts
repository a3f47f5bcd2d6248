import { normalisedName } from "../../accounts/accounts.server.ts";

/** What an account has verified, or a membership has been shown at reception, about a person. */
export type KnownPerson = {
  lastname: string | null;
  firstname: string | null;
  /** ISO date. */
  birthday: string | null;
  /** E.164. */
  mobilePhone: string | null;
};

/** True if surname and birthday match. Missing data matches nothing. */
export function hasSameNameAndBirthday(person: KnownPerson, holder: KnownPerson): boolean {
  return isSame(nameOf(person.lastname), nameOf(holder.lastname)) && isSame(person.birthday, holder.birthday);
}

/**
 * True if the verified phone, the surname, the first of the first names and the birthday all match. Anything less could link a
 * stranger: phone numbers are reused, and twins share a surname and a birthday.
 */
export function hasSameNamesBirthdayAndPhone(person: KnownPerson, holder: KnownPerson): boolean {
  return (
    isSame(person.mobilePhone, holder.mobilePhone) &&
    isSame(firstNameOf(person.firstname), firstNameOf(holder.firstname)) &&
    hasSameNameAndBirthday(person, holder)
  );
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one !== "" && one === other;
}

function nameOf(name: string | null): string | null {
  return name === null ? null : normalisedName(name);
}

function firstNameOf(name: string | null): string | null {
  return nameOf(name)?.split(" ")[0] ?? null;
}

import { normalisedName } from "../../accounts/accounts.server.ts";

/** What an account and a membership say about somebody, each by its own word: verified here, shown at a desk there. */
export type Named = {
  lastname: string | null;
  firstname: string | null;
  /** ISO date. */
  birthday: string | null;
  /** E.164. */
  mobilePhone: string | null;
};

/** A typed card number counts only for somebody of its holder's surname and birthday (G102, T18). What is missing matches nothing. */
export function isHolder(person: Named, holder: Named): boolean {
  return isSame(nameOf(person.lastname), nameOf(holder.lastname)) && isSame(person.birthday, holder.birthday);
}

/**
 * A membership that nobody asked for by number is found by the verified phone, the whole name and the birthday together (G104,
 * T19): a recycled number, or a twin who shares surname, birthday and telephone, links nothing. Of first names the first counts.
 */
export function isSamePerson(person: Named, holder: Named): boolean {
  return (
    isSame(person.mobilePhone, holder.mobilePhone) &&
    isSame(firstNameOf(person.firstname), firstNameOf(holder.firstname)) &&
    isHolder(person, holder)
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

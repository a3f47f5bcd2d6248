import { normalisedName } from "../../accounts/accounts.server.ts";
import type { Person } from "../../protection/exclusions/registers.server.ts";

/** The names on a document; `birthName` if it differs from the name in use. */
export type DocumentNames = { lastname: string; firstname: string; birthName: string | null };

/**
 * True if the names on a document match those of the account. Accents, hyphens and case do not matter. One first name must match
 * the account's first one. The surname may be the name in use or the birth name, whole or one part of a double name. First name
 * and surname may be swapped. The birthday is compared in `identity-progress.server.ts`.
 */
export function areSameNames(declared: Pick<Person, "lastname" | "firstname">, document: DocumentNames): boolean {
  const last = wordsOf(declared.lastname);
  const first = wordsOf(declared.firstname);
  return matchesDocument(last, first, document) || matchesDocument(first, last, document);
}

function matchesDocument(last: string[], first: string[], document: DocumentNames): boolean {
  const [firstOfFirst] = first;
  if (firstOfFirst === undefined || !wordsOf(document.firstname).includes(firstOfFirst)) return false;
  return [document.lastname, document.birthName ?? "", `${document.lastname} ${document.birthName ?? ""}`].some(
    (name) => isPartOfOther(last, wordsOf(name)),
  );
}

/** True if one name consists of words of the other, and neither is empty. */
function isPartOfOther(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  return one.every((word) => other.includes(word)) || other.every((word) => one.includes(word));
}

function wordsOf(name: string): string[] {
  return normalisedName(name)
    .split(" ")
    .filter((word) => word !== "");
}

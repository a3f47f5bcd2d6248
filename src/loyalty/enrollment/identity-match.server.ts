import { normalisedName } from "../../accounts/accounts.server.ts";
import type { Person } from "../memberships.server.ts";

/** What a document says of its holder; `birthName` where it differs from the name in use. */
export type DocumentNames = { lastname: string; firstname: string; birthName: string | null };

/**
 * True where the names of a document are those that an account declares (G92, T21), whatever the accents, hyphens and case: the first
 * of the first names, and a surname that is the name in use or at birth, whole or one part of a double name. A person who typed the
 * two the wrong way round is the same person. The birthday is compared apart, exactly.
 */
export function areSameNames(declared: Pick<Person, "lastname" | "firstname">, document: DocumentNames): boolean {
  const last = wordsOf(declared.lastname);
  const first = wordsOf(declared.firstname);
  return isHolder(last, first, document) || isHolder(first, last, document);
}

function isHolder(last: string[], first: string[], document: DocumentNames): boolean {
  const [firstOfFirst] = first;
  if (firstOfFirst === undefined || !wordsOf(document.firstname).includes(firstOfFirst)) return false;
  return [document.lastname, document.birthName ?? "", `${document.lastname} ${document.birthName ?? ""}`].some(
    (name) => isPartOfOther(last, wordsOf(name)),
  );
}

/** One of the two is made of words of the other, and neither is empty. */
function isPartOfOther(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  return one.every((word) => other.includes(word)) || other.every((word) => one.includes(word));
}

function wordsOf(name: string): string[] {
  return normalisedName(name)
    .split(" ")
    .filter((word) => word !== "");
}

/** The person behind an action: the name, and the issuers of their ticket. */
type People = { name: string; issuers: readonly string[] };

/**
 * True where two operators do not count as two persons, for actions that need two: they have the same name, or their
 * tickets come from the same person, who may be one of the two, directly or through others. A person who
 * issues two tickets could use both (decision 0089).
 */
export function countAsOnePerson(one: People, other: People): boolean {
  const theirs = chainOf(other);
  return chainOf(one).some((name) => theirs.includes(name));
}

/**
 * An operator's chain of tickets: their own name, then those of the issuers, the nearest first, as names to compare and to count by: two
 * of one name whose tickets come from different people are counted apart.
 */
export function chainOf({ name, issuers }: People): string[] {
  return [name, ...issuers].map(nameKey);
}

/**
 * The name at the beginning of an operator's chain of tickets. Limits are counted by it, so that nobody gets more by issuing tickets to
 * themselves under new names.
 */
export function rootOf({ name, issuers }: People): string {
  return nameKey(issuers.at(-1) ?? name);
}

/** Names are compared without capitals, accents, spaces and punctuation. */
function nameKey(name: string): string {
  const letters = name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return (letters === "" ? name.trim() : letters).toLowerCase();
}

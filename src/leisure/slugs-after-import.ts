import { uniqueSlugs } from "../venues/addresses/slugs.ts";

/** An entry of an import file; all texts are the French ones. */
export type SluggedEntry = { slug?: string | undefined; label: string; summary: string; presentation: string };
/** A stored entry. */
export type StoredEntry = SluggedEntry & { slug: string };

type SlugsAfterImport = {
  /** The address of each entry in their order, each unique. */
  slugs: string[];
  /** The present address for that of each stored entry; missing where there is none. */
  successors: Map<string, string>;
};

/** What identifies an entry in a file that names no slug, the surest first. */
const SIGNS: ((entry: SluggedEntry) => string | undefined)[] = [
  ({ label, summary }) => JSON.stringify([label, summary]),
  ({ label }) => label,
  ({ summary }) => summary,
  ({ presentation }) => presentation || undefined,
];

/**
 * Chooses the addresses of a venue's restaurants or activities. An entry keeps the address with which it was created,
 * whatever its label becomes. The slug in the file identifies it, else its texts do. A new entry gets a slug of its
 * French label, with -2 where that is taken. An address that the file changes redirects to the new one, and an
 * abandoned one to a new entry at the same position.
 */
export function slugsAfterImport(entries: readonly SluggedEntry[], stored: readonly StoredEntry[]): SlugsAfterImport {
  const known = recognised(entries, stored);
  const kept = entries.map((entry, at) => entry.slug ?? known[at]?.slug);
  const fresh = uniqueSlugs(
    entries.filter((_, at) => kept[at] === undefined).map(({ label }) => label),
    kept.filter((slug) => slug !== undefined),
  );
  const slugs = kept.map((slug) => slug ?? fresh.shift() ?? "");
  const successors = new Map<string, string>();
  for (const [place, one] of stored.entries()) {
    const at = known.indexOf(one);
    const inItsPlace = known[place] === undefined ? slugs[place] : undefined;
    const successor = slugs.includes(one.slug) ? one.slug : at === -1 ? inItsPlace : slugs[at];
    if (successor !== undefined) successors.set(one.slug, successor);
  }
  return { slugs, successors };
}

/** The stored entry for each entry; undefined for a new one. */
function recognised(entries: readonly SluggedEntry[], stored: readonly StoredEntry[]): (StoredEntry | undefined)[] {
  const left = new Set(stored);
  const named = new Set(entries.flatMap(({ slug }) => slug ?? []));
  const found = entries.map(({ slug }) => {
    const one = slug === undefined ? undefined : stored.find((known) => known.slug === slug);
    if (one !== undefined) left.delete(one);
    return one;
  });
  for (const sign of SIGNS) {
    for (const [at, entry] of entries.entries()) {
      const told = found[at] === undefined ? sign(entry) : undefined;
      const one =
        told === undefined ? undefined : [...left].find((known) => sign(known) === told && !named.has(known.slug));
      if (one === undefined) continue;
      found[at] = one;
      left.delete(one);
    }
  }
  return found;
}

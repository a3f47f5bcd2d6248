import { uniqueSlugs } from "../venues/slugs.ts";

/** An entry as a venue's file has it; all texts are the French ones. */
export type SluggedEntry = { slug?: string | undefined; label: string; summary: string; presentation: string };
/** An entry as it is stored, in its order. */
export type StoredEntry = SluggedEntry & { slug: string };

type Settled = {
  /** The address of each entry, in their order, each once. */
  slugs: string[];
  /** Where the address of a stored entry leads now; one that leads nowhere is not among them. */
  successors: Map<string, string>;
};

/** How a file that names no address says that it means the same entry as before: the surest sign first. */
const SIGNS: ((entry: SluggedEntry) => string | undefined)[] = [
  ({ label, summary }) => JSON.stringify([label, summary]),
  ({ label }) => label,
  ({ summary }) => summary,
  ({ presentation }) => presentation || undefined,
];

/**
 * The addresses of a venue's restaurants or activities. An entry keeps the one that it was created with, whatever its label
 * becomes (G3); it is known by the address that the file names, else by what it says. A new one gets its French label's, with -2
 * where that is taken (G2). An address that the file changes leads to the new one, and one that is given up to whatever new
 * stands in its place.
 */
export function settledSlugs(entries: readonly SluggedEntry[], stored: readonly StoredEntry[]): Settled {
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

/** The stored entry that each entry is; undefined for a new one. */
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

/** URL slugs of entries. Every function takes linear time, so that a long label cannot stall the server. */

const SLUG_MAX = 100;
/** Longer input is cut first: it could not fit into a slug anyway. */
const LABEL_MAX = 400;
/** The slug of a label without any letter or digit. */
const NAMELESS = "item";
const SQL_INTEGER_MAX = 2_147_483_647;

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/**
 * A label as it appears in a URL: accents stripped, spaces to hyphens, other characters that are no letter or digit removed,
 * lower case, no trailing hyphens, at most 100 characters. 'item' when nothing is left. Hyphens are not merged: 'L'Écume & Cie'
 * gives `lecume--cie`.
 */
export function slugify(label: string): string {
  const plain = label
    .slice(0, LABEL_MAX)
    .toLowerCase()
    .normalize("NFD")
    .replace(/[œæßøłđðþı]/g, (letter) => LETTERS[letter] ?? "");
  const kept = plain.replace(/\s/g, "-").replace(/[^a-z0-9-]/g, "");
  return withinLimit(kept, SLUG_MAX) || NAMELESS;
}

/**
 * Unique slugs for a list of labels, in order. Reserved slugs (fixed routes and stored slugs) are not given out; a label whose
 * slug is taken gets -2, -3, …
 */
export function uniqueSlugs(labels: string[], reserved: Iterable<string> = []): string[] {
  const taken = new Set(reserved);
  const counts = new Map<string, number>();
  return labels.map((label) => {
    const base = slugify(label);
    let slug = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(slug)) {
      count += 1;
      slug = numbered(base, count);
    }
    counts.set(base, count);
    taken.add(slug);
    return slug;
  });
}

/**
 * Splits the alias `/agenda/{query}` at its first hyphen: '12-soiree-jazz' is id 12 and name 'soiree-jazz'; '12' alone is id 12
 * with an empty name. `undefined` unless the id is a whole number that fits into SQL's integer.
 */
export function parseAgendaQuery(query: string): { id: number; name: string } | undefined {
  const hyphen = query.indexOf("-");
  const digits = hyphen === -1 ? query : query.slice(0, hyphen);
  if (digits.length > 10 || !/^[0-9]+$/.test(digits)) return undefined;
  const id = Number(digits);
  return id <= SQL_INTEGER_MAX ? { id, name: hyphen === -1 ? "" : query.slice(hyphen + 1) } : undefined;
}

function numbered(base: string, count: number): string {
  const suffix = `-${count}`;
  return withinLimit(base, SLUG_MAX - suffix.length) + suffix;
}

function withinLimit(slug: string, limit: number): string {
  return slug.slice(0, limit).replace(/-+$/, "");
}

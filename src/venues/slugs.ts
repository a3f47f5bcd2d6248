/** Addresses of entries (section 5 "URL slugs", G1 to G3). Every function is linear in its input (T44). */

const SLUG_MAX = 100;
/** Enough for any slug: what follows could only be cut off again. */
const LABEL_MAX = 400;
/** What a label without a single letter or digit becomes. */
const NAMELESS = "item";
const SQL_INTEGER_MAX = 2_147_483_647;

/** Letters that lose nothing but their look when accents are stripped, and that Unicode does not take apart. */
const LETTERS: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/**
 * A label as it stands in a URL: accents stripped, spaces to hyphens, everything else that is no letter or digit
 * removed, lower case, without trailing hyphens (G185); at most 100 characters; 'item' where nothing is left.
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
 * The slugs of labels, in their order, each once. Reserved ones (fixed routes and slugs that are stored already) win;
 * who comes later gets -2, -3, … (G2).
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
 * Takes the alias `/agenda/{query}` apart at its first hyphen (section 2.1, G1): '12-soiree-jazz' is id 12 and name
 * 'soiree-jazz'; '12' alone is id 12 with an empty name. `undefined` unless the id is a whole number that SQL's
 * integer can hold.
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

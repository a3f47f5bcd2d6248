import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slugsAfterImport, type SluggedEntry, type StoredEntry } from "./slugs-after-import.ts";

const words = fc.constantFrom("Le Bar", "le bar !", "Le Bar 2", "Le Grill", "Казино", "Spa", "");
const entry: fc.Arbitrary<SluggedEntry> = fc.record({ label: words, summary: words, presentation: words });
const entries = fc.array(entry, { maxLength: 6 });
const fileOf = (list: SluggedEntry[], slugs: string[]): StoredEntry[] =>
  list.map((one, at) => ({ ...one, slug: slugs[at] ?? "" }));
const created = (list: SluggedEntry[]) => fileOf(list, slugsAfterImport(list, []).slugs);

describe("the address of an entry", () => {
  it("is given once, and stays through repeated imports of the same file in any order", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { maxLength: 6, selector: (one) => JSON.stringify(one) }),
        fc.nat(5),
        (list, turn) => {
          const stored = created(list);
          expect(new Set(stored.map(({ slug }) => slug)).size).toBe(list.length);
          const turned = [...stored.slice(turn), ...stored.slice(0, turn)];
          expect(slugsAfterImport(turned, stored).slugs).toEqual(turned.map(({ slug }) => slug));
          expect(slugsAfterImport(list, stored).slugs).toEqual(stored.map(({ slug }) => slug));
        },
      ),
    );
  });

  it("stays after any change of the label, where the file names the slug", () => {
    fc.assert(
      fc.property(entries, entries, (list, next) => {
        const stored = created(list);
        const renamed = stored.map((one, at) => ({ ...one, ...next[at], slug: one.slug }));
        expect(slugsAfterImport(renamed, stored).slugs).toEqual(stored.map(({ slug }) => slug));
      }),
    );
  });

  it("stays when only the label changes, where the file does not name the slug", () => {
    const bar = { label: "Le Bar", summary: "Un bar.", presentation: "" };
    const grill = { label: "Le Grill", summary: "Un grill.", presentation: "" };
    const stored = created([bar, grill]);
    const renamed = [{ ...bar, label: "Le Grand Bar" }, grill];
    expect(slugsAfterImport(renamed, stored).slugs).toEqual(["le-bar", "le-grill"]);
    expect(slugsAfterImport(renamed.slice(0, 1), stored).slugs).toEqual(["le-bar"]);
    expect(slugsAfterImport(renamed.toReversed(), stored).slugs).toEqual(["le-grill", "le-bar"]);
  });

  it("is unique after any two imports, and an old one redirects to an existing address or to none", () => {
    const named = fc.array(
      fc.record({
        label: words,
        summary: words,
        presentation: words,
        slug: fc.constantFrom(undefined, "le-bar", "le-bar-2", "spa", "item"),
      }),
      { maxLength: 6 },
    );
    const noTwice = named.filter((list) => {
      const slugs = list.flatMap(({ slug }) => slug ?? []);
      return new Set(slugs).size === slugs.length;
    });
    fc.assert(
      fc.property(entries, noTwice, (list, next) => {
        const stored = created(list);
        const { slugs, successors } = slugsAfterImport(next, stored);
        expect(new Set(slugs).size).toBe(next.length);
        for (const { slug } of next) if (slug !== undefined) expect(slugs).toContain(slug);
        for (const { slug } of stored) {
          const leads = successors.get(slug);
          if (slugs.includes(slug)) expect(leads).toBe(slug);
          else if (leads !== undefined) expect(slugs).toContain(leads);
        }
      }),
    );
  });
});

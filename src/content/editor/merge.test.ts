import fc from "fast-check";
import { expect, it } from "vitest";
import type { Block } from "../contract.ts";
import { merged, hunksOf, type Choice } from "./merge.ts";

const block = (text: string): Block => ({ type: "paragraph", data: { text } });
const document = (...texts: string[]) => ({ blocks: texts.map(block) });
const anyDocument = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 }).map((texts) => document(...texts));

it("keeps equal blocks, and makes each difference one choice", () => {
  expect(hunksOf(document("a", "b", "c"), document("a", "x", "c", "d"))).toEqual([
    { same: [block("a")] },
    { mine: [block("b")], theirs: [block("x")] },
    { same: [block("c")] },
    { mine: [], theirs: [block("d")] },
  ]);
});

it("choosing only one side gives that version, and choosing both loses no block", () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (mine, theirs) => {
      const hunks = hunksOf(mine, theirs);
      const all = (choice: Choice) =>
        merged(
          hunks,
          hunks.map(() => choice),
        );
      expect(all("mine")).toEqual(mine);
      expect(all("theirs")).toEqual(theirs);
      const both = all("both").blocks.map((one) => JSON.stringify(one));
      for (const one of [...mine.blocks, ...theirs.blocks]) expect(both).toContain(JSON.stringify(one));
    }),
  );
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { errorWords } from "./error-words.ts";

const piece = fc.constantFrom(
  "Appelez le ",
  "+33 6 12 34 56 78",
  "0612345678",
  "06.12.34.56.78",
  "٠٦١٢٣٤٥٦٧٨",
  "https://evil.example/x",
  "HTTP://EVIL.EXAMPLE",
  "//evil.example",
  "www.evil.example",
  "evil.example/aide",
  "aide@evil.example",
  "<script>canary(1)</script>",
  "&lt;b&gt;",
  "\u202e",
  "\u2066",
  "\u200b",
  "\0",
  "\r\n",
  "\ud800",
  " ",
  "é",
  "a",
  "1",
  "google",
  "constructor",
);
const anything = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.webUrl(),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
);

it("an alert that came by the address leads nobody anywhere: no link, no number, nothing invisible, 200 characters (T31)", () => {
  fc.assert(
    fc.property(anything, (error) => {
      const words = errorWords(error);
      if (words === null) return;
      expect(words.length).toBeLessThanOrEqual(200);
      expect(words).not.toMatch(/:\/\/|\bwww\.|@/i);
      expect(words).not.toMatch(/(?:\p{Nd}[\s().\-/]*){5}/u);
      expect(words).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      expect(words.isWellFormed()).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

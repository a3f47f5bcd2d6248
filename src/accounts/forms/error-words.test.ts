import fc from "fast-check";
import { expect, it } from "vitest";
import { m } from "../../messages/messages.js";
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

it("shows a fixed sentence for every value of the error parameter, never the value itself", () => {
  expect(errorWords(null)).toBeNull();
  expect(errorWords("google")).toBe(m.members_provider_google());
  expect(errorWords("Votre compte est bloqué, appelez-nous")).toBe(m.members_failed());
  const sentences = ["google", "apple", "facebook", "apple_missing", "off", "access", "link", "busy", "?"].map(
    errorWords,
  );
  fc.assert(
    fc.property(anything, (error) => {
      expect(sentences).toContain(errorWords(error));
    }),
    { numRuns: 2_000 },
  );
});

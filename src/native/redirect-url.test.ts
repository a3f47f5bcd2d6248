import fc from "fast-check";
import { expect, it } from "vitest";
import { appAddress, withToken } from "./redirect-url.ts";

const piece = fc.constantFrom(
  "belrive",
  "belrive:",
  "belrive://",
  "BELRIVE://",
  "//",
  "/",
  "\\",
  "@",
  ":",
  "?",
  "#",
  "%40",
  "%00",
  "\t",
  "\n",
  " ",
  "\u200b",
  "javascript:",
  "https://",
  "intent://",
  "evil.example",
  "session",
  "token=old",
  "é",
);
const address = fc.oneof(
  fc.string(),
  fc.webUrl(),
  fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
  fc.array(piece, { maxLength: 10 }).map((pieces) => `belrive://${pieces.join("")}`),
);

it("accepts addresses of the app's own scheme only, and keeps them when the token is added", () => {
  let handed = 0;
  fc.assert(
    fc.property(address, (text) => {
      const url = appAddress(text, "belrive");
      if (url === null) return;
      handed += 1;
      const sent = new URL(withToken(url, "a-token"));
      expect([sent.protocol, sent.username, sent.password]).toEqual(["belrive:", "", ""]);
      expect(sent.href.startsWith("belrive://")).toBe(true);
      expect(sent.searchParams.getAll("token")).toEqual(["a-token"]);
      expect([sent.host, sent.pathname, sent.hash]).toEqual([url.host, url.pathname, url.hash]);
    }),
    { numRuns: 5_000 },
  );
  expect(handed).toBeGreaterThan(50);
});

it("refuses the scheme of another installation", () => {
  for (const scheme of ["http", "https", "javascript", "data", "belrive2", "xbelrive"])
    expect(appAddress(`${scheme}://session`, "belrive")).toBeNull();
});

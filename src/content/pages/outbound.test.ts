import { describe, expect, it } from "vitest";
import { sanitiseInline } from "../sanitise.server.ts";
import { outbound } from "./outbound.ts";

describe("links within texts", () => {
  it("to other sites open in a new tab", () => {
    expect(outbound(sanitiseInline('<a href="https://www.example.ch/a?b=1&c=2">x</a>'))).toBe(
      '<a href="https://www.example.ch/a?b=1&amp;c=2" target="_blank" rel="noopener">x</a>',
    );
  });

  it("of mail and telephone, and text that looks like a link, stay as they are", () => {
    for (const html of [
      '<a href="mailto:a@b.example">x</a>',
      '<a href="tel:143">143</a>',
      "&lt;a href=&quot;https://x&quot;&gt;",
    ])
      expect(outbound(html)).toBe(html);
  });
});

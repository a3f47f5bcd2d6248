import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { SCRIPT_VECTORS } from "../../test/content/script-vectors.ts";
import type { BlockDocument } from "./contract.ts";
import { plainText, sanitiseDocument, sanitiseInline, sanitiseRich } from "./sanitise.server.ts";

const INLINE = ["b", "i", "u", "a", "br"];
const LISTS = [
  ["inline", sanitiseInline, INLINE],
  ["rich", sanitiseRich, [...INLINE, "p", "h2", "h3", "h4", "ul", "ol", "li"]],
] as const;
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];

describe.each(LISTS)("the %s list", (_name, sanitise, allowed) => {
  it("lets none of more than a hundred script attacks through", () => {
    expect(SCRIPT_VECTORS.length).toBeGreaterThan(100);
    for (const vector of SCRIPT_VECTORS) expect(foreignParts(sanitise(vector), allowed), vector).toEqual([]);
  });

  it("is idempotent and keeps only its tags, for any input", () => {
    const pieces = fc.oneof(
      fc.constantFrom(...SCRIPT_VECTORS),
      fc.constantFrom(...PIECES),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const once = sanitise(parts.join(""));
        expect(foreignParts(once, allowed)).toEqual([]);
        expect(sanitise(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps allowed markup as it is", () => {
    const text =
      'Un <b>verre</b>, <i>offert</i> &amp; <u>frais</u> : <a href="https://belrive.example/a?b=1&amp;c=2">ici</a>,<br />5 &lt; 7';
    expect(sanitise(text)).toBe(text);
  });

  it.each(["https://a.example", "http://a.example", "mailto:a@b.example", "tel:+33465712051"])(
    "keeps a link to %s",
    (href) => {
      expect(sanitise(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`);
    },
  );

  it.each(["/agenda", "#plan", "//a.example", "javascript:x()", "data:text/html,x"])("drops a link to %s", (href) => {
    expect(sanitise(`<a href="${href}">x</a>`)).toBe("<a>x</a>");
  });

  it("converts strong and em to b and i", () => {
    expect(sanitise("<strong>a</strong><em>b</em>")).toBe("<b>a</b><i>b</i>");
  });

  it.each(Object.entries(hostileShapes()))("takes linear time for %s", (_shape, grow) => {
    const times = [10_000, 100_000].map((length) => quickest(() => sanitise(grow(length))));
    // Ten times the length: quadratic time would be a hundred times as long. Small times are noise.
    expect((times[1] ?? 0) / Math.max(times[0] ?? 0, 2)).toBeLessThan(50);
  });
});

it("keeps headings, paragraphs and lists in presentations only", () => {
  const html = "<h2>A</h2><p>b</p><ul><li>c</li></ul><ol><li>d</li></ol>";
  expect(sanitiseRich(html)).toBe(html);
  expect(sanitiseInline(html)).toBe("Abcd");
});

it("removes all tags from a text with too many of them, idempotently", () => {
  for (const html of ["<p>".repeat(1_500), "<b>".repeat(3_000), "</p>".repeat(2_500)]) {
    const once = sanitiseRich(`${html}mot`);
    expect(once).toContain("mot");
    expect(sanitiseRich(once)).toBe(once);
  }
});

describe("a document", () => {
  it("has every text of every kind of block sanitised", () => {
    const dirty = '<script>canary(1)</script><b onclick="canary(1)">x</b>';
    const clean = "<b>x</b>";
    const document = (text: string): BlockDocument => ({
      blocks: [
        { type: "paragraph", data: { text } },
        { type: "header", data: { text, level: 3 } },
        { type: "list", data: { style: "ordered", items: [text, text] } },
        { type: "quote", data: { text, caption: text } },
        { type: "image", data: { key: "a-picture", caption: text } },
      ],
    });
    expect(sanitiseDocument(document(dirty))).toEqual(document(clean));
  });

  it("keeps a text that grew when it was sanitised", () => {
    const document: BlockDocument = { blocks: [{ type: "paragraph", data: { text: "&".repeat(20_000) } }] };
    const once = sanitiseDocument(document);
    expect(once.blocks).toEqual([{ type: "paragraph", data: { text: "&amp;".repeat(20_000) } }]);
    expect(sanitiseDocument(once)).toEqual(once);
  });
});

describe("plain text", () => {
  it("has no tags, no entities and single spaces", () => {
    expect(
      plainText("<h2>Un  palace</h2><p>posé&nbsp;sur <b>l’eau</b> &amp; le&#32;lac</p><ul><li>a</li><li>b</li></ul>"),
    ).toBe("Un palace posé\u00a0sur l’eau & le lac a b");
  });

  it("has nothing of a script's content", () => {
    expect(plainText("a<script>canary(1)</script>b<style>c{}</style>")).toBe("ab");
  });
});

const PIECES = [
  "<b>",
  "</b>",
  "<i>",
  "</i>",
  "<a href='/x'>",
  "</a>",
  "<p>",
  "</p>",
  "<ul><li>",
  "</ul>",
  "<br>",
  "</br>",
  "<",
  ">",
  "&",
  "&lt;",
  "&amp;lt;",
  '"',
  "<!--",
  "-->",
  "<strong>",
  "<div>",
  "</div>",
  "<textarea>",
  "<table><td>",
  "\u0000",
  "<h2",
  "=",
  "/>",
];

/** Everything in the output that the list does not allow: tags, attributes, schemes, comments. */
function foreignParts(html: string, allowed: readonly string[]): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!allowed.includes(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (name !== "a" || attribute !== "href") found.push(attribute);
        else if (!isHarmless(value)) found.push(value);
      }
    },
    oncomment: () => void found.push("a comment"),
    onprocessinginstruction: (name) => void found.push(name),
  });
  parser.end(html);
  return found;
}

/** True if a browser on one of our pages cannot parse the address, or finds an allowed scheme in it. */
function isHarmless(href: string): boolean {
  return (
    !URL.canParse(href, "https://site.invalid") || SCHEMES.includes(new URL(href, "https://site.invalid").protocol)
  );
}

function hostileShapes(): Record<string, (length: number) => string> {
  const repeated = (piece: string) => (length: number) => piece.repeat(length / piece.length);
  return {
    "tags that stay open": repeated("<b>"),
    "tags that close what is not open": (length) => "<b>".repeat(length / 6) + "</i>".repeat(length / 8),
    "half tags": repeated("<a "),
    "paragraphs in paragraphs": repeated("<p>"),
    "comments that never end": repeated("<!--"),
    brackets: repeated("<"),
    "half entities": repeated("&#x26"),
    "a link of comments": (length) => `<a href="${"<!--".repeat(length / 4)}">x</a>`,
    "a link of tabs": (length) => `<a href="${"java\t".repeat(length / 5)}">x</a>`,
    attributes: (length) => `<a ${Array.from({ length: length / 10 }, (_, at) => `a${at}=b `).join("")}>`,
  };
}

/** Processor time of this process in milliseconds, because the machine may be busy with something else. */
function quickest(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

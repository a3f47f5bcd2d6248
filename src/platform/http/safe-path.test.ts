import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safePath } from "./safe-path.ts";

const ORIGINS = ["http://port-serac.localhost:3000", "https://port-serac.belrive.example"];

/** Known payloads of open redirects, header injection and script injection. */
const HOSTILE = [
  // other sites
  "https://evil.example",
  "http://evil.example/",
  "HTTPS://EVIL.EXAMPLE",
  "//evil.example",
  "///evil.example",
  "////evil.example/%2e%2e",
  "https:evil.example",
  "https:/evil.example",
  "http:///evil.example",
  "ftp://evil.example",
  "ws://evil.example",
  "//evil.example:443/",
  "//[::1]/",
  "//127.1/",
  "//0x7f000001",
  "//evil%2eexample",
  "//evil。example",
  "//xn--vil-9na.example",
  "evil.example",
  "www.evil.example/x",
  ".evil.example",
  "@evil.example",
  ":80/x",
  // backslashes and mixtures
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "\\evil.example",
  "/\\\\evil.example",
  "/x\\..\\evil",
  "https:\\\\evil.example",
  // user names
  "//user@evil.example",
  "//port-serac.localhost@evil.example",
  "https://port-serac.localhost:3000@evil.example/",
  "//a:b@evil.example",
  "//port-serac.localhost\\@evil.example",
  // schemes that run a script or open another program
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "javascript://%0aalert(1)",
  "data:text/html,<script>1</script>",
  "vbscript:x",
  "blob:https://evil.example/1",
  "file:///etc/passwd",
  "intent://x#Intent;scheme=https;end",
  "mailto:a@evil.example",
  "about:blank",
  "view-source:x",
  // control characters and characters that parsers drop
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "/\u0000/evil.example",
  "/x\r\nSet-Cookie: a=b",
  "/x\u0000",
  "/x\u007f",
  "/\u0085/evil.example",
  "/\u2028/x",
  "\ufeff//evil.example",
  "/x y\tz",
  // hidden by one percent-encoding
  "/%2f/evil.example",
  "/%2Fevil.example",
  "%2f%2fevil.example",
  "%2fx",
  "/%5cevil.example",
  "/%5C%5Cevil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/%00",
  "/x?next=%5c%5cevil.example",
  "/x#%0a",
  "/%c2%85/x",
  "%68ttps://evil.example",
  "%6aavascript:alert(1)",
  // hidden by dot segments
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/x/%2E%2E//evil.example",
  "/./%2fevil.example",
  "/x/../%2f/evil.example",
  "/x/../..//evil.example",
  "/x/y/../../..//evil.example",
  // broken encodings
  "/%",
  "/%zz",
  "/%c0%af/evil.example",
  "/%e0%80%af",
  "/100%",
  "/%u002f",
  // no path at all
  "",
  " ",
  "agenda",
  "?popup=Menu",
  "#top",
  ".",
  "..",
  "./agenda",
  "../agenda",
];

describe("the address to go to next", () => {
  it.each([
    "/",
    "/agenda",
    "/agenda/12/soiree-jazz",
    "/?popup=Menu",
    "/?popup=Card&redirect=%2Fagenda",
    "/#restaurant",
    "/jeux?x=1#y",
    "/a//b",
    "/@evil.example",
    "/https://evil.example",
    "/x?next=https://evil.example",
    "/restauration/caf%C3%A9",
    "/%252f/x",
    "/x;y=1",
    "/x%20y",
  ])("passes unchanged if it is a path of the site: %s", (path) => {
    expect(safePath(path)).toBe(path);
  });

  it("is normalised as the URL parser does it", () => {
    expect(safePath("/a/../b/./c")).toBe("/b/c");
    expect(safePath("/café d'été")).toBe("/caf%C3%A9%20d'%C3%A9t%C3%A9");
    expect(safePath("/／evil.example")).toBe("/%EF%BC%8Fevil.example");
  });

  it("is tested with more than sixty hostile payloads", () => {
    expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
    expect(HOSTILE.length).toBeGreaterThan(60);
  });

  it.each(HOSTILE)("is replaced by the fallback if hostile: %j", (payload) => {
    expect(safePath(payload)).toBe("/");
    expect(safePath(payload, "/?popup=Menu")).toBe("/?popup=Menu");
  });

  it.each([
    undefined,
    null,
    1,
    {},
    ["/agenda"],
    new URL("https://evil.example"),
    Symbol("x"),
    { toString: () => "/x" },
  ])("is refused if it is no text", (value) => {
    expect(safePath(value)).toBe("/");
  });

  it("is refused if longer than 2048 characters, before or after encoding", () => {
    expect(safePath(`/${"a".repeat(2047)}`)).toHaveLength(2048);
    expect(safePath(`/${"a".repeat(2048)}`)).toBe("/");
    expect(safePath(`/${"é".repeat(400)}`)).toBe("/");
  });

  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    "\t",
    "\n",
    "\r",
    "\0",
    " ",
    ".",
    "..",
    "@",
    ":",
    "?",
    "#",
    "%2f",
    "%5c",
    "%2e",
    "%09",
    "%25",
    "%",
    "http:",
    "javascript:",
    "evil.example",
    "é",
    "\ud800",
    "[",
    "]",
    "é",
  );
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`),
  );

  it("stays on the site's origin for any text, even if decoded once more", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...ORIGINS), (text, origin) => {
        const path = safePath(text);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(new URL(decodeURIComponent(path), origin).origin).toBe(origin);
        expect(origin + path).toBe(new URL(path, origin).href);
        expect(path).toMatch(/^\/(?!\/)[!-~]*$/);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is unchanged by a second check, for any text", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safePath(safePath(text))).toBe(safePath(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { negotiateLocale } from "./locale-negotiation.ts";
import { computingMs } from "../../../test/support/timing.ts";

const LOCALES = ["fr", "en"] as const;

function negotiate(
  wishes: { query?: string | null; cookie?: string | null; acceptLanguage?: string | null },
  locales: readonly string[] = LOCALES,
) {
  return negotiateLocale({ query: undefined, cookie: undefined, acceptLanguage: undefined, ...wishes, locales });
}

describe("the order of preferences", () => {
  it.each([
    [{}, "fr"],
    [{ acceptLanguage: "en" }, "en"],
    [{ cookie: "fr", acceptLanguage: "en" }, "fr"],
    [{ cookie: "en", acceptLanguage: "fr" }, "en"],
    [{ query: "en", cookie: "fr", acceptLanguage: "fr" }, "en"],
    [{ query: null, cookie: null, acceptLanguage: null }, "fr"],
    [{ query: "nl", cookie: "en" }, "en"],
    [{ query: "EN", cookie: "<script>", acceptLanguage: "de" }, "fr"],
    [{ query: "", cookie: "", acceptLanguage: "" }, "fr"],
    [{ query: "__proto__", cookie: "constructor" }, "fr"],
  ])("for %j is %s", (wishes, locale) => {
    expect(negotiate(wishes)).toBe(locale);
  });

  it("is limited to the site's list", () => {
    expect(negotiate({ query: "en", cookie: "en", acceptLanguage: "en" }, ["fr"])).toBe("fr");
    expect(negotiate({ query: "fr" }, ["en"])).toBe("en");
    expect(negotiate({ acceptLanguage: "de" }, ["nl", "en"])).toBe("nl");
  });
});

describe("Accept-Language", () => {
  it.each([
    ["en-GB,en;q=0.9,fr;q=0.8", "en"],
    ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"],
    ["fr;q=0.4, en;q=0.5", "en"],
    ["de, en;q=0.2, fr;q=0.1", "en"],
    ["nl-BE,nl;q=0.9", "fr"],
    ["nl-BE,nl;q=0.9,en;q=0.1", "en"],
    ["en;q=0.5, fr;q=0.5", "en"],
    ["EN-us ; Q=1.0", "en"],
    ["*", "fr"],
    ["de, *;q=0.1", "fr"],
    ["fr;q=0, *", "en"],
    ["en;q=0", "fr"],
    ["fr;q=0", "fr"],
    ["en;q=0.001", "en"],
    ["english", "fr"],
  ])("%j gives %s", (acceptLanguage, locale) => {
    expect(negotiate({ acceptLanguage })).toBe(locale);
  });

  it.each([
    "en;q=2",
    "en;q=-1",
    "en;q=abc",
    "en;q=1e0",
    "en;q=0.1234",
    "en;q=",
    "en;q",
    "en;level=1",
    "en;q=1;q=1",
    "e n",
    "en_GB",
    "en-",
    "-en",
    "en\0",
    ";;;",
    ",,,",
    "q=1",
    "en/fr",
    "*-en",
    "'; drop table--",
  ])("skips malformed parts: %j", (acceptLanguage) => {
    expect(negotiate({ acceptLanguage })).toBe("fr");
    expect(negotiate({ acceptLanguage: `${acceptLanguage}, en;q=0.1` })).toBe("en");
  });

  it("reads the first kilobyte only, and no truncated part", () => {
    expect(negotiate({ acceptLanguage: `${"de,".repeat(300)}en` })).toBe("en");
    expect(negotiate({ acceptLanguage: `${"de,".repeat(400)}en` })).toBe("fr");
    expect(negotiate({ acceptLanguage: `${" ".repeat(1022)}en-GB;q=0,fr` })).toBe("fr");
  });

  it.each(["en;q=0.9,", "a-", "*;", ",", ";q=0.", "a"])("takes bounded time for a megabyte of %j", (unit) => {
    const acceptLanguage = unit.repeat(1_000_000 / unit.length);
    const ms = computingMs(() => {
      for (let round = 0; round < 200; round += 1) negotiate({ acceptLanguage });
    });
    expect(ms).toBeLessThan(1_000);
  });

  it("gives one of the site's languages for any header, and never throws", () => {
    const piece = fc.constantFrom("en", "fr", "nl", "*", "-", ";", "q=", "0", "1", ".", "5", ",", " ", "GB", "\0", "é");
    const header = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(header, header, header, (query, cookie, acceptLanguage) => {
        expect(LOCALES).toContain(negotiate({ query, cookie, acceptLanguage }));
      }),
    );
  });

  it("follows the highest weight", () => {
    const weight = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(weight, weight, (fr, en) => {
        const acceptLanguage = `fr;q=${(fr / 1000).toFixed(3)},en-US;q=${(en / 1000).toFixed(3)}`;
        expect(negotiate({ acceptLanguage })).toBe(en > fr ? "en" : "fr");
      }),
    );
  });
});

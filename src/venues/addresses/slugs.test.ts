import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressName } from "../../platform/schema.ts";
import { parseAgendaQuery, slugify, uniqueSlugs } from "./slugs.ts";
import { computingMs } from "../../../test/support/timing.ts";

describe("a label in a URL", () => {
  it.each([
    ["Événements professionnels", "evenements-professionnels"],
    ["Cabaret NU", "cabaret-nu"],
    ["La Brasserie du Quai", "la-brasserie-du-quai"],
    ["L’Écume", "lecume"],
    ["Port-Sérac", "port-serac"],
    ["Bar & Lounge", "bar--lounge"],
    ["L’Écume & Cie", "lecume--cie"],
    ["Le Bœuf sur le Toit", "le-boeuf-sur-le-toit"],
    ["Straße in Łódź", "strasse-in-lodz"],
    ["  Spa   21 !  ", "--spa---21"],
    ["Tapis… -- vert --", "tapis----vert"],
    ["& Cie", "-cie"],
    ["-", "item"],
    ["", "item"],
    ["Казино", "item"],
    ["İstanbul\u00A0Kelvin \u212A", "istanbul-kelvin-k"],
  ])("turns %j into %j", (label, expected) => {
    expect(slugify(label)).toBe(expected);
  });

  it("is cut at 100 characters, and not at a hyphen", () => {
    expect(slugify("a".repeat(300))).toBe("a".repeat(100));
    expect(slugify(`${"a".repeat(99)} b`)).toBe("a".repeat(99));
    expect(slugify(`${"a".repeat(98)} & b`)).toBe("a".repeat(98));
  });

  it("is always a valid slug, and the same when slugified again", () => {
    const label = fc.oneof(
      fc.string({ unit: "binary", maxLength: 500 }),
      fc.array(fc.constantFrom("é", " ", "-", "A", "œ", "’", "\n", "1")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(label, (text) => {
        const made = slugify(text);
        expect(addressName.safeParse(made).success).toBe(true);
        expect(slugify(made)).toBe(made);
      }),
    );
  });

  it.each([
    ["hyphens", "-"],
    ["spaces", " "],
    ["accents", "e\u0301"],
    ["letters", "a"],
    ["pairs", "a-"],
  ])("takes no longer for a million %s than for a few", (_, unit) => {
    const hostile = unit.repeat(1_000_000);
    // Processor time: wall time would mostly measure other work on the machine.
    const before = process.threadCpuUsage();
    for (let round = 0; round < 100; round += 1) slugify(`${hostile}!`);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2_000);
  });
});

describe("labels that collide", () => {
  it("get the suffixes -2 and -3 in order", () => {
    expect(uniqueSlugs(["Le Bar", "le bar", "LE BAR", "Spa"])).toEqual(["le-bar", "le-bar-2", "le-bar-3", "spa"]);
  });

  it("do not take fixed routes or stored slugs", () => {
    expect(uniqueSlugs(["Cabaret NU", "Jackpots"], ["cabaret-nu", "jackpots", "jackpots-2"])).toEqual([
      "cabaret-nu-2",
      "jackpots-3",
    ]);
  });

  it("skip a suffix that another label already has", () => {
    expect(uniqueSlugs(["Bar 2", "Bar", "Bar"])).toEqual(["bar-2", "bar", "bar-3"]);
    expect(uniqueSlugs(["Bar", "Bar", "Bar 2"])).toEqual(["bar", "bar-2", "bar-2-2"]);
  });

  it("give different, valid and unreserved slugs for any labels", () => {
    const label = fc.oneof(
      fc.constantFrom("a", "a-2", "A 2", "!", "b".repeat(120), `${"b".repeat(97)} c`, `${"b".repeat(96)} & c`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(label), fc.array(label), (labels, others) => {
        const reserved = others.map(slugify);
        const slugs = uniqueSlugs(labels, reserved);
        expect(new Set([...slugs, ...reserved]).size).toBe(slugs.length + new Set(reserved).size);
        for (const made of slugs) expect(addressName.safeParse(made).success).toBe(true);
      }),
    );
  });

  it("take linear time however many there are", () => {
    let last: string | undefined;
    const ms = computingMs(() => (last = uniqueSlugs(Array.from({ length: 20_000 }, () => "Le Bar")).at(-1)));
    expect(last).toBe("le-bar-20000");
    expect(ms).toBeLessThan(2_000);
  });
});

describe("the agenda's alias 'id-name'", () => {
  it.each([
    ["12-soiree-jazz", { id: 12, name: "soiree-jazz" }],
    ["12-", { id: 12, name: "" }],
    ["12", { id: 12, name: "" }],
    ["0-x", { id: 0, name: "x" }],
    ["2147483647-x", { id: 2_147_483_647, name: "x" }],
    ["2147483648-x", undefined],
    ["99999999999999999999-x", undefined],
    ["-12", undefined],
    ["1e3-x", undefined],
    ["0x1F-x", undefined],
    ["12\0-x", undefined],
    ["١٢-x", undefined],
    ["soiree-12", undefined],
    ["", undefined],
  ])("takes %j apart", (query, expected) => {
    expect(parseAgendaQuery(query)).toEqual(expected);
  });

  it("parses every canonical address back, and never throws", () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (id, name) => {
        expect(parseAgendaQuery(`${id}-${name}`)).toEqual({ id, name });
      }),
    );
    fc.assert(fc.property(fc.string(), (query) => (parseAgendaQuery(query)?.id ?? 0) >= 0));
  });
});

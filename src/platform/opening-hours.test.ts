import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openingHours } from "./opening-hours.ts";

function problemsIn(data: unknown) {
  const issues = openingHours.safeParse(data).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path, message }));
}

const LABELS = ["Dimanche", "Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi"];

/** A valid week, with some of its days replaced. */
function week(replaced: Record<number, unknown> = {}) {
  return {
    days: LABELS.map((label, dayOfWeek) =>
      dayOfWeek in replaced
        ? replaced[dayOfWeek]
        : { label, dayOfWeek, schedules: [{ open: "10:00", close: "04:00" }] },
    ),
  };
}

const monday = (fields: object) => week({ 1: { label: "Lundi", dayOfWeek: 1, schedules: [], ...fields } });
const mondaySlot = (slot: unknown) => monday({ schedules: [slot] });
const exception = (fields: object) => ({ ...week(), exceptions: [{ date: "2026-12-24", schedules: [], ...fields }] });

describe("a valid opening schedule", () => {
  it("is returned unchanged, with its exceptions", () => {
    const note = { fr: "Réveillon", en: "New Year’s Eve" };
    const hours = {
      ...week(),
      exceptions: [{ date: "2026-12-31", schedules: [{ open: "18:00", close: "06:00" }], note }],
    };
    expect(openingHours.parse(hours)).toEqual(hours);
    expect(problemsIn(hours)).toEqual([]);
  });

  it("accepts H:MM and HH:MM and returns HH:MM", () => {
    const { days } = openingHours.parse(mondaySlot({ open: "9:05", close: "0:00" }));
    expect(days[1]?.schedules).toEqual([{ open: "09:05", close: "00:00" }]);
  });

  it("keeps a slot whose open equals its close", () => {
    const { days } = openingHours.parse(mondaySlot({ open: "10:00", close: "10:00" }));
    expect(days[1]?.schedules).toEqual([{ open: "10:00", close: "10:00" }]);
  });

  it("may list the days in any order", () => {
    expect(problemsIn({ days: week().days.toReversed() })).toEqual([]);
  });
});

describe("the eight published messages, word for word and at their paths", () => {
  const refusals: [string, unknown, (string | number)[], string][] = [
    ["nothing", undefined, [], "Data must be of type object"],
    ["null", null, [], "Data must be of type object"],
    ["an array", [], [], "Data must be of type object"],
    ["a scalar", "10:00 - 04:00", [], "Data must be of type object"],
    ["no days", {}, ["days"], "one or more days are missing"],
    ["days that are no array", { days: { 0: {} } }, ["days"], "one or more days are missing"],
    ["six days", { days: week().days.slice(1) }, ["days"], "one or more days are missing"],
    ["a day twice and one missing", monday({ dayOfWeek: 2 }), ["days"], "one or more days are missing"],
    ["a day that is no object", week({ 1: "closed" }), ["days", 1], "Data must be of type object"],
    ["no label", monday({ label: undefined }), ["days", 1, "label"], "label must be a string field"],
    ["a numeric label", monday({ label: 1 }), ["days", 1, "label"], "label must be a string field"],
    ...["1", 7, -1, 1.5, null].map((dayOfWeek): [string, unknown, (string | number)[], string] => [
      `dayOfWeek ${JSON.stringify(dayOfWeek)}`,
      monday({ dayOfWeek }),
      ["days", 1, "dayOfWeek"],
      "dayOfWeek must be an int field and be between 0 and 6",
    ]),
    ["no schedules", monday({ schedules: undefined }), ["days", 1, "schedules"], "schedules must be an array"],
    ["schedules as a text", monday({ schedules: "10-4" }), ["days", 1, "schedules"], "schedules must be an array"],
    ["a text among the slots", mondaySlot("10-4"), ["days", 1, "schedules", 0], "schedules must contain objects"],
    ["an array among the slots", mondaySlot([]), ["days", 1, "schedules", 0], "schedules must contain objects"],
    ["an empty slot", mondaySlot({}), ["days", 1, "schedules", 0], "schedule object must contain open and close"],
    [
      "no close",
      mondaySlot({ open: "10:00" }),
      ["days", 1, "schedules", 0],
      "schedule object must contain open and close",
    ],
    ...["24:00", "10:60", "10h00", "1000", "10:0", " 10:00", "10:00\n", "-1:00", "", "10:00:00", 10, null].map(
      (open): [string, unknown, (string | number)[], string] => [
        `open ${JSON.stringify(open)}`,
        mondaySlot({ open, close: "23:00" }),
        ["days", 1, "schedules", 0, "open"],
        "incorrect time format",
      ],
    ),
  ];

  it.each(refusals)("refuses %s", (_, data, path, message) => {
    expect(problemsIn(data)).toEqual([{ path, message }]);
  });
});

describe("other problems", () => {
  const note = { fr: "Réveillon", en: "" };
  const refusals: [string, unknown, (string | number)[], string][] = [
    ["an eighth day", { days: [...week().days, week().days[0]] }, ["days"], "there must be exactly 7 days"],
    ["a misspelt key", { ...week(), exeptions: [] }, ["exeptions"], "must be one of days, exceptions"],
    ["exceptions as an object", { ...week(), exceptions: {} }, ["exceptions"], "exceptions must be an array"],
    ["exceptions null", { ...week(), exceptions: null }, ["exceptions"], "exceptions must be an array"],
    [
      "a text among the exceptions",
      { ...week(), exceptions: ["x"] },
      ["exceptions", 0],
      "exceptions must contain objects",
    ],
    ...["2026-02-29", "2026-13-01", "24/12/2026", "2026-12-24T00:00:00Z", 20261224, undefined].map(
      (date): [string, unknown, (string | number)[], string] => [
        `the date ${String(date)}`,
        exception({ date }),
        ["exceptions", 0, "date"],
        "date must be a day of the calendar such as 2026-12-24",
      ],
    ),
    [
      "a slot in words",
      exception({ schedules: ["late"] }),
      ["exceptions", 0, "schedules", 0],
      "schedules must contain objects",
    ],
    ["no slots", exception({ schedules: null }), ["exceptions", 0, "schedules"], "schedules must be an array"],
    ["an empty note", exception({ note }), ["exceptions", 0, "note", "en"], "must not be empty"],
    ["a note as a text", exception({ note: "x" }), ["exceptions", 0, "note"], "must be an object with fr and en"],
    ["a misspelt note", exception({ notes: note }), ["exceptions", 0, "notes"], "must be one of date, schedules, note"],
    ["an empty label", monday({ label: " " }), ["days", 1, "label"], "must not be empty"],
    ["a label with NUL", monday({ label: "L\0" }), ["days", 1, "label"], "must not contain NUL or broken characters"],
    [
      "thirteen slots",
      monday({ schedules: Array.from({ length: 13 }, () => ({ open: "10:00", close: "11:00" })) }),
      ["days", 1, "schedules"],
      "schedules must have at most 12 entries",
    ],
  ];

  it.each(refusals)("refuses %s with a message of our own", (_, data, path, message) => {
    expect(problemsIn(data)).toEqual([{ path, message }]);
  });

  it("refuses the same exceptional date twice, at the second", () => {
    const day = { date: "2026-12-24", schedules: [] };
    expect(problemsIn({ ...week(), exceptions: [day, day] })).toEqual([
      { path: ["exceptions", 1, "date"], message: "date must not be given twice" },
    ]);
  });

  it("takes 29 February of a leap year", () => {
    expect(problemsIn(exception({ date: "2028-02-29" }))).toEqual([]);
  });
});

describe("reporting", () => {
  it("lists all problems together, in the order of the data", () => {
    const data = {
      days: [
        { label: 1, dayOfWeek: 9, schedules: [{ open: "25:00" }, 4, { open: "x", close: "y" }] },
        null,
        { label: "Mardi", dayOfWeek: 2 },
      ],
      exceptions: [{ date: "tomorrow", schedules: [{}] }],
    };
    expect(problemsIn(data)).toEqual([
      { path: ["days"], message: "one or more days are missing" },
      { path: ["days", 0, "label"], message: "label must be a string field" },
      { path: ["days", 0, "dayOfWeek"], message: "dayOfWeek must be an int field and be between 0 and 6" },
      { path: ["days", 0, "schedules", 0], message: "schedule object must contain open and close" },
      { path: ["days", 0, "schedules", 0, "open"], message: "incorrect time format" },
      { path: ["days", 0, "schedules", 1], message: "schedules must contain objects" },
      { path: ["days", 0, "schedules", 2, "open"], message: "incorrect time format" },
      { path: ["days", 0, "schedules", 2, "close"], message: "incorrect time format" },
      { path: ["days", 1], message: "Data must be of type object" },
      { path: ["days", 2, "schedules"], message: "schedules must be an array" },
      { path: ["exceptions", 0, "date"], message: "date must be a day of the calendar such as 2026-12-24" },
      { path: ["exceptions", 0, "schedules", 0], message: "schedule object must contain open and close" },
    ]);
  });

  it("reports through the schema with the path in the whole document, even if the field is absent", () => {
    const venue = z.strictObject({ name: z.string(), opening_hours: openingHours });
    expect(venue.safeParse({ name: "x" }).error?.issues).toMatchObject([
      { path: ["opening_hours"], message: "Data must be of type object" },
    ]);
    expect(venue.safeParse({ name: 1, opening_hours: monday({ label: 1 }) }).error?.issues).toMatchObject([
      { path: ["name"] },
      { path: ["opening_hours", "days", 1, "label"], message: "label must be a string field" },
    ]);
  });

  it("is published as JSON Schema", () => {
    const time = { type: "string", pattern: "^([01]?\\d|2[0-3]):[0-5]\\d$" };
    const schedules = {
      type: "array",
      maxItems: 12,
      items: {
        type: "object",
        required: ["open", "close"],
        additionalProperties: false,
        properties: { open: time, close: time },
      },
    };
    expect(z.toJSONSchema(openingHours, { io: "input" })).toMatchObject({
      type: "object",
      required: ["days"],
      additionalProperties: false,
      properties: {
        days: {
          minItems: 7,
          maxItems: 7,
          items: {
            required: ["label", "dayOfWeek", "schedules"],
            additionalProperties: false,
            properties: {
              label: { type: "string", minLength: 1, maxLength: 80 },
              dayOfWeek: { type: "integer", minimum: 0, maximum: 6, description: "0 is Sunday" },
              schedules,
            },
          },
        },
        exceptions: {
          maxItems: 400,
          items: {
            required: ["date", "schedules"],
            additionalProperties: false,
            properties: { date: { type: "string", format: "date" }, schedules },
          },
        },
      },
    });
  });

  it("never throws, and accepts its own output unchanged", () => {
    const time = fc.constantFrom("9:00", "23:59", "24:00", 7, null);
    const slot = fc.oneof(fc.record({ open: time, close: time }, { requiredKeys: [] }), fc.anything());
    const day = fc.record({
      label: fc.anything(),
      dayOfWeek: fc.integer({ min: -1, max: 7 }),
      schedules: fc.array(slot),
    });
    const data = fc.oneof(
      fc.anything(),
      fc.record({ days: fc.array(day), exceptions: fc.anything() }),
      fc.constant(week()),
    );
    fc.assert(
      fc.property(data, (value) => {
        const result = openingHours.safeParse(value);
        const again = result.success ? openingHours.parse(result.data) : undefined;
        expect(again).toEqual(result.data);
      }),
    );
  });
});

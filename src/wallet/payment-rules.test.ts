import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountTyped, availableIn, depositProblem, isFull, PRESETS_MINOR } from "./amount.ts";
import { DEPOSIT_MIN_MINOR } from "./limits.ts";
import { topUpAmount } from "./contract.ts";
import { isContested, isLate, isPolled, statusMessage, statusOf, type FactName } from "./payments/state.ts";

const FACTS: FactName[] = [
  "INIT",
  "PENDING_PAYMENT",
  "PAID",
  "CANCELLED",
  "EXPIRED",
  "WITHDRAWN",
  "ERROR",
  "GIVEN_UP",
  "CLAIMED",
  "DENIED",
  "PAID_OTHER",
];
const facts = fc.array(fc.constantFrom(...FACTS), { maxLength: 8 });
const STATUSES = ["INIT", "PENDING_PAYMENT", "PAID", "CANCELLED", "ERROR"] as const;

describe("the status of a payment", () => {
  it("does not depend on the order, repetition or grouping of facts", () => {
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        expect(statusOf([...a, ...b, ...c])).toBe(statusOf([...new Set([...c, ...b, ...a])]));
        expect([isContested(a), isLate(a)]).toEqual([isContested([...new Set(a)]), isLate(a.toReversed())]);
      }),
    );
  });

  it("is PAID exactly when the bank's API confirmed our amount, and stays PAID", () => {
    fc.assert(
      fc.property(facts, facts, (known, more) => {
        expect(statusOf(known) === "PAID").toBe(known.includes("PAID"));
        if (statusOf(known) === "PAID") expect(statusOf([...known, ...more])).toBe("PAID");
      }),
    );
  });

  it.each([
    [[], "INIT"],
    [["INIT", "PENDING_PAYMENT"], "PENDING_PAYMENT"],
    [["PENDING_PAYMENT", "CANCELLED"], "CANCELLED"],
    [["CANCELLED", "ERROR"], "ERROR"],
    [["CANCELLED", "ERROR", "PAID"], "PAID"],
    [["CLAIMED"], "PENDING_PAYMENT"],
    [["CLAIMED", "CANCELLED"], "PENDING_PAYMENT"],
    [["CLAIMED", "CANCELLED", "DENIED"], "CANCELLED"],
    [["PENDING_PAYMENT", "EXPIRED"], "CANCELLED"],
    [["PENDING_PAYMENT", "GIVEN_UP"], "ERROR"],
    [["PAID_OTHER", "PENDING_PAYMENT"], "ERROR"],
  ] as [FactName[], string][])("for %j is %s", (known, status) => expect(statusOf(known)).toBe(status));

  it("is contested when a webhook claims what the API denies, and late when money comes after the end", () => {
    expect(isContested(["CLAIMED", "CANCELLED"])).toBe(true);
    expect(isContested(["CLAIMED", "CANCELLED", "PAID"])).toBe(false);
    expect(isContested(["CANCELLED"])).toBe(false);
    expect(isLate(["CANCELLED", "PAID"])).toBe(true);
    expect(isLate(["PENDING_PAYMENT", "PAID"])).toBe(false);
  });
});

describe("the amount of a top-up", () => {
  it("is read from every number of cents and every typed amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
        expect(topUpAmount.parse(cents / 100)).toBe(BigInt(cents));
        const [units, decimals] = [Math.trunc(cents / 100), String(cents % 100).padStart(2, "0")];
        for (const locale of ["fr", "en"] as const) {
          expect(amountTyped(`${units},${decimals}`, locale)).toBe(BigInt(cents));
          expect(amountTyped(` ${units}.${decimals} `, locale)).toBe(BigInt(cents));
        }
      }),
    );
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1e-7,
    -0,
    -50,
    50.001,
    "50",
    "50 ",
    null,
    undefined,
    true,
    [50],
    {},
    50n,
  ])("refuses %s", (value) => expect(topUpAmount.safeParse(value).success).toBe(false));

  it.each([
    "",
    " ",
    "-50",
    "+50",
    "0.500",
    "5000.001",
    "5e1",
    "٥٠",
    "５０",
    "0x32",
    "50,5,0",
    "1 0",
    "NaN",
    "50 000 00",
    "50\u0000",
    "9".repeat(41),
  ])("refuses the text %j", (text) => {
    expect([amountTyped(text, "fr"), amountTyped(text, "en")]).toEqual(["not-an-amount", "not-an-amount"]);
  });

  it("is read in the ways people type it", () => {
    const typed = ["50", "50,5", "50.05", "1 250,00", "1\u202f250", "75 €", "€75"];
    const meant = [5_000n, 5_050n, 5_005n, 125_000n, 125_000n, 7_500n, 7_500n];
    expect(typed.map((text) => amountTyped(text, "fr"))).toEqual(meant);
    expect(typed.map((text) => amountTyped(text, "en"))).toEqual(meant);
  });

  it("reads '1,000' as a thousand in English, and refuses ambiguous separators", () => {
    const asked = (locale: "fr" | "en", ...texts: string[]) => texts.map((text) => amountTyped(text, locale));
    expect(asked("en", "1,000", "1,250.5", "€1,000.00", "1,234,567")).toEqual([
      100_000n,
      125_050n,
      100_000n,
      123_456_700n,
    ]);
    const unclear = "unclear-thousands";
    expect(asked("en", "1.000", "1.000,50", "1,000,50")).toEqual([unclear, unclear, unclear]);
    expect(asked("fr", "1,000", "1.000", "1.000,50", "1,000.50")).toEqual([unclear, unclear, unclear, unclear]);
  });

  it("is at least 50 and at most what the limit leaves beside balance and reservations", () => {
    const minor = fc.bigInt({ min: 0n, max: 400_000n });
    fc.assert(
      fc.property(minor, minor, minor, minor, (limitMinor, balanceMinor, reservedMinor, amount) => {
        const availableMinor = availableIn({ limitMinor, balanceMinor, reservedMinor });
        const isAccepted = depositProblem(amount, availableMinor) === null;
        expect(isAccepted).toBe(amount >= DEPOSIT_MIN_MINOR && balanceMinor + reservedMinor + amount <= limitMinor);
        if (isFull(availableMinor))
          for (const preset of PRESETS_MINOR) expect(depositProblem(preset, availableMinor)).not.toBeNull();
      }),
    );
    expect([depositProblem(4_999n, 10_000n), depositProblem(5_000n, 5_000n), depositProblem(5_001n, 5_000n)]).toEqual([
      "below-minimum",
      null,
      "above-maximum",
    ]);
  });
});

describe("polling", () => {
  it.each(STATUSES)("continues while a payment that is %s may still change", (status) => {
    for (const transaction_status of ["PENDING", "SUCCESS", "FAILED", "REFUNDED"] as const)
      expect(isPolled({ status, transaction_status })).toBe(
        status === "INIT" || status === "PENDING_PAYMENT" || (status === "PAID" && transaction_status === "PENDING"),
      );
  });

  it.each([
    ["INIT", "PENDING", true, false, "redirecting"],
    ["INIT", "PENDING", true, true, "waiting"],
    ["INIT", "PENDING", false, false, "waiting"],
    ["PENDING_PAYMENT", "PENDING", true, false, "waiting"],
    ["PAID", "PENDING", true, true, "waiting"],
    ["PAID", "SUCCESS", true, true, "done"],
    ["PAID", "FAILED", false, true, "failed"],
    ["PAID", "REFUNDED", false, true, "failed"],
    ["CANCELLED", "FAILED", true, true, "cancelled"],
    ["ERROR", "FAILED", true, true, "failed"],
  ] as const)(
    "%s (transaction %s, link %s, returned %s) shows the message %s",
    (status, transaction_status, hasLink, hasReturned, message) =>
      expect(statusMessage({ status, transaction_status }, { hasLink, hasReturned })).toBe(message),
  );
});

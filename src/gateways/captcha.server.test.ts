import { expect, it } from "vitest";
import { standingClock } from "../../test/support/clock.ts";
import { recordedGateways, solveCaptcha } from "../../test/support/gateways.ts";

const EVENING = "2030-11-21T19:30:00Z";
let seed = 0;
const random = (size: number) => new Uint8Array(size).fill(seed++);

function openTestCaptcha() {
  const clock = standingClock(EVENING);
  return { clock, captcha: recordedGateways(clock.now, random).captcha };
}

function altered(payload: string, change: (solved: Solved) => void): string {
  const value = JSON.parse(Buffer.from(payload, "base64").toString()) as Solved;
  change(value);
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
type Solved = {
  challenge: { parameters: Record<string, unknown> & { data: { until: number } }; signature: string };
  solution: { counter: number; derivedKey: string };
};

it("accepts a solved challenge until it expires, and gives the same hash at every check", async () => {
  const { captcha } = openTestCaptcha();
  const payload = await solveCaptcha(await captcha.challenge());
  const first = await captcha.check(payload);
  expect(first).toMatchObject({ expiresAt: new Date("2030-11-21T19:35:00Z") });
  expect(first !== "refused" && first.hash).toHaveLength(32);
  expect(await captcha.check(payload)).toEqual(first);
  const other = await captcha.check(await solveCaptcha(await captcha.challenge()));
  expect(other).not.toEqual(first);
});

it("refuses a challenge from the second it expires, by the injected clock", async () => {
  const { captcha, clock } = openTestCaptcha();
  const payload = await solveCaptcha(await captcha.challenge());
  clock.advance(299_000);
  expect(await captcha.check(payload)).not.toBe("refused");
  clock.advance(1_000);
  expect(await captcha.check(payload)).toBe("refused");
});

it("refuses altered payloads: a longer life, less work, another solution, another signature", async () => {
  const { captcha } = openTestCaptcha();
  const payload = await solveCaptcha(await captcha.challenge());
  const changes: ((solved: Solved) => void)[] = [
    (solved) => (solved.challenge.parameters.data.until += 3_600),
    (solved) => (solved.challenge.parameters["cost"] = 2),
    (solved) => (solved.challenge.parameters["keyPrefix"] = "0"),
    (solved) => (solved.challenge.parameters["extra"] = 1),
    (solved) => (solved.solution.derivedKey = "00".repeat(32)),
    (solved) => (solved.solution.derivedKey = solved.solution.derivedKey.toUpperCase()),
    (solved) => (solved.challenge.signature = "ab".repeat(32)),
    (solved) => (solved.challenge.signature = solved.challenge.signature.toUpperCase()),
  ];
  for (const change of changes) expect(await captcha.check(altered(payload, change))).toBe("refused");
});

it("refuses a challenge of another installation and malformed payloads, without throwing", async () => {
  const { captcha, clock } = openTestCaptcha();
  const { openCaptcha } = await import("./captcha.server.ts");
  const foreign = openCaptcha({
    keys: () => ["f".repeat(64)],
    now: clock.now,
    random,
    work: { cost: 1, counterMin: 1, counterMax: 1 },
  });
  expect(await captcha.check(await solveCaptcha(await foreign.challenge()))).toBe("refused");
  for (const malformed of ["", "x", "e30=", "bnVsbA==", "\0", "é", "A".repeat(100_000), btoa('{"challenge":{}}')])
    expect(await captcha.check(malformed)).toBe("refused");
});

it("accepts a challenge that was made with the keys before a rotation", async () => {
  const keys = ["a".repeat(64)] as [string, ...string[]];
  const clock = standingClock(new Date());
  const { openCaptcha } = await import("./captcha.server.ts");
  const captcha = openCaptcha({
    keys: () => keys,
    now: clock.now,
    random,
    work: { cost: 1, counterMin: 1, counterMax: 1 },
  });
  const payload = await solveCaptcha(await captcha.challenge());
  keys.unshift("b".repeat(64));
  expect(await captcha.check(payload)).toMatchObject({ hash: expect.any(Uint8Array) });
  keys.pop();
  expect(await captcha.check(payload)).toBe("refused");
});

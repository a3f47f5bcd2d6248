import { afterAll, beforeAll, expect, it } from "vitest";
import { openLog } from "../../src/platform/log.server.ts";
import { standingClock } from "../support/clock.ts";
import { dump } from "../support/dump.ts";
import { formVisitor } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { walletPeopleOf } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

/** A right PIN, a new one, and wrong ones. None equals an amount, port or time of this test. */
const PINS = { right: "8362", next: "9471", wrong: ["6283", "7394", "5917"] };
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac", "valombre"],
    clock: standingClock(SATURDAY_EVENING),
    pictures: "stand-ins",
    log: openLog("trace", { write: (line) => void lines.push(line) }),
  });
});
afterAll(() => app.close());

it("keeps PINs, encrypted PINs and handles out of all log lines and database rows", async () => {
  const wallets = walletPeopleOf(app);
  const member = await wallets.member({ sites: [] });
  const secrets = new Set([PINS.right, PINS.next, ...PINS.wrong]);
  const setPin = (pin: string) => wallets.floor("PUT", `/members/${member.card}/pin`, { pin });
  const encrypted = async (pin: string) => {
    const box = await wallets.box(member.token, pin);
    secrets.add(box);
    return wallets.unlock(member.token, box);
  };
  expect((await setPin(PINS.right)).status).toBe(200);
  for (const pin of PINS.wrong) expect((await encrypted(pin)).status).toBe(403);
  expect((await encrypted(PINS.right)).body.error_details?.code).toBe(3001);
  expect((await setPin(PINS.next)).status).toBe(200);
  const unlock = (await encrypted(PINS.next)).body.unlock ?? "";
  secrets.add(unlock).add((await wallets.unlockNative(member.token, PINS.next)).body.unlock ?? "");
  for (const pin of [PINS.right, `${PINS.next} `, Number(PINS.next)]) await wallets.unlockNative(member.token, pin);
  await wallets.call("GET", `/users/account/cashless/151/${PINS.next}`, member.token);

  const visitor = formVisitor(app);
  visitor.cookies.set("user_token", member.token);
  const open = await visitor.post("/portefeuille", { do: "open", site: "151", unlock });
  expect(open.html).toContain("balanceMinor");
  // The page must not contain the handle or the PIN.
  for (const secret of secrets) expect(open.html).not.toContain(secret);
  const started = await wallets.call("POST", "/transaction/init", member.token, {
    provider: "instant_transfer",
    return_url: "http://port-serac.localhost:3000/?popup=Cashless",
    from: "web",
    site_id: 151,
    product: { type: "cashless", amount: 60, currency: "EUR" },
    data: { site_id: 151, pin_code: unlock },
  });
  expect(started.status).toBe(200);
  await visitor.post("/portefeuille", { do: "forget", unlock });
  await app.world.jobs.runAll();

  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of told) for (const name of ["time", "ms", "level", "pid"]) delete line[name];
  expect(told.length).toBeGreaterThan(20);
  const rows = Object.values(await dump(app.world.database)).flat();
  expect(rows.length).toBeGreaterThan(100);
  const texts = { logs: told.map((line) => JSON.stringify(line)).join("\n"), database: rows.join("\n") };
  const found = Object.entries(texts).flatMap(([where, text]) => {
    const plain = text.replaceAll(UUID, "");
    return [...secrets]
      .filter((secret) => new RegExp(`(?<![\\w.])${secret}(?![\\w.])`).test(plain))
      .map((secret) => `${secret} in the ${where}`);
  });
  expect(found).toEqual([]);
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { durableDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { welch } from "../support/timing.ts";
import { PIN, walletPeopleOf } from "./wallet-people.ts";
import { IS_PROOF } from "../support/proof.ts";

const PAIRS = Number(process.env["PROOF_PAIRS"] ?? 2_000);
const WARM_UP = 50;
const T_MAX = 4.5;

/** Slow, so it runs in `npm run proof` only. contract.test.ts shows that both cases do the same work. */
describe.skipIf(!IS_PROOF)("another member's payment", () => {
  let place: Awaited<ReturnType<typeof durableDatabase>>;
  let app: TestApp;
  beforeAll(async () => {
    place = await durableDatabase();
    app = await openTestApp(place.database, { venues: ["port-serac"], pictures: "stand-ins" });
  });
  afterAll(async () => {
    await app.close();
    await place.close();
  });

  it("takes as long as an unknown payment", async () => {
    const wallets = walletPeopleOf(app);
    const [owner, stranger] = [await wallets.member(), await wallets.member()];
    const { unlock = "" } = (await wallets.unlockNative(owner.token, PIN)).body;
    const started = await wallets.call("POST", "/transaction/init", owner.token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 50, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    const { transaction_uuid: foreign } = started.body.data as { transaction_uuid: string };
    const times: Record<"foreign" | "unknown", number[]> = { foreign: [], unknown: [] };
    for (let pair = 0; pair < PAIRS + WARM_UP; pair += 1) {
      // The owner polls meanwhile, so that their answer is cached.
      await wallets.call("GET", `/transaction/${foreign}`, owner.token);
      for (const kind of pair % 2 === 0 ? (["foreign", "unknown"] as const) : (["unknown", "foreign"] as const)) {
        const uuid = kind === "foreign" ? foreign : randomUUID();
        const began = performance.now();
        const { status } = await wallets.call("GET", `/transaction/${uuid}`, stranger.token);
        times[kind].push(performance.now() - began);
        expect(status).toBe(404);
      }
    }
    const t = welch(times.foreign.slice(WARM_UP), times.unknown.slice(WARM_UP));
    process.stdout.write(
      `${JSON.stringify({ payment: "foreign/unknown", pairs: PAIRS, t: Number(t.toFixed(2)), below: T_MAX })}\n`,
    );
    expect(Math.abs(t)).toBeLessThan(T_MAX);
  }, 3_600_000);
});

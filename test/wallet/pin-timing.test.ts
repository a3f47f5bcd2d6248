import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import type { World } from "../../src/platform/world.ts";
import { preparePin, setPin, verifyPin } from "../../src/wallet/pin/pin.server.ts";
import { recordedBank } from "../support/bank.ts";
import { durableDatabase } from "../support/databases.ts";
import type { Raw } from "../simulator/books.ts";
import { insertMember, memberOf, worldOf } from "../simulator/made-world.ts";
import { welch } from "../support/timing.ts";
import { IS_PROOF } from "../support/proof.ts";

const PAIRS = Number(process.env["PROOF_PAIRS"] ?? 2_000);
const WARM_UP = 50;
const T_MAX = 4.5;
const [HOLDER, NOBODY] = ["60000001", "60000002"];
type Kind = "right" | "wrong" | "blocked" | "absent";

/** Takes minutes, so it runs in `npm run proof` only. */
describe.skipIf(!IS_PROOF)("checking a PIN takes equally long", () => {
  let place: Awaited<ReturnType<typeof durableDatabase>>;
  let client: pg.Client;
  let world: World;
  const raw: Raw = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[];
  beforeAll(async () => {
    place = await durableDatabase();
    client = new pg.Client({ connectionString: place.url });
    await client.connect();
    world = worldOf(place.database, recordedBank());
    for (const [at, membership] of [HOLDER, NOBODY].entries())
      await insertMember(raw, memberOf(membership, 0x6000_0000 + at, 0), new Date());
    const pin = await preparePin(world, HOLDER, "1234");
    await inTransaction(place.database, (tx) => setPin(world, tx, HOLDER, pin));
  });
  afterAll(async () => {
    await client.end();
    await place.close();
  });

  async function timed(kind: Kind): Promise<number> {
    await raw("update pins set attempts = $1", [kind === "blocked" ? 3 : 0]);
    const pin = kind === "right" ? "1234" : "0000";
    const started = performance.now();
    const outcome = await verifyPin(world, kind === "absent" ? NOBODY : HOLDER, pin);
    const ms = performance.now() - started;
    expect(outcome).toBe(kind === "absent" ? "blocked" : kind);
    return ms;
  }

  it.each([
    ["right", "wrong"],
    ["wrong", "blocked"],
    ["wrong", "absent"],
  ] as [Kind, Kind][])(
    "for a %s and a %s one",
    async (one, other) => {
      const times = { [one]: [] as number[], [other]: [] as number[] };
      for (let pair = 0; pair < PAIRS + WARM_UP; pair += 1)
        for (const kind of pair % 2 === 0 ? [one, other] : [other, one]) times[kind]?.push(await timed(kind));
      const t = welch((times[one] ?? []).slice(WARM_UP), (times[other] ?? []).slice(WARM_UP));
      process.stdout.write(
        `${JSON.stringify({ pin: `${one}/${other}`, pairs: PAIRS, t: Number(t.toFixed(2)), below: T_MAX })}\n`,
      );
      expect(Math.abs(t)).toBeLessThan(T_MAX);
    },
    3_600_000,
  );
});

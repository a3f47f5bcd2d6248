import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../src/platform/database.server.ts";
import { standingClock } from "./clock.ts";
import { createPostgresDatabase } from "./databases.ts";
import { openTestHouse, type TestHouse } from "./house.ts";
import { peopleOf } from "./people.ts";
import { PIN, pinCode, walletPeopleOf, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "./world.ts";

const VENUES = ["port-serac", "valombre", "la-rochemar", "le-havrelac", "aubenac"];
const SITES = [151, 152, 108, 124, 114];

/** Two nodes on one PostgreSQL: two pools, two worlds, one clock. */
describe("two nodes", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let databases: Database[] = [];
  let houses: TestHouse[] = [];
  let nodes: WalletPeople[] = [];
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    databases = [await openDatabase({ url }), await openDatabase({ url })];
    for (const [index, database] of databases.entries())
      houses.push(await openTestHouse(database, { venues: index === 0 ? VENUES : [], clock, pictures: "stand-ins" }));
    nodes = houses.map((house) => walletPeopleOf(house, peopleOf(house)));
  });
  afterAll(async () => {
    for (const house of houses) await house.close();
    for (const database of databases) await database.close();
  });
  const node = (index: number) => nodes[index % 2] as WalletPeople;
  const comparisons = () =>
    houses.reduce(
      (sum, { world }) => sum + Number(/^pin_comparisons_total (\d+)$/m.exec(world.metrics.text({}))?.[1] ?? 0),
      0,
    );

  it("compare three of a thousand wrong PINs that come together over five sites (T8, N1)", async () => {
    const { token } = await node(0).member({ sites: SITES });
    const before = comparisons();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        node(index).unlockNative(
          token,
          String(index).padStart(4, "5").slice(-4).replace(PIN, "0000"),
          SITES[index % 5],
        ),
      ),
    );
    const codes = answers.map((answer) => pinCode(answer).join(" "));
    expect(comparisons() - before).toBe(3);
    // Whoever waits a second for a connection is told to come again (F25); an attempt may be burnt by that, never gained (N4).
    const kinds = Map.groupBy(codes, (code) => code);
    expect(kinds.get("403 3000")?.length ?? 0).toBeLessThanOrEqual(3);
    expect(kinds.get("403 3001")?.length ?? 0).toBeGreaterThan(0);
    expect([...kinds.keys()].filter((code) => !/^(403 300[01]|503 (3003)?)$/.test(code))).toEqual([]);
    expect(pinCode(await node(1).unlockNative(token, PIN))).toEqual([403, 3001]);
  });

  it("take a sealed PIN once, however often it is sent to both (N3)", async () => {
    const { token } = await node(0).member();
    const box = await node(1).box(token, PIN);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => node(index).unlock(token, box)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(59);
  });

  it("agree on one key for PINs when they make the first one together", async () => {
    await databases[0]?.db.deleteFrom("pin_keys").execute();
    const { token } = await node(0).member();
    const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => node(index).pinKey(token)));
    expect(new Set(keys.map(({ jwk }) => jwk.n)).size).toBe(1);
  });
});

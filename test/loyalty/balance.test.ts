import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { credit, debit, loyaltyBalance, reverseEarning } from "../../src/loyalty/balance/balance.server.ts";
import { accountOf, expireLots, expiryOf } from "../../src/loyalty/balance/lots.server.ts";
import { createMembership, issueCard } from "../../src/loyalty/memberships.server.ts";
import { FAMILIES } from "../../src/loyalty/balance/movements.ts";
import { statementPage } from "../../src/ledger/reading.server.ts";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { answerProblems, type ApiDocument } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase, ownDatabase } from "../support/databases.ts";
import { demoVenue, openTestApp, type TestApp } from "../support/test-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "../support/world.ts";
import { amount } from "../support/proof.ts";
import { linkAccount } from "../../src/loyalty/queries.server.ts";

const RUNS = amount({ test: 15, proof: 1_000 });
const DAY_MS = 86_400_000;
let count = 0;

/** Creates a membership with a card and no account. Names consist of letters only. */
async function join(world: TestWorld): Promise<{ id: string; walletKey: string; card: string }> {
  const letters = String((count += 1)).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
  const person = { lastname: `Sorel-${letters}`, firstname: "Ana", birthday: "1990-01-01" };
  return inTransaction(world.database, async (tx) => {
    const made = await createMembership(world, tx, { person, mobilePhone: null, homeSiteId: 151 });
    const card = await issueCard(world, tx, { membershipId: made.id, type: "PLASTIC", siteId: 151 });
    return { ...made, card: card ?? "none" };
  });
}

describe("loyalty euros", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let database: Database;
  let people: People;
  beforeAll(async () => {
    database = await ownDatabase();
    app = await openTestApp(database, { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    people = peopleOf(app);
  });
  afterEach(() => clock.set(SATURDAY_EVENING));
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  let events = 0;
  async function floor(path: string, body: object, key = "floor-151"): Promise<[number, unknown]> {
    const answer = await app.send("localhost:3000", `/api/floor${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ event_id: `event ${(events += 1)}`, ...body }),
    });
    return [answer.status, await answer.json()];
  }
  const earn = (card_number: string, amount: unknown, more: object = {}) =>
    floor("/earnings", { card_number, amount, family: "slots", ...more });
  const spend = (card_number: string, amount: unknown, more: object = {}) =>
    floor("/spendings", { card_number, amount, ...more });
  const movements = async (membershipId: string) =>
    (await statementPage(app.world, { account: accountOf(membershipId), before: null, size: 50 })).movements;

  it("are earned in every family and spent, with the balance in the floor's answers", async () => {
    const { card } = await join(app.world);
    const told = ["1.05", "2.10", "3.15", "4.20", "5.25", "6.30", "7.35", "8.40", "9.45"];
    for (const [index, family] of FAMILIES.entries())
      expect(await earn(card, "1.05", { family })).toEqual([200, { balance: told[index] }]);
    expect(await spend(card, "9.40")).toEqual([200, { balance: "0.05" }]);
    expect(await spend(card, "0.06")).toEqual([
      409,
      { error: "INSUFFICIENT_BALANCE", status: "active", balance: "0.05" },
    ]);
    expect(await spend(card, "0.05")).toEqual([200, { balance: "0.00" }]);
  });

  it("move once per event: repeats get the first answer, and another body with the same id is refused", async () => {
    const { id, card } = await join(app.world);
    const first = { event_id: "twice" };
    expect(await earn(card, "5", first)).toEqual([200, { balance: "5.00" }]);
    expect(await earn(card, "2")).toEqual([200, { balance: "7.00" }]);
    expect(await earn(card, "5", first)).toEqual([200, { balance: "5.00" }]);
    expect(await earn(card, "6", first)).toEqual([409, { error: "EVENT_ID_REUSED", status: "APPLIED" }]);
    expect(
      await floor("/earnings", { ...first, card_number: card, amount: "5", family: "slots" }, "floor-152"),
    ).toEqual([200, { balance: "12.00" }]);
    expect(await loyaltyBalance(app.world, id)).toBe(1_200n);
  });

  it.each([
    [{ amount: "0" }, "amount"],
    [{ amount: "0.00" }, "amount"],
    [{ amount: "-1" }, "amount"],
    [{ amount: "1.001" }, "amount"],
    [{ amount: "1e3" }, "amount"],
    [{ amount: "١" }, "amount"],
    [{ amount: 5 }, "amount"],
    [{ amount: "99999999999" }, "amount"],
    [{ card_number: "123" }, "card_number"],
    [{ card_number: 5163000000000000 }, "card_number"],
    [{ family: "roulette" }, "family"],
    [{ family: "__proto__" }, "family"],
    [{ event_id: "" }, "event_id"],
    [{ site_id: 152 }, "site_id"],
  ])("are not earned with %j", async (change, key) => {
    const [status, body] = await earn("5163000000000000", "1", change);
    expect([status, body]).toEqual([422, { error: [{ key, message: expect.any(String) }] }]);
  });

  describe("the venue's limits of earnings", () => {
    const above = (message: string) => [422, { error: [{ key: "amount", message }] }];
    const ONE_CALL = above("must be at most 5000.00");
    const A_DAY = above("must not bring the card above 20000.00 in a day");

    it("refuse an earning above 5,000, and what brings a card above 20,000 in a gaming day", async () => {
      const { id, card } = await join(app.world);
      expect(await earn(card, "5000.01")).toEqual(ONE_CALL);
      for (const balance of ["5000.00", "10000.00", "15000.00"])
        expect(await earn(card, "5000")).toEqual([200, { balance }]);
      expect(await earn(card, "4999.99")).toEqual([200, { balance: "19999.99" }]);
      expect(await earn(card, "0.02")).toEqual(A_DAY);
      expect(await earn(card, "0.01")).toEqual([200, { balance: "20000.00" }]);
      expect(await earn(card, "0.01")).toEqual(A_DAY);
      expect(await loyaltyBalance(app.world, id)).toBe(2_000_000n);
    });

    it("are each venue's own, count every card of a member, and begin anew with the gaming day", async () => {
      const { id, card } = await join(app.world);
      for (let call = 0; call < 4; call += 1) await earn(card, "5000");
      const next = await inTransaction(database, (tx) =>
        issueCard(app.world, tx, { membershipId: id, type: "PLASTIC", siteId: 151 }),
      );
      expect(await earn(next ?? "none", "1")).toEqual(A_DAY);
      const other = { event_id: "other venue", card_number: next, amount: "1", family: "slots" };
      expect(await floor("/earnings", other, "floor-152")).toEqual([200, { balance: "20001.00" }]);
      clock.set("2026-11-22T08:59:59Z");
      expect(await earn(next ?? "none", "1")).toEqual(A_DAY);
      clock.set("2026-11-22T09:00:00Z");
      expect(await earn(next ?? "none", "1")).toEqual([200, { balance: "20002.00" }]);
    });

    it("have room again for what was reported by mistake and reversed", async () => {
      const { card } = await join(app.world);
      for (let call = 0; call < 4; call += 1) await earn(card, "5000", { event_id: `mistake ${call} of ${card}` });
      expect((await floor(`/earnings/${encodeURIComponent(`mistake 2 of ${card}`)}/reversals`, {}))[0]).toBe(200);
      expect(await earn(card, "5000")).toEqual([200, { balance: "20000.00" }]);
      expect(await earn(card, "0.01")).toEqual(A_DAY);
    });

    it("hold when calls for one card come at once", async () => {
      const { id, card } = await join(app.world);
      const answers = await Promise.all(Array.from({ length: 12 }, () => earn(card, "4000")));
      expect(answers.filter(([status]) => status === 200)).toHaveLength(5);
      expect(answers.filter(([status]) => status === 422)).toHaveLength(7);
      expect(await loyaltyBalance(app.world, id)).toBe(2_000_000n);
    });

    it("are settings of the venue", async () => {
      const config = { ...(await demoVenue("port-serac")).project.config, earning_limit: 10, earning_day_limit: 15 };
      const project = database.db.updateTable("projects").where("establishment_id", "=", 51);
      const before = await database.db
        .selectFrom("projects")
        .select("config")
        .where("establishment_id", "=", 51)
        .executeTakeFirstOrThrow();
      await project.set({ config: JSON.stringify(config) }).execute();
      await app.services.table.reload();
      const { card } = await join(app.world);
      expect(await earn(card, "10.01")).toEqual(above("must be at most 10.00"));
      expect(await earn(card, "10")).toEqual([200, { balance: "10.00" }]);
      expect(await earn(card, "5.01")).toEqual(above("must not bring the card above 15.00 in a day"));
      await project.set({ config: JSON.stringify(before.config) }).execute();
      await app.services.table.reload();
    });
  });

  it("are not moved by an unknown, replaced or blocked card", async () => {
    expect(await earn("5163999999999999", "1")).toEqual([404, { error: "UNKNOWN_CARD" }]);
    expect(await spend("5163999999999999", "1")).toEqual([404, { error: "UNKNOWN_CARD" }]);
    const { id, card } = await join(app.world);
    await earn(card, "8");
    const { db } = database;
    for (const change of [{ excluded_since: clock.now() }, { excluded_since: null, status: "disabled" as const }]) {
      await db.updateTable("memberships").set(change).where("id", "=", id).execute();
      for (const call of [earn, spend])
        expect(await call(card, "1")).toEqual([409, { error: "CARD_BLOCKED", status: "blocked" }]);
    }
    await db.updateTable("memberships").set({ status: "active" }).where("id", "=", id).execute();
    const issued = { membershipId: id, type: "PLASTIC", siteId: 151 } as const;
    const other = (await inTransaction(database, (tx) => issueCard(app.world, tx, issued))) ?? "";
    expect(await earn(card, "1")).toEqual([409, { error: "CARD_REPLACED", status: "replaced" }]);
    expect(await spend(other, "3")).toEqual([200, { balance: "5.00" }]);
  });

  it("are reversed once if reported by mistake, even below zero, which shows as 0", async () => {
    const { id, card } = await join(app.world);
    await earn(card, "10", { event_id: "mistake" });
    await spend(card, "7");
    expect(await floor("/earnings/mistake/reversals", {}, "floor-152")).toEqual([404, { error: "UNKNOWN_EARNING" }]);
    expect(await floor("/earnings/mistake/reversals", { event_id: "oops" })).toEqual([200, { balance: "0.00" }]);
    expect(await floor("/earnings/mistake/reversals", { event_id: "oops" })).toEqual([200, { balance: "0.00" }]);
    expect(await floor("/earnings/mistake/reversals", {})).toEqual([
      409,
      { error: "EARNING_REVERSED", status: "reversed" },
    ]);
    expect(await loyaltyBalance(app.world, id)).toBe(-700n);
    expect(await spend(card, "0.01")).toMatchObject([409, { error: "INSUFFICIENT_BALANCE", balance: "0.00" }]);
    expect(await earn(card, "6.50")).toEqual([200, { balance: "0.00" }]);
    expect(await earn(card, "2")).toEqual([200, { balance: "1.50" }]);
    expect((await movements(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["slots", 200n],
      ["slots", 650n],
      ["reversal", -1_000n],
      ["spending", -700n],
      ["slots", 1_000n],
    ]);
  });

  it("cannot have an id that is the ledger's key of another one's reversal", async () => {
    const { card } = await join(app.world);
    await earn(card, "5", { event_id: "till-7" });
    expect(await earn(card, "3", { event_id: "till-7/reversal" })).toEqual([
      422,
      { error: [{ key: "event_id", message: "must not end in /reversal" }] },
    ]);
    expect(await floor("/earnings/till-7/reversals", {})).toEqual([200, { balance: "0.00" }]);
  });

  it("are spent oldest first and expire at the end of the day after twelve months, even before the job", async () => {
    const start = clock.now();
    expect(expiryOf(start).toISOString()).toBe("2027-11-21T23:00:00.000Z");
    expect(expiryOf(new Date("2028-02-29T12:00:00Z")).toISOString()).toBe("2029-02-28T23:00:00.000Z");
    const { id, card } = await join(app.world);
    await earn(card, "10");
    clock.advance(30 * DAY_MS);
    await earn(card, "4");
    await spend(card, "7");
    clock.set("2027-11-21T22:59:59Z");
    expect(await loyaltyBalance(app.world, id)).toBe(700n);
    clock.set("2027-11-21T23:00:00Z");
    expect(await loyaltyBalance(app.world, id)).toBe(400n);
    expect(await spend(card, "4.01")).toMatchObject([409, { balance: "4.00" }]);
    await expireLots(app.world);
    await expireLots(app.world);
    expect((await movements(id)).map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ["expiry", -300n, 400n],
      ["spending", -700n, 700n],
      ["slots", 400n, 1_400n],
      ["slots", 1_000n, 1_000n],
    ]);
    clock.set("2029-01-01T00:00:00Z");
    expect(await earn(card, "1")).toEqual([200, { balance: "1.00" }]);
    expect((await movements(id)).slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["slots", 100n],
      ["expiry", -400n],
    ]);
  });

  it("GET /currency answers the holder's balance, 0 to a non-member, 401 to a visitor", async () => {
    const token = await people.member("holder@example.test");
    const document = (await people.call("GET", "/openapi.json")).body as unknown as ApiDocument;
    const currency = async (path: string) => {
      const { status, body } = await people.call("GET", path, { token });
      return [status, body];
    };
    expect(await currency("/currency")).toEqual([200, { ep: { balance: "0.00" } }]);
    const { id, walletKey, card } = await join(app.world);
    const row = await database.db
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", "holder@example.test")
      .executeTakeFirstOrThrow();
    await inTransaction(database, (tx) => linkAccount(tx, row.id, { id, walletKey }));
    await earn(card, "12.3");
    for (const [path, template, body] of [
      ["/currency", "/currency", { ep: { balance: "12.30" } }],
      ["/currency/all", "/currency/{type}", { ep: { balance: "12.30" } }],
      ["/currency/ep", "/currency/{type}", { balance: "12.30" }],
    ] as const) {
      expect(await currency(path)).toEqual([200, body]);
      expect(answerProblems(document, template, 200, body)).toEqual([]);
    }
    expect((await currency("/currency/eur"))[0]).toBe(404);
    expect((await people.call("GET", "/currency")).status).toBe(401);
  });

  it("are listed by movement on their holder's page, in both languages and in the venue's days", async () => {
    const email = "reader@example.test";
    const token = await people.member(email);
    const page = (query = "", headers: object = {}) =>
      app.get("port-serac", `/players-plus/releve${query}`, { cookie: `user_token=${token}`, ...headers });
    const text = async (query?: string, headers?: object) =>
      (await (await page(query, headers)).text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    expect((await page()).headers.get("location")).toBe("/players-plus?redirect=%2Fplayers-plus%2Freleve");
    const nobody = await app.get("port-serac", "/players-plus/releve");
    expect(nobody.headers.get("location")).toBe("/me-connecter?redirect=%2Fplayers-plus%2Freleve");
    const { id, walletKey, card } = await join(app.world);
    const account = database.db.selectFrom("accounts").select("id").where("email", "=", email);
    const { id: accountId } = await account.executeTakeFirstOrThrow();
    await inTransaction(database, (tx) => linkAccount(tx, accountId, { id, walletKey }));
    expect(await text()).toContain("Aucun mouvement pour l’instant");

    // 23:30 UTC is already the next day in Paris.
    clock.set("2026-12-31T23:30:00Z");
    await earn(card, "10", { event_id: "new year" });
    for (let evening = 0; evening < 20; evening += 1) await earn(card, "1", { family: "restaurant" });
    await floor("/spendings", { card_number: card, amount: "4" }, "floor-152");
    const first = await text();
    expect(first).toContain("dont 26,00 € à utiliser jusqu’au 1er janvier 2028");
    expect(first).toContain("janvier 2027 Utilisés au casino 1er janvier, Valombre-les-Bains − 4,00 € Solde : 26,00 €");
    expect(first).not.toContain("Machines à sous");
    const older = /avant=\d+/.exec(await (await page()).text())?.[0] ?? "none";
    expect(await text(`?${older}`)).toContain(
      "Machines à sous 1er janvier, Port-Sérac + 10,00 € Solde : 10,00 € Reste 6,00 €, à utiliser jusqu’au 1er janvier 2028",
    );
    await floor("/earnings/new year/reversals", {});
    expect(await text("", { cookie: `user_token=${token}; locale=en` })).toContain(
      "Correction: Slot machines 1 January, Port-Sérac − €10.00 Balance: €16.00",
    );
    for (const odd of ["avant=0", "avant=-1", "avant=99999999999999999999", "avant=x", "avant=1&avant=2"])
      expect((await page(`?${odd}`)).status).toBe(200);
    const menu = await app.get("port-serac", "/?popup=Menu", { cookie: `user_token=${token}` });
    expect((await menu.text()).replaceAll(/<[^>]*>/g, " ")).toMatch(/Mes euros fidélité\s+Voir le relevé\s+16,00\s+€/);
  });

  it("leave a ledger that verifies", async () => {
    await sealEntries(app.world);
    expect(await verifyLedger(database)).toMatchObject({ problems: [], unsealed: 0n });
  });
});

/** A balance computed independently: lots with what is left of them, and what is owed. */
type Lot = { key: string; cents: bigint; left: bigint; expiresAt: Date; isReversed: boolean };
type Hand = { lots: Lot[]; owed: bigint };
type Real = { world: TestWorld; membershipId: string; clock: ReturnType<typeof standingClock> };

const heldOf = (hand: Hand) => hand.lots.reduce((sum, { left }) => sum + left, 0n) - hand.owed;

function take(lots: Lot[], cents: bigint): bigint {
  let open = cents;
  for (const lot of lots) {
    const taken = lot.left < open ? lot.left : open;
    lot.left -= taken;
    open -= taken;
  }
  return open;
}

function expire(hand: Hand, now: Date): void {
  for (const lot of hand.lots) if (lot.expiresAt <= now) lot.left = 0n;
}

const inOrder = (lots: Lot[]) => lots.toSorted((one, other) => +one.expiresAt - +other.expiresAt);

abstract class Step implements fc.AsyncCommand<Hand, Real> {
  check = () => true;
  abstract move(hand: Hand, real: Real): Promise<void>;
  async run(hand: Hand, real: Real): Promise<void> {
    await this.move(hand, real);
    const { world, membershipId } = real;
    const shown: Hand = { owed: hand.owed, lots: hand.lots.map((lot) => ({ ...lot })) };
    expire(shown, world.now());
    assert.equal(await loyaltyBalance(world, membershipId), heldOf(shown));
  }
}

class Earn extends Step {
  readonly cents: bigint;
  constructor(cents: bigint) {
    super();
    this.cents = cents;
  }
  async move(hand: Hand, { world, membershipId }: Real): Promise<void> {
    expire(hand, world.now());
    const { cents } = this;
    const movement = { membershipId, cents, siteId: 151, at: world.now(), key: `${membershipId} ${hand.lots.length}` };
    await inTransaction(world.database, (tx) => credit(world, tx, { ...movement, kind: "slots" }));
    const paid = hand.owed < cents ? hand.owed : cents;
    hand.owed -= paid;
    const expiresAt = expiryOf(world.now());
    hand.lots.push({ key: movement.key, cents, left: cents - paid, expiresAt, isReversed: false });
  }
  override toString = () => `earn ${this.cents}`;
}

class Spend extends Step {
  readonly cents: bigint;
  constructor(cents: bigint) {
    super();
    this.cents = cents;
  }
  async move(hand: Hand, { world, membershipId }: Real): Promise<void> {
    const key = `${membershipId} spent ${(count += 1)}`;
    const movement = { membershipId, cents: this.cents, siteId: 152, at: world.now(), key, kind: "spending" as const };
    const spent = await inTransaction(world.database, (tx) => debit(world, tx, movement));
    if (hand.lots.length > 0) expire(hand, world.now());
    assert.equal("refusal" in spent, heldOf(hand) < this.cents);
    if ("refusal" in spent) return;
    assert.equal(take(inOrder(hand.lots), this.cents), 0n);
  }
  override toString = () => `spend ${this.cents}`;
}

class Reverse extends Step {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
  async move(hand: Hand, { world }: Real): Promise<void> {
    const lot = hand.lots[this.at % Math.max(hand.lots.length, 1)];
    if (lot === undefined) return;
    const order = { earningKey: lot.key, siteId: 151, at: world.now() };
    const taken = await inTransaction(world.database, (tx) => reverseEarning(world, tx, order));
    expire(hand, world.now());
    assert.equal(taken === "reversed", lot.isReversed);
    if (lot.isReversed) return;
    lot.isReversed = true;
    hand.owed += take([lot, ...inOrder(hand.lots)], lot.cents);
  }
  override toString = () => `reverse ${this.at}`;
}

class Wait extends Step {
  readonly days: number;
  constructor(days: number) {
    super();
    this.days = days;
  }
  async move(hand: Hand, { world, clock }: Real): Promise<void> {
    clock.advance(this.days * DAY_MS);
    if (this.days % 2 === 0) return;
    await expireLots(world);
    expire(hand, world.now());
  }
  override toString = () => `wait ${this.days}`;
}

const cents = fc.integer({ min: 1, max: 2_000 }).map(BigInt);
const steps = [
  cents.map((amount) => new Earn(amount)),
  cents.map((amount) => new Spend(amount)),
  fc.nat(20).map((at) => new Reverse(at)),
  fc.integer({ min: 1, max: 300 }).map((days) => new Wait(days)),
];

describe("a random history of earnings, spendings and reversals over years", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  beforeAll(async () => void (database = await ownDatabase()));
  afterAll(() => database.close());

  it("spends the oldest euros first, drops expired ones, and pays off what is owed first", async () => {
    const world = testWorld(database, {}, clock);
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 25 }), async (commands) => {
        clock.set(SATURDAY_EVENING);
        const { id: membershipId } = await join(world);
        const hand: Hand = { lots: [], owed: 0n };
        await fc.asyncModelRun(() => ({ model: hand, real: { world, membershipId, clock } }), commands);
        const stored = await database.db
          .selectFrom("loyalty_lots")
          .select("left_minor")
          .where("membership_id", "=", membershipId)
          .orderBy("entry_id")
          .execute();
        // The ledger still holds lots that have expired until the job posts it.
        const kept = stored.reduce((sum, lot) => sum + lot.left_minor, 0n);
        const [account] = (await statementPage(world, { account: accountOf(membershipId), before: null, size: 1 }))
          .movements;
        const balance = account?.balance ?? 0n;
        expect(kept).toBe(balance < 0n ? 0n : balance);
      }),
      { numRuns: RUNS },
    );
    await sealEntries(world);
    expect((await verifyLedger(database)).problems).toEqual([]);
  });
});

describe("two nodes on one PostgreSQL", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let nodes: TestWorld[] = [];
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    nodes = [await openDatabase({ url }), await openDatabase({ url })].map((node) => testWorld(node, {}, clock));
  });
  afterAll(async () => {
    for (const { database } of nodes) await database.close();
    nodes = [];
  });
  const node = (index: number) => nodes[index % 2] as TestWorld;

  it("spend each euro once and lose none, with many concurrent earnings and spendings", async () => {
    const { id: membershipId } = await join(node(0));
    let next = 0;
    let spent = 0n;
    async function lane(): Promise<void> {
      for (let index = next++; index < 160; index = next++) {
        const world = node(index);
        const movement = { membershipId, siteId: 151, at: world.now() };
        // Each is sent twice, once to each node.
        const key = `race ${Math.floor(index / 2)}`;
        if (index % 8 < 2)
          await inTransaction(world.database, (tx) =>
            credit(world, tx, { ...movement, cents: 100n, kind: "slots", key }),
          );
        else {
          const result = await inTransaction(world.database, (tx) =>
            debit(world, tx, { ...movement, cents: 45n, kind: "spending", key }),
          );
          if (!("refusal" in result)) spent += 1n;
        }
      }
    }
    await Promise.all(Array.from({ length: 14 }, lane));
    const balance = await loyaltyBalance(node(0), membershipId);
    const rows = await node(0).database.db.selectFrom("ledger_entries").select("kind").execute();
    const posted = BigInt(rows.filter(({ kind }) => kind === "spending").length);
    expect(spent).toBeGreaterThanOrEqual(posted);
    expect([balance, rows.filter(({ kind }) => kind === "slots").length]).toEqual([2_000n - 45n * posted, 20]);
    expect(balance).toBeGreaterThanOrEqual(0n);
    await sealEntries(node(1));
    expect((await verifyLedger(node(0).database)).problems).toEqual([]);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { migrate } from "../../src/platform/database/migrations.server.ts";
import { countMovement } from "../../src/protection/vigilance/movements.server.ts";
import { COUNTRY_POLICIES } from "../../src/venues/law/country-policy.ts";
import { reconcile } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { standingClock } from "../support/clock.ts";
import { databaseBefore, oneDatabase } from "../support/databases.ts";
import { deskVisitor, type DeskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const DAY_MS = 86_400_000;
const CASINOS = { "port-serac": 151, valombre: 152, blankenduin: 171 } as const;
type Slug = keyof typeof CASINOS;

oneDatabase("movements of money", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let wallets: WalletPeople;
  const desks = new Map<Slug, DeskVisitor>();
  beforeAll(async () => {
    const venues = Object.keys(CASINOS);
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    wallets = walletPeopleOf(app);
  });
  beforeEach(async () => {
    clock.set(SATURDAY_EVENING);
    for (const slug of Object.keys(CASINOS) as Slug[])
      desks.set(slug, await deskVisitor(app, { venues: [slug], can: ["PAYMENTS"], name: `Vigil of ${slug}` }));
  });
  afterAll(() => app.close());

  let people = 0;
  /** A member with a wallet at two French casinos. */
  const somebody = () =>
    wallets.member({ sites: [151, 152], lastname: `Vigie${"abcdefghijklmnopqrstuvwxyz"[(people += 1)]}` });
  const cash = async (member: WalletMember, kind: "loads" | "spends", euros: number, more: object = {}, site = 151) => {
    const amount = euros.toFixed(2);
    const answer = await wallets.floor("POST", `/wallets/${member.card}/${kind}`, { amount, ...more }, site);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };
  /** Plays the amount away, so that the wallet can be topped up again. */
  const play = (member: WalletMember, euros: number, site = 151) => cash(member, "spends", euros, {}, site);
  async function transfer(member: WalletMember, euros: number, payer: string | null = null): Promise<string> {
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    const init = await wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: euros, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    const { transaction_uuid: uuid } = init.body.data as { transaction_uuid: string };
    const { bank } = app.world.gateways;
    bank.tell(bank.sessionOf(uuid), "PAID", { payerName: payer });
    clock.advance(61_000);
    await reconcile(app.world, app.services.table);
    return uuid;
  }
  const totals = async ({ membershipId }: WalletMember) =>
    (
      await app.world.database.db
        .selectFrom("aml_totals")
        .select(["country", "gaming_day", "total_minor", "alerted_at", "structured_at"])
        .where("membership_id", "=", membershipId)
        .orderBy("gaming_day")
        .execute()
    ).map(({ country, gaming_day: day, total_minor: minor, alerted_at: alerted, structured_at: structured }) => [
      country,
      day.slice(5),
      Number(minor) / 100,
      alerted === null ? "" : "day",
      structured === null ? "" : "structuring",
    ]);
  const record = async (slug: Slug, query = "") =>
    (await desks.get(slug)!.open(`/desk/vigilance${query}`)).words.replaceAll(/\s+/g, " ");

  it("of one person and day are added up, whichever way they came: 1,500 euros at the till and 500 by bank", async () => {
    const member = await somebody();
    await cash(member, "loads", 1_500);
    expect(await totals(member)).toEqual([["FR", "11-21", 1_500, "", ""]]);
    await transfer(member, 500);
    expect(await totals(member)).toEqual([["FR", "11-21", 2_000, "day", ""]]);
    expect(await record("port-serac", `?member=${member.membershipId}`)).toMatch(
      /€2,000\.00.*Threshold of the day: 21 Nov 2026.*Bank transfer in.*€500\.00.*Cash in at the cage.*€1,500\.00/,
    );
  });

  it("count on their way out too: refunds, and cash paid out at a till; play on a machine does not", async () => {
    const member = await somebody();
    await cash(member, "loads", 700);
    await cash(member, "spends", 100);
    await cash(member, "spends", 100, { kind: "play" });
    await cash(member, "spends", 400, { kind: "cash" });
    expect(await totals(member)).toEqual([["FR", "11-21", 1_100, "", ""]]);
    const uuid = await transfer(member, 450);
    const [ask, agree] = await Promise.all(
      ["Ask", "Agree"].map((name) => deskVisitor(app, { can: ["PAYMENTS"], name })),
    );
    await ask!.post(`/desk/paiements/${uuid}`, { act: "return" });
    const { id } = await app.world.database.db
      .selectFrom("payment_orders")
      .select("id")
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow();
    await agree!.post("/desk/paiements", { act: "approve", id });
    await sendRefunds(app.world, app.services.table);
    expect(await totals(member)).toEqual([["FR", "11-21", 2_000, "day", ""]]);
    const odd = await wallets.floor("POST", `/wallets/${member.card}/spends`, { amount: "1", kind: "gift" });
    expect([odd.status, odd.body]).toEqual([422, { error: [{ key: "kind", message: "must be play or cash" }] }]);
    const load = await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1", kind: "cash" });
    expect(load.status).toBe(422);
  });

  it("count once, however often the till repeats an event", async () => {
    const member = await somebody();
    for (let at = 0; at < 3; at += 1) await cash(member, "loads", 900, { event_id: `repeated ${member.card}` });
    expect(await totals(member)).toEqual([["FR", "11-21", 900, "", ""]]);
  });

  it("are added up over the casinos of a country; of the others each sees day and amount only", async () => {
    const member = await somebody();
    await cash(member, "loads", 1_200);
    await cash(member, "loads", 900, {}, 152);
    expect(await totals(member)).toEqual([["FR", "11-21", 2_100, "day", ""]]);
    const query = `?member=${member.membershipId}`;
    const [sea, hills] = [await record("port-serac", query), await record("valombre", query)];
    expect(sea).toMatch(/€1,200\.00\s*€900\.00\s*€2,100\.00/);
    expect(hills).toMatch(/€900\.00\s*€1,200\.00\s*€2,100\.00/);
    // Neither way nor venue of what was moved elsewhere.
    expect(sea.match(/Cash in at the cage/g)).toHaveLength(1);
    expect(sea).not.toContain("Valombre");
    expect(await record("blankenduin", query)).not.toContain("€1,200.00");
    expect(await record("blankenduin", "?all=1")).not.toContain(member.membershipId);
    const file = (await desks.get("valombre")!.open(`/desk/vigilance/export${query}`)).html;
    expect(file).toContain("900.00,1200.00,2100.00,EUR,2026-11-21T20:30:00+01:00,");
    // A venue where the person moved nothing does not learn of them.
    const other = await somebody();
    await cash(other, "loads", 1_999);
    await cash(other, "loads", 1);
    expect(await record("port-serac")).toContain(other.membershipId);
    expect(await record("valombre")).not.toContain(other.membershipId);
    expect(await record("valombre", `?all=1&member=${other.membershipId}`)).toContain("Nothing to show.");
  });

  it("raise one alert when two casinos move money of one person at the same moment", async () => {
    const member = await somebody();
    const alerts = () => Number(/aml_alerts_total\{rule="day"\} (\d+)/.exec(app.world.metrics.text({}))?.[1] ?? 0);
    const before = alerts();
    await Promise.all(Array.from({ length: 10 }, (_, at) => cash(member, "loads", 250, {}, at % 2 === 0 ? 151 : 152)));
    expect(await totals(member)).toEqual([["FR", "11-21", 2_500, "day", ""]]);
    expect(alerts()).toBe(before + 1);
  });

  it("belong to gaming days, which begin at ten", async () => {
    const member = await somebody();
    clock.set("2026-11-22T08:59:59Z");
    await cash(member, "loads", 1_000);
    clock.set("2026-11-22T09:00:00Z");
    await cash(member, "loads", 1_000);
    expect(await totals(member)).toEqual([
      ["FR", "11-21", 1_000, "", ""],
      ["FR", "11-22", 1_000, "", ""],
    ]);
  });

  it("raise an alert when seven days reach twice the threshold, each below it; once for the same days", async () => {
    const member = await somebody();
    for (let day = 0; day < 7; day += 1) {
      if (day > 0) clock.advance(DAY_MS);
      const site = day % 2 === 0 ? 151 : 152;
      await cash(member, "loads", day < 6 ? 600 : 399, {}, site);
      await play(member, day < 6 ? 600 : 399, site);
    }
    expect((await totals(member)).filter(([, , , , structured]) => structured !== "")).toEqual([]);
    await cash(member, "loads", 1);
    expect((await totals(member)).at(-1)).toEqual(["FR", "11-27", 400, "", "structuring"]);
    clock.advance(DAY_MS);
    await cash(member, "loads", 1_900);
    expect((await totals(member)).at(-1)).toEqual(["FR", "11-28", 1_900, "", ""]);
    // The casino of the other days sees the alert too, although it was raised by a movement elsewhere.
    desks.set("valombre", await deskVisitor(app, { venues: ["valombre"], can: ["PAYMENTS"], name: "Late vigil" }));
    const seen = await record("valombre");
    expect(seen).toContain(member.membershipId);
    expect(seen).toContain("Threshold of 7 gaming days");
  });

  it("raise no such alert beside a day that reached the threshold, nor over more than seven days", async () => {
    const [loud, slow] = [await somebody(), await somebody()];
    await cash(loud, "loads", 2_000);
    await play(loud, 2_000);
    for (let day = 0; day < 8; day += 1) {
      clock.advance(DAY_MS);
      if (day < 2) await cash(loud, "loads", 1_000);
      await cash(slow, "loads", 570);
      await play(slow, 570);
    }
    const alertsOf = async (member: WalletMember) =>
      (await totals(member)).map(([, , , alerted, structured]) => `${alerted}${structured}`).filter(Boolean);
    expect(await alertsOf(loud)).toEqual(["day"]);
    expect(await alertsOf(slow)).toEqual([]);
  });

  it("follow the country's data: thresholds, and whether several days are looked at", async () => {
    const member = await somebody();
    const policy = { ...COUNTRY_POLICIES.FR, vigilance: { dayMinor: 100n, structuring: null } };
    const count = (minor: bigint) =>
      inTransaction(app.world.database, (tx) =>
        countMovement(
          app.world,
          tx,
          { siteId: 151, country: "FR", policy },
          {
            membershipId: member.membershipId,
            kind: "till_load",
            minor,
            currency: "EUR",
            key: `policy ${member.membershipId} ${clock.now().getTime()}`,
          },
        ),
      );
    for (let day = 0; day < 5; day += 1) {
      await count(99n);
      clock.advance(DAY_MS);
    }
    await count(100n);
    expect((await totals(member)).map(([, , , alerted, structured]) => [alerted, structured])).toEqual([
      ...Array.from({ length: 5 }, () => ["", ""]),
      ["day", ""],
    ]);
  });
});

describe("the migration of the earlier record", () => {
  it("adds up its days over the venues of a country, and takes over what older nodes still count", async () => {
    const database = await databaseBefore("0022");
    const { db } = database;
    await sql`
      insert into memberships (id, wallet_key, person_hash, lastname, firstname, birthday, home_site_id, status, joined_at)
      values ('20000001', 'M00000000001', 'x', 'Nombre', 'Ana', '1970-07-07', 151, 'active', '2026-01-01')`.execute(db);
    const add = (site: number, day: string, minor: number, alerted: string | null) =>
      sql`insert into aml_days (membership_id, site_id, gaming_day, total_minor, alerted_at)
        values ('20000001', ${site}, ${day}, ${minor}, ${alerted})
        on conflict (site_id, gaming_day, membership_id) do update set
          total_minor = aml_days.total_minor + excluded.total_minor, alerted_at = excluded.alerted_at`.execute(db);
    await add(151, "2026-03-01", 210_000, "2026-03-01T20:00Z");
    await add(152, "2026-03-01", 5_000, null);
    await migrate(database);
    await add(152, "2026-03-01", 1_000, null);
    await add(152, "2026-03-02", 250_000, "2026-03-02T20:00Z");
    const kept = await sql`
      select gaming_day::text as day, total_minor::int as total, alerted_at from aml_totals order by 1`.execute(db);
    expect(kept.rows).toEqual([
      { day: "2026-03-01", total: 216_000, alerted_at: new Date("2026-03-01T20:00Z") },
      { day: "2026-03-02", total: 250_000, alerted_at: new Date("2026-03-02T20:00Z") },
    ]);
    const moved = await sql`select site_id, kind, amount_minor::int as minor from aml_movements order by id`.execute(
      db,
    );
    expect(moved.rows).toEqual([
      { site_id: 151, kind: "bank_credit", minor: 210_000 },
      { site_id: 152, kind: "bank_credit", minor: 5_000 },
      { site_id: 152, kind: "bank_credit", minor: 1_000 },
      { site_id: 152, kind: "bank_credit", minor: 250_000 },
    ]);
    await database.close();
  });
});

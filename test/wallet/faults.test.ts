import { pino } from "pino";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { reconcile, settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { standingClock } from "../support/clock.ts";
import { postgresDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const LOGGED: { err?: { code?: string }; msg: string }[] = [];

describe("an open top-up", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    database = await postgresDatabase();
    const log = pino({ level: "error" }, { write: (line) => void LOGGED.push(JSON.parse(line)) });
    app = await openTestApp(database, { venues: ["port-serac"], clock, pictures: "stand-ins", log });
    wallets = walletPeopleOf(app);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const bank = () => app.world.gateways.bank;

  const init = (member: WalletMember, handle: string) =>
    wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 50, currency: "EUR" },
      data: { site_id: 151, pin_code: handle },
    });
  const handleOf = async (member: WalletMember) => (await wallets.unlockNative(member.token, PIN)).body.unlock ?? "";
  /** A member whose payment is open at the bank. */
  async function payer() {
    const member = await wallets.member();
    const answer = await init(member, await handleOf(member));
    const { transaction_uuid: uuid } = answer.body.data as { transaction_uuid: string };
    return { member, uuid };
  }
  const paidWebhook = (uuid: string) =>
    app.send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { "content-type": "application/json", signature: "test" },
      body: JSON.stringify({
        session_id: bank().sessionOf(uuid),
        status: "payment_created",
        state: uuid,
        fact: "PAID",
      }),
    });
  async function paid(uuid: string): Promise<void> {
    bank().tell(bank().sessionOf(uuid), "PAID");
    expect((await paidWebhook(uuid)).status).toBe(200);
    await app.world.jobs.runAll();
  }
  const paymentOf = (uuid: string) =>
    database.db
      .selectFrom("payments")
      .select(["status", "transaction_status", "error"])
      .where("uuid", "=", uuid)
      .executeTakeFirstOrThrow();
  const balanceOf = async ({ membershipId }: WalletMember) =>
    (
      await database.db
        .selectFrom("ledger_accounts")
        .select("balance_minor")
        .where("name", "=", `wallet:${membershipId}:151`)
        .executeTakeFirstOrThrow()
    ).balance_minor;
  const DONE = { status: "PAID", transaction_status: "SUCCESS", error: null };

  it("is credited after the member logged out, and the old session sees nothing of it", async () => {
    const { member, uuid } = await payer();
    const poll = () => wallets.call("GET", `/transaction/${uuid}`, member.token);
    expect((await poll()).status).toBe(200);
    expect((await wallets.call("POST", "/auth/logout", member.token)).status).toBe(200);
    await paid(uuid);
    expect([await paymentOf(uuid), await balanceOf(member)]).toEqual([DONE, 5_000n]);
    expect((await poll()).status).toBe(401);
    expect((await wallets.list(member.token)).status).toBe(401);
    const page = await app.get("port-serac", "/?popup=Cashless&site=151", { cookie: `user_token=${member.token}` });
    expect(await page.text()).not.toContain(uuid);
    // After a new log-in the member sees the money.
    const { token = "" } = (await wallets.people.logIn(member.email)).body.data ?? {};
    expect((await wallets.unlockNative(token, PIN)).body.data).toMatchObject([{ amount: 50 }]);
  });

  it("is credited after staff disabled the member, who cannot order any more", async () => {
    const { member, uuid } = await payer();
    const desk = await deskVisitor(app);
    const at = await desk.find(member.email);
    await desk.does(at ?? "", { act: "disable", reason: "conduct" });
    expect((await wallets.call("GET", `/transaction/${uuid}`, member.token)).status).toBe(401);
    bank().tell(bank().sessionOf(uuid), "PAID");
    clock.advance(31_000);
    await reconcile(app.world, app.services.table);
    expect([await paymentOf(uuid), await balanceOf(member)]).toEqual([DONE, 5_000n]);
    expect((await wallets.people.logIn(member.email)).body.data?.token).toBeUndefined();
  });

  it("at a site that is gone from the configuration waits for it, and is sent back after a day without it", async () => {
    const withoutSite = () => vi.spyOn(app.services.table, "bySite").mockReturnValue(undefined);
    const WAITING = { ...DONE, transaction_status: "PENDING" };
    const [back, lost] = [await payer(), await payer()];
    const gone = withoutSite();
    for (const { uuid } of [back, lost]) {
      await paid(uuid);
      expect(await paymentOf(uuid)).toEqual(WAITING);
    }
    gone.mockRestore();
    await settleFromBank(app.world, app.services.table, back.uuid);
    expect([await paymentOf(back.uuid), await balanceOf(back.member)]).toEqual([DONE, 5_000n]);
    const goneForGood = withoutSite();
    clock.advance(24 * 3_600_000);
    await reconcile(app.world, app.services.table);
    await sendRefunds(app.world, app.services.table);
    expect([await paymentOf(lost.uuid), await balanceOf(lost.member)]).toEqual([
      { status: "PAID", transaction_status: "REFUNDED", error: "NOT_ALLOWED" },
      0n,
    ]);
    await app.world.jobs.runAll();
    const subjects = (await wallets.people.mails(lost.member.email)).map(({ subject }) => subject);
    expect(subjects).toContain("Nous vous avons renvoyé 50,00\u00a0€");
    goneForGood.mockRestore();
  });

  it("survives a full disk: writes answer 503, reads go on, and everything continues once there is room", async () => {
    const { member, uuid } = await payer();
    const other = await wallets.member();
    const handle = await handleOf(other);
    const failures = () => Number(/^failures_total\{status="503"\} (\d+)$/m.exec(app.world.metrics.text({}))?.[1] ?? 0);
    const before = failures();
    await fillDisk(database);

    for (const path of ["/", "/agenda", "/api/openapi.json"])
      expect((await app.get("port-serac", path)).status).toBe(200);
    expect((await wallets.call("GET", `/transaction/${uuid}`, member.token)).status).toBe(200);
    expect((await wallets.call("GET", "/profile", member.token)).status).toBe(200);
    bank().tell(bank().sessionOf(uuid), "PAID");
    const load = () =>
      app.send("localhost:3000", `/api/floor/wallets/${member.card}/loads`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer floor-151" },
        body: JSON.stringify({ event_id: "on-a-full-disk", amount: "10.00" }),
      });
    for (const refused of [await init(other, handle), await load(), await paidWebhook(uuid)]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(15);
    }
    expect(failures()).toBeGreaterThan(before);
    expect(LOGGED.map(({ err }) => err?.code)).toContain("53100");
    expect(await balanceOf(member)).toBe(0n);

    await emptyDisk(database);
    await paid(uuid);
    expect((await load()).status).toBe(200);
    expect((await load()).status).toBe(200);
    expect([await paymentOf(uuid), await balanceOf(member)]).toEqual([DONE, 6_000n]);
    expect((await init(other, handle)).status).toBe(200);
    expect((await verifyLedger(database)).problems).toEqual([]);
  });
});

/** Makes every write fail as on a full disk. The write-ahead log still has room, so PostgreSQL keeps running. */
async function fillDisk({ db }: Database): Promise<void> {
  await sql`
    create function full_disk() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`.execute(db);
  await eachTable(
    db,
    "create trigger full_disk before insert or update or delete on %I for each row execute function full_disk()",
  );
}

async function emptyDisk({ db }: Database): Promise<void> {
  await eachTable(db, "drop trigger full_disk on %I");
}

async function eachTable(db: Database["db"], statement: string): Promise<void> {
  await sql`
    do $$ declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format(${sql.lit(statement)}, name);
      end loop;
    end $$`.execute(db);
}

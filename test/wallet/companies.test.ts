import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { importVenue } from "../../src/venue-file/import/import.server.ts";
import { listCases } from "../../src/wallet/payments/cases/cases.server.ts";
import { reconcile, reconcileSince } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { demoVenue, openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const DAY_MS = 86_400_000;
const SLUGS = { 151: "port-serac", 152: "valombre" } as const;
type Site = keyof typeof SLUGS;

oneDatabase("two companies with a venue each", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: Object.values(SLUGS), clock, pictures: "stand-ins" });
    wallets = walletPeopleOf(app);
  });
  afterEach(() => bank().heal());
  afterAll(() => app.close());
  const bank = () => app.world.gateways.bank;
  const sites = () => app.services.table;
  const db = () => app.world.database.db;

  async function init(member: WalletMember, site: Site, amount = 60) {
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN, site)).body;
    return wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: `http://${SLUGS[site]}.localhost:3000/?popup=Cashless`,
      from: "web",
      site_id: site,
      product: { type: "cashless", amount, currency: "EUR" },
      data: { site_id: site, pin_code: unlock },
    });
  }
  async function ordered(site: Site, amount = 60): Promise<string> {
    const answer = await init(await wallets.member({ sites: [site] }), site, amount);
    return (answer.body.data as { transaction_uuid: string }).transaction_uuid;
  }
  const settled = async () => {
    clock.advance(61_000);
    await reconcile(app.world, sites());
  };
  const statusOf = async (uuid: string) => {
    const row = await db().selectFrom("payments").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
    return `${row.company} ${row.status}/${row.transaction_status}`;
  };
  const notice = async (signature: string, session: string, state: string | null, fact = "PAID") => {
    const body = JSON.stringify({ session_id: session, status: `payment_${fact}`, state, fact });
    const answer = await app.send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { signature },
      body,
    });
    await app.world.jobs.runAll();
    return answer.status;
  };
  /** What every internal account of payments holds, in cents, by name. */
  const accounts = async () => {
    const rows = await db()
      .selectFrom("ledger_accounts as account")
      .innerJoin("ledger_legs as leg", "leg.account_id", "account.id")
      .select((column) => ["account.name", column.fn.sum<string>("leg.amount_minor").as("sum")])
      .where("account.name", "~", "^(bank|suspense):")
      .groupBy("account.name")
      .execute();
    return Object.fromEntries(rows.map(({ name, sum }) => [name, Number(sum)]));
  };
  const casesOf = async (session: string) =>
    (await listCases(app.world)).flatMap((one) => (one.session_id === session ? [[one.company, one.reason]] : []));

  it("order, are credited and refund each through its own application and ledger accounts", async () => {
    const [sea, hills] = [await ordered(151), await ordered(152, 70)];
    expect(bank().orders.slice(-2)).toMatchObject([
      { company: "port-serac", communication: expect.stringContaining("Société du Casino de Port-Sérac SAS") },
      { company: "valombre", communication: expect.stringContaining("Société des Bains et du Casino de Valombre SAS") },
    ]);
    bank().tell(bank().sessionOf(sea), "PAID");
    bank().tell(bank().sessionOf(hills), "PAID", { amountMinor: 6_500n });
    await settled();
    expect([await statusOf(sea), await statusOf(hills)]).toEqual(["port-serac PAID/SUCCESS", "valombre ERROR/FAILED"]);
    expect(await accounts()).toEqual({
      "bank:port-serac:EUR": -6_000,
      "suspense:port-serac:EUR": 0,
      "bank:valombre:EUR": -6_500,
      "suspense:valombre:EUR": 6_500,
    });
    await sendRefunds(app.world, sites());
    expect([await statusOf(hills), bank().refunds.size]).toEqual(["valombre ERROR/REFUNDED", 1]);
    expect(await accounts()).toMatchObject({ "bank:valombre:EUR": 0, "suspense:valombre:EUR": 0 });
    expect((await verifyLedger(app.world.database)).problems).toEqual([]);
  });

  it("refuse a webhook about a payment of one that the application of the other signed, and store nothing", async () => {
    const uuid = await ordered(151);
    const session = bank().sessionOf(uuid);
    const before = await db().selectFrom("bank_notices").selectAll().execute();
    expect(await notice("test of valombre", session, uuid)).toBe(401);
    expect(await notice("test of valombre", "session-of-valombre", uuid)).toBe(401);
    expect(await notice("test of valombre", session, null)).toBe(401);
    expect(await db().selectFrom("bank_notices").selectAll().execute()).toEqual(before);
    expect(await statusOf(uuid)).toBe("port-serac INIT/PENDING");
    bank().tell(session, "PAID");
    expect(await notice("test of port-serac", session, uuid)).toBe(200);
    expect(await statusOf(uuid)).toBe("port-serac PAID/SUCCESS");
  });

  it("never credit money that arrived on the account of the other, whoever it was meant for", async () => {
    const uuid = await ordered(151);
    const strayed = { fact: "PAID", isFinal: true, amountMinor: 6_000n, currency: "EUR", payerName: null } as const;
    bank().sessions.set("strayed", { sessionId: "strayed", state: uuid, company: "valombre", ...strayed });
    const before = await accounts();
    expect(await reconcileSince(app.world, sites(), new Date(clock.now().getTime() - DAY_MS))).toMatchObject({
      isListRead: true,
    });
    expect(await statusOf(uuid)).toBe("port-serac INIT/PENDING");
    expect(await casesOf("strayed")).toEqual([["valombre", "UNKNOWN_PAYMENT"]]);
    expect(await accounts()).toEqual({
      ...before,
      "bank:valombre:EUR": (before["bank:valombre:EUR"] ?? 0) - 6_000,
      "suspense:valombre:EUR": 6_000,
    });
    const [sea, hills] = await Promise.all(
      ["port-serac", "valombre"].map((slug) => deskVisitor(app, { venues: [slug], can: ["PAYMENTS"], name: slug })),
    );
    expect((await sea?.open("/desk/paiements"))?.words).not.toContain("Unknown payment");
    expect((await hills?.open("/desk/paiements"))?.words).toContain("Unknown payment, €60.00");
  });

  it("do not wait for each other's bank", async () => {
    const broken: string[] = [];
    for (let count = 0; count < 3; count += 1) broken.push(await ordered(151));
    for (const uuid of broken) bank().unreadable.add(bank().sessionOf(uuid));
    clock.advance(1_000);
    const uuid = await ordered(152);
    bank().tell(bank().sessionOf(uuid), "PAID");
    await settled();
    expect(await statusOf(uuid)).toBe("valombre PAID/SUCCESS");
  });

  it("take no orders without an application; the other's venue does, and its list alone is read", async () => {
    bank().missing.add("valombre");
    const member = await wallets.member({ sites: [151, 152] });
    expect((await init(member, 152)).body.error).toBe("INIT_TRANSACTION_ERROR");
    expect((await init(member, 151)).status).toBe(200);
    const read = () => reconcileSince(app.world, sites(), new Date(clock.now().getTime() - DAY_MS));
    expect(await read()).toMatchObject({ isListRead: false });
    bank().missing.clear();
    expect(await read()).toMatchObject({ isListRead: true });
  });

  it("cannot be changed by the venue's file once money was paid to them", async () => {
    const file = await demoVenue("port-serac");
    const importOf = (company: object | undefined) =>
      importVenue(
        app.importWorld,
        { ...file, establishment: { ...file.establishment, operating_company: company } },
        new Map(),
      );
    const own = file.establishment.operating_company as object;
    expect(await importOf({ ...own, key: "valombre" })).toEqual({
      problems: [
        {
          path: "establishment.operating_company.key",
          message: "must stay port-serac, because top-ups of this venue were paid to that company",
        },
      ],
    });
    expect(await importOf({ ...own, account: "FR76 9999 9000 0100 0000 0005 158" })).toEqual({
      problems: [{ path: "establishment.operating_company.account", message: "must be an IBAN" }],
    });
    // A file of the version before companies: the venue is its own company, named by its slug.
    expect(await importOf(undefined)).toMatchObject({ imported: { slug: "port-serac" } });
    await sites().reload();
    expect(sites().bySite(151)?.company).toEqual({
      key: "port-serac",
      legalName: "Société du Casino de Port-Sérac SAS",
      beneficiary: "Société du Casino de Port-Sérac SAS",
      account: null,
      application: null,
    });
  });

  it("leave a ledger that verifies", async () => {
    await sealEntries(app.world);
    expect((await verifyLedger(app.world.database)).problems).toEqual([]);
  });
});

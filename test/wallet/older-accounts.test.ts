import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts, post } from "../../src/ledger/posting.server.ts";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger, type Head } from "../../src/ledger/verification.server.ts";
import { inTransaction, type Database } from "../../src/platform/database/database.server.ts";
import { migrate } from "../../src/platform/database/migrations.server.ts";
import { closeOlderAccounts } from "../../src/wallet/payments/older-accounts.server.ts";
import { databaseBefore } from "../support/databases.ts";
import { testWorld, type TestWorld } from "../support/world.ts";

const AT = new Date("2026-11-20T19:30:00Z");

/** Three venues, of which two name the same company. Payments of all of them went through `bank:EUR`. */
describe("an installation of the version before companies had accounts of their own", () => {
  let database: Database;
  let world: TestWorld;
  let head: Head | null;
  let payments = 0;

  beforeAll(async () => {
    // That version had one payment application for all companies.
    database = await databaseBefore("0021");
    world = testWorld(database);
    await addVenue(51, "port-serac", "Société de la Mer SAS");
    await addVenue(52, "valombre", "Société des Bains SAS");
    await addVenue(40, "cap-ferrand", "Société de la Mer SAS");
    await addMember();
    await inTransaction(database, (tx) =>
      openAccounts(
        tx,
        ["bank:EUR", "suspense:EUR"].map((name) => ({ name, asset: "EUR", kind: "house" })),
        AT,
      ),
    );
    await credited(151, 6_000n);
    await credited(140, 5_500n);
    await held(152, 7_000n);
    await refunded(152, 5_000n);
    await lost(4_200n);
    await sealEntries(world);
    ({ head } = await verifyLedger(database));
    await migrate(database);
  });
  afterAll(() => database.close());

  const addVenue = (id: number, slug: string, company: string) =>
    sql`insert into establishments select (jsonb_populate_record(null::establishments, ${JSON.stringify({
      id,
      site_id: id + 100,
      slug,
      name: slug,
      label: slug,
      is_visible: true,
      country: "FR",
      pasino: 0,
      preposition: "de",
      company,
      street_address: "1, quai",
      postal_code: "74990",
      locality: slug,
      primary_color: "#cd2d26",
      logo_gold: true,
      cover_picture: "hero",
      contact_phone: "+33465712051",
      show_contact_email: false,
      hide_accessibility: false,
      parking: true,
      smoking_area: false,
      payments_accepted: [],
      same_as: [],
      tagline: {},
      presentation: {},
      opening_hours: {},
      social: {},
      extra_links: [],
      legal_notice: [],
      games_summary: {},
      meetings_active: false,
      updated_at: AT,
    })}::jsonb)).*`.execute(database.db);
  async function addMember(): Promise<void> {
    await sql`insert into accounts (id, status, email, email_confirmed_at, customer_id, accepts_email, accepts_sms, accepts_letter,
        terms_version, locale, created_at, last_seen_at)
      values ('00000000-0000-4000-8000-0000000000aa', 'confirmed', 'a@example.test', ${AT}, 'c1', false, false, false, '1', 'fr',
        ${AT}, ${AT})`.execute(database.db);
    await sql`insert into memberships (id, wallet_key, person_hash, lastname, lastname_normalised, firstname, firstname_normalised,
        birthday, home_site_id, status, joined_at)
      values ('10000001', 'ABCDEFGHJKLM', sha256('x'), 'Delmas', 'delmas', 'Ana', 'ana', '1990-05-17', 151, 'active', ${AT})`.execute(
      database.db,
    );
    for (const site of [151, 152, 140]) {
      await sql`insert into wallets values ('10000001', ${site}, 'OPENED', 200000, ${AT})`.execute(database.db);
      await inTransaction(database, (tx) =>
        openAccounts(tx, [{ name: `wallet:10000001:${site}`, asset: "EUR", kind: "customer", floor: 0n }], AT),
      );
    }
  }
  /** As that version inserted it: without a company. Returns its uuid. */
  async function payment(site: number, minor: bigint): Promise<string> {
    const uuid = `00000000-0000-4000-8000-${String((payments += 1)).padStart(12, "0")}`;
    await sql`insert into payments (uuid, account_id, membership_id, site_id, amount_minor, currency, return_url, status,
        transaction_status, is_reserved, created_at, updated_at)
      values (${uuid}, '00000000-0000-4000-8000-0000000000aa', '10000001', ${site}, ${minor}, 'EUR', 'http://localhost/', 'PAID',
        'PENDING', false, ${AT}, ${AT})`.execute(database.db);
    return uuid;
  }
  async function move(uuid: string, kind: string, from: string, to: string, minor: bigint): Promise<void> {
    const legs = [
      { account: from, amount: -minor },
      { account: to, amount: minor },
    ];
    const entry = { key: `pay:${uuid}:${kind}`, kind, asset: "EUR", at: AT, details: { payment: uuid }, legs };
    await inTransaction(database, (tx) => post(tx, [entry]));
  }
  async function held(site: number, minor: bigint): Promise<string> {
    const uuid = await payment(site, minor);
    await move(uuid, "received", "bank:EUR", "suspense:EUR", minor);
    return uuid;
  }
  async function credited(site: number, minor: bigint): Promise<void> {
    await move(await held(site, minor), "credit", "suspense:EUR", `wallet:10000001:${site}`, minor);
  }
  async function refunded(site: number, minor: bigint): Promise<void> {
    await move(await held(site, minor), "refund", "suspense:EUR", "bank:EUR", minor);
  }
  /** Money of a payment that only the bank knew after a restore. */
  async function lost(minor: bigint): Promise<void> {
    const reference = "00000000-0000-4000-8000-00000000f000";
    await sql`insert into payment_sessions (session_id, seen_at, received_minor, outcome, reference)
      values ('lost-1', ${AT}, ${minor}, 'held', ${reference})`.execute(database.db);
    await sql`insert into payment_cases (session_id, reason, opened_at) values ('lost-1', 'UNKNOWN_PAYMENT', ${AT})`.execute(
      database.db,
    );
    await move(reference, "received", "bank:EUR", "suspense:EUR", minor);
  }
  async function balances() {
    const { rows } = await sql<{ name: string; sum: string }>`
      select a.name, sum(l.amount_minor)::text as sum from ledger_accounts a join ledger_legs l on l.account_id = a.id
      where a.name ~ '^(bank|suspense):' group by a.name`.execute(database.db);
    return Object.fromEntries(rows.map(({ name, sum: total }) => [name, Number(total)]));
  }
  const closings = async () => {
    const { rows } = await sql<{ company: string }>`
      select details ->> 'company' as company from ledger_entries where kind = 'account-closing' order by id`.execute(
      database.db,
    );
    return rows.map(({ company }) => company);
  };

  it("knows the company of each payment by its venue, and takes venues of one legal name for one company", async () => {
    const { rows } = await sql<{ site_id: number; company: string }>`
      select distinct site_id, company from payments order by site_id`.execute(database.db);
    expect(rows).toEqual([
      { site_id: 140, company: "cap-ferrand" },
      { site_id: 151, company: "cap-ferrand" },
      { site_id: 152, company: "valombre" },
    ]);
  });

  it("closes its accounts by one entry per company, once, and the ledger verifies from the head of before", async () => {
    await Promise.all([closeOlderAccounts(world), closeOlderAccounts(world)]);
    await closeOlderAccounts(world);
    expect(await closings()).toEqual(["cap-ferrand", "valombre"]);
    const after = {
      "bank:EUR": 0,
      "suspense:EUR": 0,
      // The oldest payment's company also gets the money whose venue is lost.
      "bank:cap-ferrand:EUR": -(6_000 + 5_500 + 4_200),
      "suspense:cap-ferrand:EUR": 4_200,
      "bank:valombre:EUR": -7_000,
      "suspense:valombre:EUR": 7_000,
    };
    expect(await balances()).toEqual(after);
    await sealEntries(world);
    expect((await verifyLedger(database, head)).problems).toEqual([]);
    await closeOlderAccounts(world);
    expect(await balances()).toEqual(after);
    const { rows } = await sql`
      select company from payment_sessions where session_id = 'lost-1'
      union all select company from payment_cases where session_id = 'lost-1'`.execute(database.db);
    expect(rows).toEqual([{ company: "cap-ferrand" }, { company: "cap-ferrand" }]);
  });

  it("takes over what a node of that version booked while it was still running", async () => {
    await held(152, 5_100n);
    await closeOlderAccounts(world);
    expect(await closings()).toEqual(["cap-ferrand", "valombre", "valombre"]);
    expect(await balances()).toMatchObject({
      "bank:EUR": 0,
      "bank:valombre:EUR": -12_100,
      "suspense:valombre:EUR": 12_100,
    });
    await sealEntries(world);
    expect((await verifyLedger(database, head)).problems).toEqual([]);
  });

  it("does not let a payment change its company", async () => {
    await expect(sql`update payments set company = 'valombre'`.execute(database.db)).rejects.toThrow(
      /What a payment is of never changes/,
    );
  });
});

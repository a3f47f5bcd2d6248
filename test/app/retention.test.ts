import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Tables } from "../../db/tables.ts";
import { ageOut } from "../../src/platform/retention/retention-job.server.ts";
import { RETENTION } from "../../src/platform/retention/retention.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { eachDatabase } from "../support/databases.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "../support/world.ts";

const DAY_MS = 86_400_000;
const AT = new Date(SATURDAY_EVENING);
const ACCOUNT = "00000000-0000-4000-8000-000000000001";
const ago = (days: number, ms = 0) => new Date(AT.getTime() - days * DAY_MS + ms);

eachDatabase("the retention of rows", (open) => {
  let database: Database;
  let world: TestWorld;
  beforeAll(async () => {
    database = await open();
    world = testWorld(database, {}, standingClock(SATURDAY_EVENING));
  });

  it("is said of every table of the database, and of no other", async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db);
    expect(Object.keys(RETENTION).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it("says why of everything that stays", () => {
    for (const [table, retention] of Object.entries(RETENTION)) {
      const reason = "kept" in retention ? retention.kept : "bounded" in retention ? retention.bounded : "rows go.";
      expect([table, reason]).toEqual([table, expect.stringMatching(/\.$/)]);
    }
  });

  it("finds what is due by an index, in every table", async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select indrelid::regclass::text as table, attname as column
      from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]`.execute(database.db);
    const indexed = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    const used = Object.entries(RETENTION).flatMap(([table, retention]) => {
      const rules = "deletes" in retention ? retention.deletes : "clears" in retention ? retention.clears : [];
      return rules.map(({ since }) => `${table}.${since}`);
    });
    expect(used.filter((column) => !indexed.has(column))).toEqual([]);
  });

  describe("of rows that are due", () => {
    const put = async (table: keyof Tables, rows: Record<string, unknown>[]) => {
      await database.db
        .insertInto(table as "mails")
        .values(rows as never)
        .execute();
    };
    const left = async (table: keyof Tables, column: string) => {
      const { rows } = await sql<{ value: unknown }>`
        select ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(database.db);
      return rows.map(({ value }) => value);
    };

    beforeAll(async () => {
      await put("mails", [
        mail("sent", { sent_at: ago(90) }),
        mail("sent later", { sent_at: ago(90, 1) }),
        mail("refused", { refused_at: ago(91) }),
        mail("waiting", {}),
      ]);
      await put("mail_requests", [
        asked(ago(7), ago(1, 1)),
        asked(ago(2), ago(1)),
        asked(ago(7), null),
        asked(ago(7, 1), null),
      ]);
      await put("consent_receipts", [receipt("old", ago(1830)), receipt("new", ago(1829))]);
      await put("operator_tickets", [ticket("Over", ago(30)), ticket("Not yet", ago(29))]);
      await put("floor_events", [
        event("cards 4819220377160458", ago(400)),
        event("jackpots", ago(500)),
        event("pin", ago(399)),
        event("loads 4819220377160458", ago(399)),
      ]);
      await put("identity_events", [
        identityEvent("done", ago(400), "applied"),
        identityEvent("waiting", ago(400), null),
        identityEvent("young", ago(399), "stale"),
      ]);
      await put("memberships", [membership("10000001"), membership("10000002")]);
      await put("aml_days", [amlDay("2021-11-15"), amlDay("2021-11-20")]);
      await put("exclusion_verdicts", [
        verdict("10000001", "ANJ", ago(900)),
        verdict("10000001", "ANJ", ago(800)),
        verdict("10000001", "OJAR", ago(700)),
        verdict("10000001", "ANJ", ago(300)),
        verdict("10000002", "ANJ", ago(600)),
      ]);
      await put("accounts", [account()]);
      await put("known_browsers", [browser(1, ago(900), ago(400)), browser(2, ago(900), ago(399))]);
      await ageOut(world);
    });

    it("deletes rows at the instant at which they are due", async () => {
      expect(await left("mails", "kind")).toEqual(["sent later", "waiting"]);
      expect(await left("mail_requests", "asked_at")).toEqual([ago(7), ago(7, 1)]);
      expect(await left("mail_requests", "answered_at")).toEqual([ago(1, 1), null]);
      expect(await left("consent_receipts", "text_version")).toEqual(["new"]);
      expect(await left("operator_tickets", "name")).toEqual(["Not yet"]);
      expect((await left("aml_days", "gaming_day")).map(String)).toEqual(["2021-11-20"]);
      expect(await left("known_browsers", "browser_hash")).toHaveLength(1);
    });

    it("clears words and keeps ids, hashes and first answers", async () => {
      const events = await database.db.selectFrom("floor_events").selectAll().orderBy("received_at").execute();
      expect(events.map(({ call }) => call)).toEqual(["jackpots", "cards", "pin", "loads 4819220377160458"]);
      expect(events[1]).toMatchObject({ event_id: "cards 4819220377160458", request_hash: "hash", answer: { ok: 1 } });
      const notes = await database.db.selectFrom("identity_events").selectAll().orderBy("event_id").execute();
      expect(notes.map((row) => [row.event_id, row.verification_id])).toEqual([
        ["done", null],
        ["waiting", "v-waiting"],
        ["young", "v-young"],
      ]);
      expect(notes[0]?.body_hash).toHaveLength(32);
    });

    it("keeps the verdicts of the registers, however old", async () => {
      const rows = await database.db.selectFrom("exclusion_verdicts").selectAll().orderBy("checked_at").execute();
      expect(rows.map((row) => [row.membership_id, row.source, row.checked_at])).toEqual([
        ["10000001", "ANJ", ago(900)],
        ["10000001", "ANJ", ago(800)],
        ["10000001", "OJAR", ago(700)],
        ["10000002", "ANJ", ago(600)],
        ["10000001", "ANJ", ago(300)],
      ]);
    });

    it("works through more rows than a batch has, and finds nothing the second time", async () => {
      await sql`insert into login_minutes (minute, attempts, failures)
        select ${ago(3)}::timestamptz - make_interval(mins => n), 1, 0 from generate_series(1, 2500) n`.execute(
        database.db,
      );
      const aged = () =>
        Number(/aged_rows_total\{table="login_minutes"\} (\d+)/.exec(world.metrics.text({}))?.[1] ?? 0);
      await ageOut(world);
      expect([await left("login_minutes", "minute"), aged()]).toEqual([[], 2500]);
      await ageOut(world);
      expect(aged()).toBe(2500);
    });

    it("follows the other rules where one fails, and then fails", async () => {
      await put("mails", [mail("sent anew", { sent_at: ago(100) })]);
      await put("aml_days", [amlDay("2020-01-01")]);
      await sql`create function refuse_ageing() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
        database.db,
      );
      await sql`create trigger refuse before delete on aml_days for each row execute function refuse_ageing()`.execute(
        database.db,
      );
      await expect(ageOut(world)).rejects.toThrow("no");
      expect(await left("mails", "kind")).toEqual(["sent later", "waiting"]);
      await sql`drop function refuse_ageing cascade`.execute(database.db);
    });
  });
});

let rows = 0;
const uuid = () => `00000000-0000-4000-8000-${String((rows += 1)).padStart(12, "0")}`;
const mail = (kind: string, more: object) => ({ id: uuid(), kind, created_at: ago(200), ...more });
const asked = (asked_at: Date, answered_at: Date | null) => ({
  id: uuid(),
  address_hash: new Uint8Array(32),
  network_hash: Buffer.from(String(rows)),
  kind: "recovery",
  sealed_order: answered_at === null ? new Uint8Array(8) : null,
  asked_at,
  answered_at,
});
const receipt = (text_version: string, given_at: Date) => ({
  id: uuid(),
  measure: false,
  ads: false,
  text_version,
  locale: "fr",
  given_at,
});
const ticket = (name: string, expires_at: Date) => ({
  id: uuid(),
  name,
  permissions: "[]",
  project_ids: "[]",
  issued_by: "Camille",
  issued_at: expires_at,
  expires_at,
});
const event = (call: string, received_at: Date) => ({
  site_id: 151,
  event_id: call,
  call,
  request_hash: "hash",
  status: 200,
  answer: '{"ok": 1}',
  received_at,
});
const identityEvent = (event_id: string, received_at: Date, outcome: string | null) => ({
  event_id,
  received_at,
  kind: "verification_succeeded",
  verification_id: `v-${event_id}`,
  body_hash: new Uint8Array(32),
  outcome,
  processed_at: outcome === null ? null : received_at,
});
const membership = (id: string) => ({
  id,
  wallet_key: `WALLET${id.slice(2)}`,
  person_hash: Buffer.from(id),
  home_site_id: 151,
  status: "active",
  joined_at: ago(900),
});
const amlDay = (gaming_day: string) => ({ membership_id: "10000001", site_id: 151, gaming_day, total_minor: 5000n });
const verdict = (membership_id: string, source: string, checked_at: Date) => ({
  membership_id,
  verdict: "clear",
  source,
  checked_at,
});
const account = () => ({
  id: ACCOUNT,
  status: "pending",
  email: "somebody@example.test",
  customer_id: "C1",
  accepts_email: false,
  accepts_sms: false,
  accepts_letter: false,
  terms_version: "1",
  locale: "fr",
  created_at: ago(900),
  last_seen_at: ago(1),
});
const browser = (hash: number, first_seen_at: Date, last_seen_at: Date) => ({
  account_id: ACCOUNT,
  browser_hash: Uint8Array.of(hash),
  first_seen_at,
  last_seen_at,
});

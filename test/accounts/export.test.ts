import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plain } from "../support/pictures.ts";
import { countReferral, postReferralShares } from "../../src/gifts/referral/referral.server.ts";
import { memberOfToken } from "../../src/accounts/sessions/sessions.server.ts";
import { inTransaction, type Database } from "../../src/platform/database/database.server.ts";
import { reconcile } from "../../src/wallet/payments/reconcile.server.ts";
import { openUnlock } from "../../src/wallet/pin/unlocks.server.ts";
import { standingClock } from "../support/clock.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { enrollingAt } from "../loyalty/enrolled.ts";
import { exportedTables, LEFT_OUT } from "./exported-tables.ts";
import { giftHelpers } from "../gifts/gift-helpers.ts";
import { peopleOf } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { walletPeopleOf } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const EMAIL = "everything@example.test";
const PHONE = "+33612000099";
const PIN = "4829";
const QUARTER_MS = 100 * 86_400_000;

type Files = Record<string, never> & Record<string, unknown>;

const clock = standingClock(SATURDAY_EVENING);
let database: Database;
let app: TestApp;
let files: Files;
let texts: string;
/** Values that must be in no file; filled during the test. */
const secrets = new Set<string>([PIN]);

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  database = app.world.database;
  const token = await lifeOfAMember();
  const read = Object.entries(await exported(token)).map(
    ([name, text]) => [name.replace(/\.json$/, ""), text] as const,
  );
  texts = read.map(([, text]) => text).join("\n");
  files = Object.fromEntries(read.map(([name, text]) => [name, JSON.parse(text) as unknown])) as Files;
});
afterAll(() => app.close());

/** The texts of the zip; checks the picture too. */
async function exported(token: string): Promise<Record<string, string>> {
  const answer = await app.get("port-serac", "/api/users/me/export", { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  const { "avatar.webp": picture = new Uint8Array(), ...rest } = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect((await sharp(picture).metadata()).width).toBe(512);
  return Object.fromEntries(Object.entries(rest).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Everything that can happen to a member: account, enrollment, card, balance, gifts, referral, wallet, top-ups, passes, staff's look-ups. */
async function lifeOfAMember(): Promise<string> {
  const { world } = app;
  const at = enrollingAt(app);
  const { people } = at;
  const token = await people.member(EMAIL);
  await people.call("PUT", "/users", { token, body: { avatar_base64: (await plain(40, 40)).toString("base64") } });
  await people.logIn(EMAIL);
  await people.recover(EMAIL);
  for (const code of await codesAndLinks(token, at)) secrets.add(code);
  const phone = { mobile_phone: PHONE, mobile_phone_verified_at: world.now() };
  await database.db.updateTable("accounts").set(phone).where("email", "=", EMAIL).execute();
  await at.begin(token);
  await at.says(at.approved());
  const { card_id: card } = await at.enrollment(token);
  await at.entrance({ event_id: "in", card_id: card, identity_checked: true });
  await world.jobs.runAll();
  const { id: accountId, playersplus_id: member } = await accountOf();
  const membershipId = member ?? "none";
  await withEmailChange(accountId);
  await withPass(accountId, membershipId, card ?? "none");
  await withWallet(token, card ?? "none");
  await withGifts(membershipId, accountId, card ?? "none");
  await withReferrals(membershipId, card ?? "none");
  const staff = await deskVisitor(app, { can: ["MEMBERS_READ"], name: "Grace Lantier" });
  expect((await staff.open((await staff.find(card ?? "")) ?? "none")).status).toBe(200);
  return token;
}

const accountOf = () =>
  database.db
    .selectFrom("accounts")
    .select(["id", "playersplus_id"])
    .where("email", "=", EMAIL)
    .where("status", "=", "confirmed")
    .executeTakeFirstOrThrow();

async function codesAndLinks(token: string, { people }: ReturnType<typeof enrollingAt>): Promise<string[]> {
  const body = { otp_type: "check", device_type: "mobile", device: PHONE };
  const sent = await people.post("/otp/send", body, { token, headers: await people.captcha() });
  expect(sent.status).toBe(200);
  app.world.gateways.vouch("google", "proof", {
    subject: "google-7431",
    nonce: "n",
    email: EMAIL,
    isEmailVerified: true,
  });
  await people.post("/auth/google", {
    access_token: "proof",
    nonce: "n",
    origin: "http://port-serac.localhost:3000",
  });
  return [await people.linkToken(EMAIL), token];
}

async function withEmailChange(accountId: string): Promise<void> {
  const at = app.world.now();
  const asked = { asked_at: at, asked_by: "Grace Lantier", asked_session: app.world.uuid(), asked_issuers: "[]" };
  const ended = { ended_at: at, outcome: "withdrawn" as const };
  const change = { id: app.world.uuid(), account_id: accountId, new_email: "other@example.test", expires_at: at };
  await database.db
    .insertInto("email_changes")
    .values({ ...change, project_id: null, ...asked, ...ended })
    .execute();
}

async function withPass(accountId: string, membershipId: string, card: string): Promise<void> {
  const at = app.world.now();
  const serial = "6f1f0b1e-0000-4000-8000-00000000abcd";
  const pass = { serial, account_id: accountId, membership_id: membershipId, card_number: card, locale: "fr" as const };
  const sealed = { sealed_token: Buffer.from("sealed-pass"), is_at_google: true };
  await database.db
    .insertInto("passes")
    .values({ ...pass, ...sealed, created_at: at, updated_at: at, revoked_at: null })
    .execute();
  const device = { device_id: "telephone-of-theirs", push_token: "push-of-theirs", serial, registered_at: at };
  await database.db.insertInto("pass_devices").values(device).execute();
  for (const secret of ["sealed-pass", device.device_id, device.push_token]) secrets.add(secret);
}

async function withWallet(token: string, card: string): Promise<void> {
  const wallets = walletPeopleOf(app);
  const { bank } = app.world.gateways;
  await wallets.floor("PUT", `/members/${card}/pin`, { pin: PIN });
  await wallets.floor("POST", `/wallets/${card}/loads`, { amount: "20" });
  for (const isPaid of [true, false]) {
    const { unlock = "" } = (await wallets.unlockNative(token, PIN)).body;
    secrets.add(unlock);
    const started = await wallets.call("POST", "/transaction/init", token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 75.5, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    const { transaction_uuid: uuid, link } = started.body.data as { transaction_uuid: string; link: string };
    secrets.add(link);
    // The bank receives less than was ordered for the second top-up: it is refunded, and an operator reviews it.
    bank.tell(bank.sessionOf(uuid), "PAID", isPaid ? {} : { amountMinor: 6000n });
    clock.advance(30_000);
    await reconcile(app.world, app.services.table);
    if (isPaid) continue;
    const site = { site_id: 151, asked_session: app.world.uuid(), asked_issuers: "[]", asked_issuer: null };
    const staff = { asked_by: "Grace Lantier", asked_at: clock.now(), decision: "refund" as const };
    const ended = { ended_at: null, ended_by: null, ended_session: null, verdict: null };
    const order = { id: app.world.uuid(), payment_uuid: uuid, case_id: null, ...site, ...staff, ...ended };
    await database.db.insertInto("payment_orders").values(order).execute();
    const about = { payment_uuid: uuid, session_id: bank.sessionOf(uuid), reason: "PAYER_MISMATCH" as const };
    const closed = { closed_at: clock.now(), closed_by: "Grace Lantier", decision: "refund" as const };
    await database.db
      .insertInto("payment_cases")
      .values({ ...about, opened_at: clock.now(), ...closed })
      .execute();
  }
}

async function withGifts(membershipId: string, accountId: string, card: string): Promise<void> {
  const gifts = giftHelpers(app);
  const used = await gifts.gift(await gifts.offer(), { membershipId });
  secrets.add(used).add(await gifts.gift(await gifts.offer(), { accountId }));
  expect((await gifts.floor("burns", used, { card_number: card })).status).toBe(200);
  const played = { holder: membershipId, country: "FR" as const, gaming_day: "2026-11-21", played_minor: 1050n };
  await database.db.insertInto("free_play_days").values(played).execute();
}

async function withReferrals(membershipId: string, card: string): Promise<void> {
  const gifts = giftHelpers(app);
  const wallets = walletPeopleOf(app);
  const [sponsor, friend] = [await gifts.membership(), await gifts.membership()];
  secrets.add(sponsor.id).add(friend.id);
  const made = { membership_id: membershipId, code: "ABCDEFGH", made_at: clock.now() };
  await database.db.insertInto("referral_codes").values(made).execute();
  for (const [sponsorId, refereeId] of [
    [sponsor.id, membershipId],
    [membershipId, friend.id],
  ] as const) {
    const about = { sponsorId, refereeId, siteId: 151, zone: "Europe/Paris" };
    expect(await inTransaction(database, (tx) => countReferral(app.world, tx, about))).toBe(true);
  }
  for (const number of [card, friend.cardNumber])
    await wallets.floor("POST", "/earnings", { card_number: number, amount: "50", family: "slots" });
  await wallets.floor("POST", `/cards/${card}/insertions`, { machine: "SLOT-17" });
  clock.advance(QUARTER_MS);
  await postReferralShares(app.world);
  clock.advance(-QUARTER_MS);
}

describe("a member's export", () => {
  it("has a file for each kind of record, with amounts as decimals and instants as ISO", () => {
    expect(files).toMatchObject({
      account: { email: EMAIL, has_password: true, status: "confirmed", email_bounced_at: null },
      providers: [{ provider: "google", subject: "google-7431" }],
      codes: [{ purpose: "verify_phone", phone: PHONE }],
      membership: { status: "active", inserted: { machine: "SLOT-17" }, cards: [{ status: "active" }] },
      enrollment: { status: "COMPLETED", attempts: [{ document_type: "Passport" }] },
      balance: { currency: "EP" },
      passes: [{ is_at_google: true, devices: [{ registered_at: SATURDAY_EVENING_ISO }] }],
      staff_acts: [{ action: "member.view" }],
      wallets: {
        pin_set_at: SATURDAY_EVENING_ISO,
        wallets: [{ site_id: 151, currency: "EUR", balance: "95.50", limit: "2000.00" }],
      },
      free_play: [{ played: "10.50" }],
      referral: {
        own_code: { code: "ABCDEFGH" },
        brought: [{ place: 1 }],
        was_brought: { gaming_day: "2026-11-21" },
        earned_for_sponsor: [{ earned: "50.00" }],
        shares: [{ quarter: "2026Q4", amount: "5.00" }],
      },
      sites: [expect.objectContaining({ site_id: 151, name: "Port-Sérac" })],
    });
    expect(files["register_checks"]).toContainEqual(expect.objectContaining({ verdict: "clear" }));
    expect(files["gifts"]).toContainEqual(
      expect.objectContaining({ status: "burned", uses: [expect.objectContaining({ site_id: 151 })] }),
    );
  });

  it("has every movement of a wallet, and every top-up with the bank's and staff's actions", () => {
    const { wallets } = files["wallets"] as unknown as { wallets: { movements: object[] }[] };
    const [paid, short] = files["top_ups"] as unknown as [{ uuid: string }, object];
    expect(wallets[0]?.movements).toEqual([
      expect.objectContaining({ payment: paid.uuid, amount: "75.50", balance: "95.50" }),
      expect.objectContaining({ site: 151, amount: "20.00", balance: "20.00" }),
    ]);
    expect(paid).toMatchObject({
      amount: "75.50",
      currency: "EUR",
      status: "PAID",
      transaction_status: "SUCCESS",
      sessions: [{ received: "75.50", outcome: "credited" }],
      cases: [],
    });
    expect(short).toMatchObject({
      sessions: [{ received: "60.00" }],
      cases: [{ reason: "PAYER_MISMATCH", decision: "refund" }],
      orders: [{ decision: "refund", verdict: null }],
    });
  });

  it("holds no secret, no name of staff, and no number of anybody else", async () => {
    expect(secrets.size).toBeGreaterThan(10);
    for (const secret of secrets) expect(texts).not.toContain(secret);
    expect(texts).not.toMatch(/argon2|hash|sealed|token|\bsalt|Lantier/);
    const hashed = await database.db
      .selectFrom("accounts")
      .select("password_hash")
      .where("email", "=", EMAIL)
      .execute();
    for (const { password_hash: hash } of hashed) expect(texts).not.toContain(hash);
    // Raw bytes would be written as a list of numbers.
    expect(texts).not.toMatch(/"type": "Buffer"|"0": \d+,\s+"1": \d+/);
  });

  it("has the balance of a wallet only where the session has opened one with the PIN recently", async () => {
    const walletsOf = async (token: string) =>
      JSON.parse((await exported(token))["wallets.json"] ?? "null") as { amounts: string; wallets: object[] };
    const other = (await peopleOf(app).logIn(EMAIL)).body.data?.token ?? "";
    const closed = await walletsOf(other);
    expect(closed.amounts).toMatch(/^closed/);
    expect(closed.wallets).toEqual([{ site_id: 151, status: expect.any(String), opened_at: expect.any(String) }]);
    const member = await memberOfToken(app.world, other);
    if (member?.playersPlusId == null) throw new Error("There is no membership");
    await openUnlock(app.world, member, member.playersPlusId, 151);
    expect((await walletsOf(other)).amounts).toBe("open");
    clock.advance(600_000);
    expect((await walletsOf(other)).amounts).toMatch(/^closed/);
  });
});

describe("every table with data of a person", () => {
  it("is in a file of the export, or left out for a written reason", async () => {
    const { rows } = await sql<{ name: string }>`
      with recursive persons as (
        select c.table_name::text as name from information_schema.columns c
        join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
          and c.column_name ~ '(^|_)(account|membership|session|referee|sponsor|member)_id$|^(holder|subject)$'
        union select unnest(array['accounts', 'memberships', 'sessions'])
        union
        select fk.conrelid::regclass::text from pg_constraint fk
        join persons on fk.contype = 'f' and fk.confrelid::regclass::text = persons.name)
      select name from persons order by name`.execute(database.db);
    const known = [...Object.keys(exportedTables), ...Object.keys(LEFT_OUT)];
    expect(rows.map(({ name }) => name)).toEqual(known.sort());
  });

  it.each(Object.entries(exportedTables))(
    "is in the export with every column: %s",
    async (table, { file, without }) => {
      const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`.execute(database.db);
      const told = keysOf(files[file]);
      const columns = rows.map(({ name }) => name);
      expect(columns).toEqual(expect.arrayContaining(Object.keys(without)));
      const missing = columns.filter((name) => !(name in without) && !told.has(name.replace(/_(minor|cents)$/, "")));
      expect(missing).toEqual([]);
    },
  );
});

/** All keys in a value, at any depth. */
function keysOf(value: unknown): Set<string> {
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]));
}

const SATURDAY_EVENING_ISO = new Date(SATURDAY_EVENING).toISOString();

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runDailyJob } from "../../src/accounts/data/daily-job.server.ts";
import { confirmedEverywhere } from "../../src/wallet/payments/lost/batches.server.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { PASSWORD } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";

const DAY_MS = 86_400_000;
/** Three years and a day after the members registered. */
const MUCH_LATER = "2029-11-22T19:30:00Z";
const LEAVING = "Votre compte va être supprimé";
const MONEY = "Il vous reste de l’argent ou un dépôt en cours";

oneDatabase("an account that is to be erased", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    wallets = walletPeopleOf(app);
  });
  afterAll(() => app.close());
  beforeEach(() => clock.set(SATURDAY_EVENING));

  const load = (member: WalletMember, amount: string) =>
    wallets.floor("POST", `/wallets/${member.card}/loads`, { amount });
  const spend = (member: WalletMember, amount: string, kind = "cash") =>
    wallets.floor("POST", `/wallets/${member.card}/spends`, { amount, kind });
  const aDay = () => runDailyJob(app.world, () => null);
  const statusOf = async ({ membershipId }: WalletMember) =>
    (
      await app.world.database.db
        .selectFrom("accounts")
        .select("status")
        .where("playersplus_id", "=", membershipId)
        .executeTakeFirst()
    )?.status;
  const subjects = async ({ email }: WalletMember) => (await wallets.people.mails(email)).map(({ subject }) => subject);

  it.each([
    ["a load", (member: WalletMember) => load(member, "1.00")],
    ["play from the wallet", (member: WalletMember) => spend(member, "20.00", "play")],
    ["a payout", (member: WalletMember) => spend(member, "20.00")],
    ["a new PIN", ({ card }: WalletMember) => wallets.floor("PUT", `/members/${card}/pin`, { pin: "4821" })],
    ["a visit", ({ card }: WalletMember) => visit(card)],
    ["play with the card", ({ card }: WalletMember) => play(card)],
    ["an earning", ({ card }: WalletMember) => loyalty(card, "earnings", { family: "restaurant" })],
    ["loyalty euros spent", ({ card }: WalletMember) => loyalty(card, "spendings", {})],
  ])("is not one of somebody who used card or wallet: %s", async (_use, use) => {
    const member = await wallets.member();
    clock.set(MUCH_LATER);
    await load(member, "20.00");
    await loyalty(member.card, "earnings", { family: "restaurant" });
    await app.world.database.db
      .updateTable("accounts")
      .set({ last_seen_at: new Date(SATURDAY_EVENING) })
      .where("playersplus_id", "=", member.membershipId)
      .execute();
    expect((await use(member)).status).toBe(200);
    await aDay();
    expect(await subjects(member)).not.toContain(LEAVING);
    expect(await subjects(member)).not.toContain(MONEY);
  });
  const visit = (card: string) => wallets.floor("POST", "/entrances", { card_number: card, identity_checked: true });
  const play = (card: string) => wallets.floor("POST", `/cards/${card}/insertions`, { machine: "M1" });
  const loyalty = (card: string, call: string, more: object) =>
    wallets.floor("POST", `/${call}`, { card_number: card, amount: "1.00", ...more });

  it("is kept after inactivity while a casino holds its money, and the mail says how to get it", async () => {
    const [rich, poor] = [await wallets.member(), await wallets.member()];
    await load(rich, "500.00");
    clock.set(MUCH_LATER);
    await aDay();
    expect((await subjects(rich)).at(-1)).toBe(MONEY);
    expect((await subjects(poor)).at(-1)).toBe(LEAVING);
    const text = (await wallets.people.mails(rich.email)).at(-1)?.text ?? "";
    expect(text).toMatch(/Port-Sérac\. Tant que ce n’est pas réglé/);
    expect(text).not.toContain("sera effacé le");
    clock.advance(31 * DAY_MS);
    await aDay();
    expect(await statusOf(rich)).toBe("confirmed");
    expect(await statusOf(poor)).toBe("erased");
    const desk = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Ines" });
    expect((await desk.open((await desk.find(rich.email)) ?? "")).words).toContain("the person still has money");
    // Their money is theirs, and whoever comes for it is not inactive.
    expect(await spend(rich, "500.00")).toEqual({ status: 200, body: { amount: "0.00" } });
    await aDay();
    expect(await statusOf(rich)).toBe("confirmed");
  });

  it("on request waits until its money is paid out, and page and mail say so", async () => {
    const member = await wallets.member({ sites: [151, 152] });
    await load(member, "100.00");
    await wallets.people.prove(member.token, PASSWORD);
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", member.token);
    const gone = await visitor.post("/mon-compte/suppression", { intent: "delete" });
    expect(gone.heading).toBe("Au revoir");
    expect(gone.words).toContain("de vérification : Port-Sérac. Tant que");
    expect((await wallets.people.mails(member.email)).at(-1)?.text).toMatch(/de vérification : Port-Sérac\. Tant que/);
    clock.advance(30 * DAY_MS);
    await aDay();
    expect(await statusOf(member)).toBe("confirmed");
    await spend(member, "100.00");
    await aDay();
    expect(await statusOf(member)).toBe("erased");
    expect(await load(member, "1.00")).toMatchObject({ status: 409, body: { error: "CARD_BLOCKED" } });
  });

  it("waits for a payment that is open, that staff have to decide about, that is to be sent back, or that a restore lost", async () => {
    const member = await wallets.member();
    const { db } = app.world.database;
    const accounts = db.selectFrom("accounts").select("id").where("playersplus_id", "=", member.membershipId);
    const { id: account_id } = await accounts.executeTakeFirstOrThrow();
    const uuid = app.world.uuid();
    const order = { uuid, account_id, membership_id: member.membershipId, site_id: 151, amount_minor: 5_000n };
    const at = clock.now();
    await db
      .insertInto("payments")
      .values({
        ...order,
        company: "port-serac",
        currency: "EUR",
        return_url: "http://port-serac.localhost:3000/",
        status: "INIT",
        transaction_status: "PENDING",
        is_reserved: false,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await wallets.people.requestDeletion(member.token);
    clock.advance(30 * DAY_MS);
    await aDay();
    expect(await statusOf(member)).toBe("confirmed");
    const ends = { status: "ERROR", transaction_status: "FAILED" } as const;
    await db.updateTable("payments").set(ends).where("uuid", "=", uuid).execute();
    const about = { payment_uuid: uuid, session_id: `left-${uuid}`, reason: "AMOUNT_UNKNOWN", opened_at: at } as const;
    await db.insertInto("payment_cases").values(about).execute();
    await aDay();
    expect(await statusOf(member)).toBe("confirmed");
    await db
      .updateTable("payment_cases")
      .set({ closed_at: at, closed_by: "Ada", decision: "noted" })
      .where("payment_uuid", "=", uuid)
      .execute();
    const session = { session_id: `left-${uuid}`, payment_uuid: uuid, seen_at: at, received_minor: 4_000n };
    await db
      .insertInto("payment_sessions")
      .values({ ...session, outcome: "refund_due" })
      .execute();
    await aDay();
    expect(await statusOf(member)).toBe("confirmed");
    await db.updateTable("payment_sessions").set({ outcome: "refunded" }).where("payment_uuid", "=", uuid).execute();
    const lost = { session_id: `lost-${uuid}`, reference: app.world.uuid(), company: "port-serac", seen_at: at };
    const wallet = { wallet_membership: member.membershipId, wallet_site: 151 };
    await db
      .insertInto("payment_sessions")
      .values({ ...lost, ...wallet, received_minor: 5_000n, outcome: "held" })
      .execute();
    await aDay();
    expect(await statusOf(member)).toBe("confirmed");
    const sentBack = { outcome: "refunded" } as const;
    await db.updateTable("payment_sessions").set(sentBack).where("session_id", "=", lost.session_id).execute();
    await aDay();
    expect(await statusOf(member)).toBe("erased");
    expect(await confirmedEverywhere(app.world)).toBe(0);
  });
});

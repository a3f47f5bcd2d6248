import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "../src/ledger/verification.server.ts";
import { reconcile } from "../src/wallet/reconcile.server.ts";
import { sendRefunds } from "../src/wallet/refunds.server.ts";
import { standingClock } from "./clock.ts";
import { eachDatabase } from "./databases.ts";
import { deskVisitor, type DeskVisitor } from "./desk-visitor.ts";
import { openTestHouse, type TestHouse } from "./house.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "./world.ts";

const LIST = "/desk/paiements";

eachDatabase("payments at the desk", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let house: TestHouse;
  let wallets: WalletPeople;
  let first: DeskVisitor;
  let second: DeskVisitor;
  beforeAll(async () => {
    house = await openTestHouse(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    wallets = walletPeopleOf(house);
    first = await deskVisitor(house, { can: ["PAYMENTS"], name: "Ines" });
    second = await deskVisitor(house, { can: ["PAYMENTS"], name: "Otto" });
  });
  afterAll(() => house.close());
  const { bank } = { bank: () => house.world.gateways.bank };
  const sites = () => house.house.table;

  /** A top-up that the bank was asked for, and what the bank says of it then. */
  async function topUp(member: WalletMember, amount: number, payer: string | null = null): Promise<string> {
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    const answer = await wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    const { transaction_uuid: uuid } = answer.body.data as { transaction_uuid: string };
    bank().tell(bank().sessionOf(uuid), "PAID", { payerName: payer });
    clock.advance(61_000);
    await reconcile(house.world, sites());
    return uuid;
  }
  const paymentOf = (uuid: string) =>
    house.world.database.db.selectFrom("payments").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
  const balanceOf = async (member: WalletMember) =>
    (
      await house.world.database.db
        .selectFrom("ledger_accounts")
        .select("balance_minor")
        .where("name", "=", `wallet:${member.membershipId}:151`)
        .executeTakeFirstOrThrow()
    ).balance_minor;
  const openOrder = async () =>
    (
      await house.world.database.db
        .selectFrom("payment_orders")
        .select("id")
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow()
    ).id;

  it("go back to the bank by two people: who asked cannot approve, and the money leaves the wallet once (G149)", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 60);
    expect(await balanceOf(member)).toBe(6_000n);
    const at = `${LIST}/${uuid}`;
    expect((await first.does(at, { act: "return" })).words).toContain("The request waits for a second person.");
    const id = await openOrder();
    const own = await first.post(at, { act: "approve", id });
    expect([own.status, own.words.includes("It takes somebody else")]).toEqual([422, true]);
    expect(await balanceOf(member)).toBe(6_000n);

    const approvals = await Promise.all([1, 2, 3].map(() => second.post(at, { act: "approve", id })));
    expect(approvals.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 422, 422]);
    expect(await balanceOf(member)).toBe(0n);
    await sendRefunds(house.world, sites());
    expect([...bank().refunds.values()].filter(({ sessionId }) => sessionId === bank().sessionOf(uuid))).toMatchObject([
      { amountMinor: 6_000n },
    ]);
    expect(await paymentOf(uuid)).toMatchObject({ status: "PAID", transaction_status: "REFUNDED", error: "RETURNED" });
    expect((await first.open(at)).words).toContain("Sent back by the casino, by two people.");
    const cookie = `user_token=${member.token}`;
    const sheet = await (await house.get("port-serac", "/?popup=Cashless&site=151", { cookie })).text();
    expect(sheet).toContain("Virement renvoyé");
    expect(sheet).toContain("Le casino a renvoyé ce virement vers votre compte bancaire.");
    expect((await first.post(at, { act: "return" })).status).toBe(422);
    expect((await verifyLedger(house.world.database)).problems).toEqual([]);
    const trail = await house.world.database.db
      .selectFrom("audit_entries")
      .select(["action", "operator"])
      .where("subject", "=", `payment:${uuid}`)
      .orderBy("at")
      .execute();
    expect(trail).toEqual([
      { action: "payment.ask", operator: "Ines" },
      { action: "payment.order_approved", operator: "Otto" },
    ]);
  });

  it("do not go back once the money is spent, and the request stays open for when it is not", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 50);
    await wallets.floor("POST", `/wallets/${member.card}/spends`, { amount: "10.00" });
    await first.post(`${LIST}/${uuid}`, { act: "return" });
    const id = await openOrder();
    const refused = await second.post(LIST, { act: "approve", id });
    expect(refused.words).toContain("The wallet’s balance no longer covers it");
    expect(await paymentOf(uuid)).toMatchObject({ transaction_status: "SUCCESS" });
    await second.post(LIST, { act: "end", id });
  });

  it("take two pairs of eyes: neither another session of one name, nor a ticket of one's own making, is a second person", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 50);
    const chief = await deskVisitor(house, { can: ["PAYMENTS", "STAFF"], name: "Chief" });
    await chief.post(`${LIST}/${uuid}`, { act: "return" });
    const id = await openOrder();
    const again = await deskVisitor(house, { can: ["PAYMENTS"], name: " chief" });
    expect((await again.post(LIST, { act: "approve", id })).status).toBe(422);

    const page = await chief.post("/desk/equipe", { act: "issue", name: "Puppet", can: "PAYMENTS" });
    const ticket = decodeURIComponent(/\/adminAuth\/([\w|%-]+)/.exec(page.html)?.[1] ?? "");
    const opened = await house.send("port-serac.localhost:3000", "/api/operators/sessions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ticket }),
    });
    const { data } = (await opened.json()) as { data: { token: string } };
    const puppet = await deskVisitor(house, { can: ["PAYMENTS"], name: "Nobody" });
    puppet.cookies.set("operator_token", data.token);
    expect((await puppet.post(LIST, { act: "approve", id })).words).toContain("It takes somebody else");
    expect((await second.post(LIST, { act: "approve", id })).status).toBe(303);
  });

  describe("that wait for a decision show their reason", () => {
    it("paid by somebody else: asked for by one, approved by another, sent back", async () => {
      const member = await wallets.member({ lastname: "Morel" });
      const uuid = await topUp(member, 70, "Jean Tartempion");
      expect(await balanceOf(member)).toBe(0n);
      const page = await first.open(LIST);
      expect(page.words).toContain("Paid by somebody else, €70.00");
      const [{ id }] = (await house.world.database.db
        .selectFrom("payment_cases")
        .select("id")
        .where("payment_uuid", "=", uuid)
        .execute()) as [{ id: bigint }];
      expect((await first.post(LIST, { act: "note", id: String(id) })).status).toBe(422);
      await first.post(LIST, { act: "refund", id: String(id) });
      expect((await second.post(LIST, { act: "credit", id: String(id) })).words).toContain(
        "waiting for a second person already",
      );
      await second.post(LIST, { act: "approve", id: await openOrder() });
      await sendRefunds(house.world, sites());
      expect(await paymentOf(uuid)).toMatchObject({ transaction_status: "REFUNDED", error: "PAYER_MISMATCH" });
      expect(await balanceOf(member)).toBe(0n);
    });

    it("and one that a second person rejects stays open", async () => {
      const member = await wallets.member({ lastname: "Roux" });
      const uuid = await topUp(member, 50, "Jean Tartempion");
      const { id } = await house.world.database.db
        .selectFrom("payment_cases")
        .select("id")
        .where("payment_uuid", "=", uuid)
        .executeTakeFirstOrThrow();
      await first.post(LIST, { act: "credit", id: String(id) });
      await second.post(LIST, { act: "end", id: await openOrder() });
      expect(await balanceOf(member)).toBe(0n);
      await first.post(LIST, { act: "credit", id: String(id) });
      await second.post(LIST, { act: "approve", id: await openOrder() });
      expect(await balanceOf(member)).toBe(5_000n);
    });

    it("a contested one is noted by one person, because no money moves", async () => {
      const { id } = await house.world.database.db
        .insertInto("payment_cases")
        .values({
          payment_uuid: null,
          session_id: "stranger-1",
          reason: "UNKNOWN_PAYMENT",
          opened_at: house.world.now(),
          closed_at: null,
          closed_by: null,
          decision: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      expect((await first.open(LIST)).words).toContain("Unknown payment");
      expect((await first.post(LIST, { act: "note", id: String(id) })).status).toBe(303);
      expect((await second.post(LIST, { act: "note", id: String(id) })).status).toBe(422);
    });
  });

  it("are a register by gaming day for vigilance: who reached 2 000 € is at the top with an alert (L.561-13)", async () => {
    const member = await wallets.member({ lastname: "Vigier" });
    await topUp(member, 1_200);
    await wallets.floor("POST", `/wallets/${member.card}/spends`, { amount: "1200.00" });
    expect((await first.open("/desk/vigilance")).words).not.toContain("Vigier");
    expect((await first.open("/desk/vigilance?tout=1")).words).toContain("€1,200.00");
    await topUp(member, 800);
    const page = await first.open("/desk/vigilance");
    expect(page.words).toMatch(/Vigier.*€2,000\.00/);
  });

  it("of another house are not there, and take the permission PAYMENTS", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 50);
    const other = await deskVisitor(house, { venues: ["valombre"], can: ["PAYMENTS"], name: "Elsewhere" });
    expect((await other.open(`${LIST}/${uuid}`)).status).toBe(404);
    expect((await other.open(LIST)).html).not.toContain(uuid);
    expect((await other.post(`${LIST}/${uuid}`, { act: "return" })).status).toBe(422);
    const powerless = await deskVisitor(house, { can: ["MEMBERS_READ"] });
    for (const path of [LIST, `${LIST}/${uuid}`, "/desk/vigilance"])
      expect((await powerless.open(path)).status).toBe(403);
    for (const id of ["", "0", "-1", "1; drop", "99999999999999999999", "x".repeat(500)])
      expect((await first.post(LIST, { act: "note", id })).status).toBe(422);
  });
});

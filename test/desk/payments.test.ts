import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { reconcile } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor, issues, type DeskVisitor } from "./desk-visitor.ts";
import { demoVenue, importWithStandIns, openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const LIST = "/desk/paiements";

oneDatabase("payments at the desk", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let wallets: WalletPeople;
  let first: DeskVisitor;
  let second: DeskVisitor;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    // A second venue of the company that operates Port-Sérac.
    const [sea, hills] = [await demoVenue("port-serac"), await demoVenue("cap-ferrand")];
    hills.establishment.operating_company = sea.establishment.operating_company;
    await importWithStandIns(app.importWorld, hills);
    await app.services.table.reload();
    wallets = walletPeopleOf(app);
    first = await deskVisitor(app, { can: ["PAYMENTS"], name: "Ines" });
    second = await deskVisitor(app, { can: ["PAYMENTS"], name: "Otto" });
  });
  afterAll(() => app.close());
  const { bank } = { bank: () => app.world.gateways.bank };
  const sites = () => app.services.table;

  async function order(member: WalletMember, amount: number) {
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    return wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
  }
  /** Makes a top-up; the bank then reports it as paid by `payer`. */
  async function topUp(member: WalletMember, amount: number, payer: string | null = null): Promise<string> {
    const answer = await order(member, amount);
    const { transaction_uuid: uuid } = answer.body.data as { transaction_uuid: string };
    bank().tell(bank().sessionOf(uuid), "PAID", { payerName: payer });
    clock.advance(61_000);
    await reconcile(app.world, sites());
    return uuid;
  }
  const paymentOf = (uuid: string) =>
    app.world.database.db.selectFrom("payments").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
  const balanceOf = async (member: WalletMember) =>
    (
      await app.world.database.db
        .selectFrom("ledger_accounts")
        .select("balance_minor")
        .where("name", "=", `wallet:${member.membershipId}:151`)
        .executeTakeFirstOrThrow()
    ).balance_minor;
  const openOrder = async () =>
    (
      await app.world.database.db
        .selectFrom("payment_orders")
        .select("id")
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow()
    ).id;

  it("are refunded by two people: the requester cannot approve, and the wallet is debited once", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 60);
    expect(await balanceOf(member)).toBe(6_000n);
    const at = `${LIST}/${uuid}`;
    expect((await first.does(at, { act: "return" })).words).toContain("The request is waiting for a second person.");
    const id = await openOrder();
    const own = await first.post(at, { act: "approve", id });
    expect([own.status, own.words.includes("Somebody else has to do this")]).toEqual([422, true]);
    expect(await balanceOf(member)).toBe(6_000n);

    const approvals = await Promise.all([1, 2, 3].map(() => second.post(at, { act: "approve", id })));
    expect(approvals.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 422, 422]);
    expect(await balanceOf(member)).toBe(0n);
    await sendRefunds(app.world, sites());
    expect([...bank().refunds.values()].filter(({ sessionId }) => sessionId === bank().sessionOf(uuid))).toMatchObject([
      { amountMinor: 6_000n },
    ]);
    expect(await paymentOf(uuid)).toMatchObject({ status: "PAID", transaction_status: "REFUNDED", error: "RETURNED" });
    expect((await first.open(at)).words).toContain("Sent back by the casino, on two people’s decision.");
    const cookie = `user_token=${member.token}`;
    const sheet = await (await app.get("port-serac", "/?popup=Cashless&site=151", { cookie })).text();
    expect(sheet).toContain("Virement renvoyé");
    expect(sheet).toContain("Le casino a renvoyé ce virement vers votre compte bancaire.");
    expect((await first.post(at, { act: "return" })).status).toBe(422);
    for (const act of ["", "else", "constructor", "__proto__", "toString"])
      for (const page of [LIST, at]) expect((await first.post(page, { act })).status).toBe(422);
    expect((await verifyLedger(app.world.database)).problems).toEqual([]);
    const trail = await app.world.database.db
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

  it("are found by the reference of the receipt, the bank statement or the whole number, at their own casino only", async () => {
    const uuid = await topUp(await wallets.member(), 60);
    const digits = uuid.slice(0, 8);
    const shown = `${digits.slice(0, 4)}-${digits.slice(4)}`.toUpperCase();
    const search = async (desk: DeskVisitor, reference: string) =>
      (await desk.open(`${LIST}?${new URLSearchParams({ reference })}`)).html
        .split(">Search result<")[1]
        ?.split("<h2")[0];
    const typed = [
      shown,
      ` ${shown.toLowerCase()} `,
      digits,
      shown.replace("-", "\u2011"),
      shown.replace("-", " "),
      uuid,
    ];
    for (const reference of [...typed, `Belrive Port-Sérac AB12CD34EF56-151 ${digits}`])
      expect([reference, await search(first, reference)]).toEqual([
        reference,
        expect.stringContaining(`${LIST}/${uuid}`),
      ]);
    const far = await deskVisitor(app, { venues: ["valombre"], can: ["PAYMENTS"], name: "Urs" });
    for (const [desk, reference] of [
      [far, shown],
      [first, "0000-0000"],
      [first, "nothing"],
      [first, "<b>%_'"],
    ] as const)
      expect([reference, await search(desk, reference)]).toEqual([
        reference,
        expect.stringContaining("no payment with this reference"),
      ]);
    expect((await first.open(`${LIST}?reference=+`)).words).not.toContain("Search result");
  });

  describe.each([
    ["fr", "payé deux fois, et le casino l’a annulé : il n’en reste rien dans votre portefeuille."],
    ["en", "paid twice, and the casino has cancelled it: none of it remains in your wallet."],
  ] as const)("that went back, in %s,", (locale, words) => {
    /** A top-up with two sessions at the bank, of which the later one is paid and credited. */
    async function paidOnceOfTwo() {
      const member = await wallets.member();
      await app.world.database.db.updateTable("accounts").set({ locale }).where("email", "=", member.email).execute();
      bank().fault.on = "lost";
      expect((await order(member, 50)).status).toBe(503);
      bank().fault.on = null;
      const uuid = await topUp(member, 50);
      const [early = "", late = ""] = bank().orders.flatMap((one) => (one.state === uuid ? [one.sessionId] : []));
      expect(await balanceOf(member)).toBe(5_000n);
      const comesAgain = async () => {
        bank().tell(early, "PAID");
        clock.advance(61_000);
        await reconcile(app.world, sites());
      };
      const goesBack = async () => {
        await first.post(`${LIST}/${uuid}`, { act: "return" });
        await second.post(LIST, { act: "approve", id: await openOrder() });
      };
      /** Checks that both were refunded, and that the mails to the member describe each correctly. */
      const bothAreTold = async () => {
        await sendRefunds(app.world, sites());
        expect(await balanceOf(member)).toBe(0n);
        const refunded = [...bank().refunds.values()].map(({ sessionId }) => sessionId);
        expect(refunded).toEqual(expect.arrayContaining([early, late]));
        expect(await paymentOf(uuid)).toMatchObject({
          status: "PAID",
          transaction_status: "REFUNDED",
          error: "RETURNED",
        });
        const texts = (await wallets.people.mails(member.email)).map(({ text }) => text.replaceAll(/\s+/g, " "));
        expect(texts.filter((text) => text.includes(words))).toHaveLength(1);
        expect(
          texts.filter((text) =>
            /reste dans votre|stays in your wallet\.$|first transfer stays/.test(text.replace(words, "")),
          ),
        ).toEqual([]);
      };
      return { uuid, comesAgain, goesBack, bothAreTold };
    }

    it("are not credited when paid a second time: that money is refunded too, and the mail says why", async () => {
      const { uuid, goesBack, comesAgain, bothAreTold } = await paidOnceOfTwo();
      await goesBack();
      await comesAgain();
      await bothAreTold();
      const shown = await first.open(`${LIST}/${uuid}`);
      expect(shown.words).toContain("Paid again after it had been sent back.");
    });

    it("are described correctly when they were paid twice before the refund", async () => {
      const { goesBack, comesAgain, bothAreTold } = await paidOnceOfTwo();
      await comesAgain();
      await goesBack();
      await bothAreTold();
    });
  });

  it("are not refunded while the money is spent; the request stays open", async () => {
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

  it("do not accept another session of the same name, or one opened by an own ticket, as the second person", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 50);
    const chief = await deskVisitor(app, { can: ["PAYMENTS", "STAFF"], name: "Chief" });
    await chief.post(`${LIST}/${uuid}`, { act: "return" });
    const id = await openOrder();
    const again = await deskVisitor(app, { can: ["PAYMENTS"], name: " chief" });
    expect((await again.post(LIST, { act: "approve", id })).status).toBe(422);

    const puppet = await deskVisitor(app, { ticket: await issues(chief, "Puppet", ["PAYMENTS"]) });
    expect((await puppet.post(LIST, { act: "approve", id })).words).toContain("Somebody else has to do this");
    expect((await second.post(LIST, { act: "approve", id })).status).toBe(303);
  });

  it("are never approved by an earlier requester, in any order of requests, withdrawals and approvals", async () => {
    const { crew, mayApprove } = await people();
    const step = fc.record({ who: fc.nat(crew.length - 1), act: fc.constantFrom("ask", "end", "approve") });
    const begun = fc.tuple(fc.nat(crew.length - 1), fc.array(step, { minLength: 2, maxLength: 7 }));
    await fc.assert(
      fc.asyncProperty(begun, async ([starter, steps]) => {
        const member = await wallets.member();
        const at = `${LIST}/${await topUp(member, 50)}`;
        const askers: number[] = [];
        let isOpen = false;
        for (const { who, act } of [{ who: starter, act: "ask" }, ...steps]) {
          const visitor = crew[who]?.visitor as DeskVisitor;
          if (act === "ask") {
            expect((await visitor.post(at, { act: "return" })).status).toBe(isOpen ? 422 : 303);
            if (!isOpen) askers.push(who);
            isOpen = true;
          } else if (isOpen) {
            const answer = await visitor.post(at, { act, id: await openOrder() });
            const isAllowed = act === "end" || askers.every((asker) => mayApprove(who, asker));
            expect([act, who, askers, answer.status]).toEqual([act, who, askers, isAllowed ? 303 : 422]);
            expect(await balanceOf(member)).toBe(act === "approve" && isAllowed ? 0n : 5_000n);
            if (act === "approve" && isAllowed) return;
            isOpen = act === "approve";
          }
        }
        if (isOpen) await second.post(at, { act: "end", id: await openOrder() });
      }),
      {
        numRuns: amount({ test: 4, proof: 100 }),
        // One requests, another withdraws and requests anew, the first tries to approve; and a ticket made by one's own ticket.
        examples: [
          [
            [
              0,
              [
                { who: 2, act: "end" },
                { who: 2, act: "ask" },
                { who: 0, act: "approve" },
                { who: 5, act: "approve" },
              ],
            ],
          ],
          [
            [
              0,
              [
                { who: 4, act: "approve" },
                { who: 3, act: "approve" },
                { who: 1, act: "approve" },
              ],
            ],
          ],
          [
            [
              4,
              [
                { who: 0, act: "approve" },
                { who: 2, act: "approve" },
              ],
            ],
          ],
        ],
      },
    );
  });

  /** Ana has two sessions under one name. Cleo and Fay came by Ana's tickets, Dora by Cleo's, Ed by Ben's. */
  async function people() {
    const can = ["PAYMENTS", "STAFF"] as const;
    const byTicketOf = async (issuer: DeskVisitor, name: string) =>
      deskVisitor(app, { ticket: await issues(issuer, name, can) });
    const ana = await deskVisitor(app, { can, name: "Ana Bel" });
    const again = await deskVisitor(app, { can, name: "  anà-bel." });
    const ben = await deskVisitor(app, { can, name: "Ben" });
    const cleo = await byTicketOf(ana, "Cleo");
    const dora = await byTicketOf(cleo, "Dora");
    const ed = await byTicketOf(ben, "Ed");
    const fay = await byTicketOf(ana, "Fay");
    const crew = [
      { visitor: ana, person: "ana", from: [] as string[] },
      { visitor: again, person: "ana", from: [] },
      { visitor: ben, person: "ben", from: [] },
      { visitor: cleo, person: "cleo", from: ["ana"] },
      { visitor: dora, person: "dora", from: ["cleo", "ana"] },
      { visitor: ed, person: "ed", from: ["ben"] },
      { visitor: fay, person: "fay", from: ["ana"] },
    ];
    const mayApprove = (approver: number, asker: number) => {
      const [one, other] = [crew[approver], crew[asker]];
      if (one === undefined || other === undefined) throw new Error("no such person in the crew");
      const hands = [other.person, ...other.from];
      return ![one.person, ...one.from].some((hand) => hands.includes(hand));
    };
    return { crew, mayApprove };
  }

  describe("that wait for a decision", () => {
    it("show that somebody else paid, and are refunded by two people", async () => {
      const member = await wallets.member({ lastname: "Morel" });
      const uuid = await topUp(member, 70, "Jean Tartempion");
      expect(await balanceOf(member)).toBe(0n);
      const page = await first.open(LIST);
      expect(page.words).toContain("Paid by somebody else, €70.00");
      const [{ id }] = (await app.world.database.db
        .selectFrom("payment_cases")
        .select("id")
        .where("payment_uuid", "=", uuid)
        .execute()) as [{ id: bigint }];
      expect((await first.post(LIST, { act: "note", id: String(id) })).status).toBe(422);
      await first.post(LIST, { act: "refund", id: String(id) });
      expect((await second.post(LIST, { act: "credit", id: String(id) })).words).toContain(
        "already waiting for a second person",
      );
      await second.post(LIST, { act: "approve", id: await openOrder() });
      await sendRefunds(app.world, sites());
      expect(await paymentOf(uuid)).toMatchObject({ transaction_status: "REFUNDED", error: "PAYER_MISMATCH" });
      expect(await balanceOf(member)).toBe(0n);
    });

    it("stay open when the second person rejects the refund", async () => {
      const member = await wallets.member({ lastname: "Roux" });
      const uuid = await topUp(member, 50, "Jean Tartempion");
      const { id } = await app.world.database.db
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

    it("can be noted by one person when contested, because no money moves", async () => {
      const { id } = await app.world.database.db
        .insertInto("payment_cases")
        .values({
          payment_uuid: null,
          company: "port-serac",
          session_id: "stranger-1",
          reason: "UNKNOWN_PAYMENT",
          opened_at: app.world.now(),
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

  it("known only to the bank are shown with what is known, and refunded by two people", async () => {
    const lost = "00000000-0000-4000-8000-00000000f290";
    bank().sessions.set("lost-session", {
      sessionId: "lost-session",
      state: lost,
      fact: "PAID",
      isFinal: true,
      amountMinor: 7_350n,
      currency: "EUR",
      payerName: "Mme Perdue",
    });
    const body = JSON.stringify({ session_id: "lost-session", status: "payment_created", state: lost, fact: "PAID" });
    await app.send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { signature: "test" },
      body,
    });
    await app.world.jobs.runAll();
    const { words } = await first.open(LIST);
    for (const known of ["Unknown payment, €73.50", lost, "Paid by Mme Perdue"]) expect(words).toContain(known);
    const { id } = await app.world.database.db
      .selectFrom("payment_cases")
      .select("id")
      .where("session_id", "=", "lost-session")
      .executeTakeFirstOrThrow();
    expect((await first.post(LIST, { act: "note", id: String(id) })).status).toBe(422);
    expect((await first.does(LIST, { act: "refund", id: String(id) })).words).toContain("waiting for a second person");
    expect((await second.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(303);
    await sendRefunds(app.world, sites());
    await sendRefunds(app.world, sites());
    expect([...bank().refunds.values()].filter(({ sessionId }) => sessionId === "lost-session")).toMatchObject([
      { amountMinor: 7_350n },
    ]);
    expect((await first.open(LIST)).words).not.toContain("Unknown payment");
    expect((await verifyLedger(app.world.database)).problems).toEqual([]);
  });

  it("that belong to no venue are shown at every venue of the company, and still need two different people", async () => {
    const lost = "00000000-0000-4000-8000-00000000f291";
    const session = { sessionId: "lost-between-venues", state: lost, fact: "PAID", isFinal: true } as const;
    bank().sessions.set(session.sessionId, { ...session, amountMinor: 4_200n, currency: "EUR", payerName: null });
    const body = JSON.stringify({
      session_id: session.sessionId,
      status: "payment_created",
      state: lost,
      fact: "PAID",
    });
    await app.send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { signature: "test" },
      body,
    });
    await app.world.jobs.runAll();
    const row = await app.world.database.db
      .selectFrom("payment_cases")
      .select("id")
      .where("session_id", "=", session.sessionId)
      .executeTakeFirstOrThrow();
    const id = String(row.id);
    const adaAtSea = await deskVisitor(app, { can: ["PAYMENTS"], name: "Ada" });
    const carlAtSea = await deskVisitor(app, { can: ["PAYMENTS"], name: "Carl" });
    const inTheHills = { venues: ["cap-ferrand"], can: ["PAYMENTS"] as const };
    const elsewhere = await deskVisitor(app, { venues: ["valombre"], can: ["PAYMENTS"], name: "Elsa" });
    const adaInTheHills = await deskVisitor(app, { ...inTheHills, name: "Ada" });
    const bobInTheHills = await deskVisitor(app, { ...inTheHills, name: "Bob" });

    expect((await adaAtSea.post(LIST, { act: "refund", id })).status).toBe(303);
    const there = await bobInTheHills.open(LIST);
    for (const known of ["Requested by Ada", "A request is waiting"]) expect(there.words).toContain(known);
    // Another company neither sees nor decides it.
    expect((await elsewhere.open(LIST)).words).not.toMatch(/Requested by Ada|Unknown payment|42\.00/);
    expect((await elsewhere.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(422);
    expect((await elsewhere.post(LIST, { act: "note", id })).status).toBe(422);
    expect((await adaInTheHills.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(422);
    await adaAtSea.post(LIST, { act: "end", id: await openOrder() });
    expect((await bobInTheHills.open(LIST)).words).not.toContain("Requested by Ada");

    expect((await bobInTheHills.post(LIST, { act: "refund", id })).status).toBe(303);
    const refused = await adaInTheHills.post(LIST, { act: "approve", id: await openOrder() });
    expect([refused.status, refused.words.includes("Somebody else has to do this")]).toEqual([422, true]);
    expect((await carlAtSea.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(303);
    await sendRefunds(app.world, sites());
    const sent = [...bank().refunds.values()].filter(({ sessionId }) => sessionId === session.sessionId);
    expect(sent).toMatchObject([{ amountMinor: 4_200n }]);

    // An order for a payment of one venue is visible to that venue only.
    const uuid = await topUp(await wallets.member(), 50);
    await first.post(`${LIST}/${uuid}`, { act: "return" });
    expect((await bobInTheHills.open(LIST)).words).not.toContain("Requested by Ines");
    expect((await bobInTheHills.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(422);
    await first.post(LIST, { act: "end", id: await openOrder() });
  });

  it("are listed by gaming day for vigilance, with an alert for members who reach 2 000 € (L.561-13)", async () => {
    const member = await wallets.member({ lastname: "Vigier" });
    await topUp(member, 1_200);
    await wallets.floor("POST", `/wallets/${member.card}/spends`, { amount: "1200.00" });
    expect((await first.open("/desk/vigilance")).words).not.toContain("Vigier");
    expect((await first.open("/desk/vigilance?all=1")).words).toContain("€1,200.00");
    await topUp(member, 800);
    const page = await first.open("/desk/vigilance");
    expect(page.words).toMatch(/Vigier.*€2,000\.00/);
  });

  it("can be filtered by day and member, and exported, which the trail records (L.561-13)", async () => {
    const member = await wallets.member({ lastname: "Formule" });
    await topUp(member, 60);
    // A name that a spreadsheet would evaluate as a formula.
    await app.world.database.db
      .updateTable("memberships")
      .set({ lastname: "=Formule" })
      .where("id", "=", member.membershipId)
      .execute();
    const register = "/desk/vigilance?all=1";
    const of = async (query: string) => (await first.open(`${register}${query}`)).words.includes("=Formule");
    expect(await of(`&member=${member.membershipId}`)).toBe(true);
    expect(await of("&member=999")).toBe(false);
    expect(await of("&from=2026-11-21&to=2026-11-21")).toBe(true);
    expect(await of("&to=2026-11-20")).toBe(false);
    for (const odd of ["&from=2026-02-30", "&to=x", "&member=%00", "&member=1;drop"]) expect(await of(odd)).toBe(true);
    const file = await first.open(`/desk/vigilance/export?all=1&member=${member.membershipId}`);
    expect(file.html.replace("\uFEFF", "").split("\n")).toEqual([
      "gaming_day,member,lastname,firstname,birthday,here,elsewhere,total,currency,alerted_at,structured_at",
      expect.stringMatching(`^2026-11-21,${member.membershipId},'=Formule,Élodie,19[0-9-]{8},60.00,0.00,60.00,EUR,,$`),
      "",
    ]);
    const kept = await app.world.database.db
      .selectFrom("audit_entries")
      .select(["operator", "after"])
      .where("action", "=", "payment.export_register")
      .execute();
    expect(kept).toEqual([
      { operator: "Ines", after: { days: 1, onlyAlerts: false, from: null, to: null, member: member.membershipId } },
    ]);
  });

  it("of another venue are not found, and PAYMENTS is required", async () => {
    const member = await wallets.member();
    const uuid = await topUp(member, 50);
    const other = await deskVisitor(app, { venues: ["valombre"], can: ["PAYMENTS"], name: "Elsewhere" });
    expect((await other.open(`${LIST}/${uuid}`)).status).toBe(404);
    expect((await other.open(LIST)).html).not.toContain(uuid);
    expect((await other.post(`${LIST}/${uuid}`, { act: "return" })).status).toBe(422);
    const powerless = await deskVisitor(app, { can: ["MEMBERS_READ"] });
    for (const path of [LIST, `${LIST}/${uuid}`, "/desk/vigilance", "/desk/vigilance/export"])
      expect((await powerless.open(path)).status).toBe(403);
    for (const id of ["", "0", "-1", "1; drop", "99999999999999999999", "x".repeat(500)])
      expect((await first.post(LIST, { act: "note", id })).status).toBe(422);
  });
});

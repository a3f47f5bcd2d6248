import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import type { BankGateway, BankSession, PaymentFact } from "../../src/platform/gateways/bank.ts";
import { reconcile, reconcileSince, settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { listCases } from "../../src/wallet/payments/cases/cases.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const CASES = "/desk/paiements";
const RETURN = "http://port-serac.localhost:3000/?popup=Cashless";
type Init = {
  status: number;
  headers: Headers;
  body: { data?: { transaction_uuid: string; link: string }; error?: unknown };
};
type Poll = {
  data: { payment: { status: string }; transaction: { status: { name: string } }[] };
  error: string | null;
};

oneDatabase("topping up a wallet", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    app = await openTestApp(await open(), {
      venues: ["port-serac", "valombre", "montreval"],
      clock,
      pictures: "stand-ins",
    });
    wallets = walletPeopleOf(app);
  });
  afterEach(() => {
    clock.set(SATURDAY_EVENING);
    bank().heal();
    app.world.gateways.down.clear();
  });
  afterAll(() => app.close());
  const bank = () => app.world.gateways.bank;
  const sites = () => app.services.table;
  /** Settles a case at the desk. Money moves once a second operator approves. Returns the last answer. */
  async function decide(id: bigint | undefined, act: "note" | "credit" | "refund") {
    const [asks, approves] = await Promise.all(
      ["Ada", "Bob"].map((name) => deskVisitor(app, { can: ["PAYMENTS"], name })),
    );
    const asked = await asks?.post(CASES, { act, id: String(id) });
    if (act === "note" || asked?.status !== 303) return asked;
    const order = await app.world.database.db
      .selectFrom("payment_orders")
      .select("id")
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow();
    return approves?.post(CASES, { act: "approve", id: order.id });
  }

  async function unlocked(options: Parameters<WalletPeople["member"]>[0] = {}) {
    const member = await wallets.member(options);
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    return { ...member, unlock };
  }
  type Unlocked = WalletMember & { unlock: string };
  const order = (member: Unlocked, amount: unknown, change: object = {}) => ({
    provider: "instant_transfer",
    return_url: RETURN,
    from: "web",
    site_id: 151,
    product: { type: "cashless", amount, currency: "EUR" },
    data: { site_id: 151, pin_code: member.unlock },
    ...change,
  });
  const init = (member: Unlocked, amount: unknown, change: object = {}, headers: Record<string, string> = {}) =>
    wallets.call("POST", "/transaction/init", member.token, order(member, amount, change), headers) as Promise<Init>;
  /** Starts a top-up with a fresh handle, because the clock moves in these tests. */
  async function started(member: Unlocked, amount = 50) {
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    const answer = await init({ ...member, unlock }, amount);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data?.transaction_uuid ?? "";
  }
  const poll = async (member: Unlocked, uuid: string) =>
    (await wallets.call("GET", `/transaction/${uuid}`, member.token)).body as unknown as Poll;
  /** The status that polls return, once the database's notification of the last change has arrived. */
  async function standing(member: Unlocked, uuid: string) {
    const row = await app.world.database.db
      .selectFrom("payments")
      .select(["status", "transaction_status", "error"])
      .where("uuid", "=", uuid)
      .executeTakeFirstOrThrow();
    await expect
      .poll(async () => {
        const { data, error } = await poll(member, uuid);
        return { status: data.payment.status, transaction_status: data.transaction[0]?.status.name, error };
      })
      .toEqual(row);
    return [row.status, row.transaction_status, row.error];
  }
  async function balance(member: Unlocked) {
    const again = await wallets.unlockNative(member.token, PIN);
    return (again.body.data as { amount: number }[] | undefined)?.[0]?.amount;
  }
  const available = async (member: Unlocked) => {
    const row = await app.world.database.db
      .selectFrom("ledger_accounts")
      .select(["balance_minor", "limit_minor"])
      .where("name", "=", `wallet:${member.membershipId}:151`)
      .executeTakeFirstOrThrow();
    return Number((row.limit_minor ?? 0n) - (row.balance_minor ?? 0n)) / 100;
  };
  const holder = (member: Unlocked) =>
    app.world.database.db
      .selectFrom("memberships")
      .select(["lastname", "firstname", "birthday", "excluded_since"])
      .where("id", "=", member.membershipId)
      .executeTakeFirstOrThrow();
  /** Runs `body` while a register excludes the member. */
  async function barred(member: Unlocked, body: () => Promise<void>) {
    const { lastname, firstname, birthday } = await holder(member);
    const name = `${lastname} ${firstname} ${birthday}`;
    const { excluded } = app.world.gateways;
    excluded.add(name);
    await body().finally(() => excluded.delete(name));
  }
  /** Sends a webhook of the bank, and runs the jobs that it queues. */
  async function notice(uuid: string, fact: PaymentFact, sessionId = bank().sessionOf(uuid), work = true) {
    const body = JSON.stringify({ session_id: sessionId, status: `payment_${fact.toLowerCase()}`, state: uuid, fact });
    const answer = await app.send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { "content-type": "application/json", signature: "test" },
      body,
    });
    if (work) await app.world.jobs.runAll();
    return answer.status;
  }
  async function happens(uuid: string, fact: PaymentFact, change: Partial<BankSession> = {}) {
    bank().tell(bank().sessionOf(uuid), fact, change);
    return notice(uuid, fact);
  }
  const book = async () => {
    const rows = await app.world.database.db
      .selectFrom("payment_sessions")
      .select(["received_minor", "outcome"])
      .where("received_minor", "is not", null)
      .execute();
    const sum = (outcomes: (string | null)[]) =>
      rows
        .filter(({ outcome }) => outcomes.includes(outcome))
        .reduce((total, one) => total + (one.received_minor ?? 0n), 0n);
    return { credited: sum(["credited"]), held: sum(["held", "refund_due"]), refunded: sum(["refunded"]) };
  };

  describe("an order (POST /transaction/init)", () => {
    it("returns a payment and the bank's link, reserves the amount, and sends the bank only what it needs", async () => {
      const member = await unlocked();
      const answer = await init(member, 75.5);
      expect(answer.body).toEqual({
        data: {
          transaction_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          link: expect.stringMatching(/^https:\/\/bank\.test\//),
        },
      });
      const uuid = answer.body.data?.transaction_uuid ?? "";
      expect(bank().orders.at(-1)).toMatchObject({
        state: uuid,
        amountMinor: 7_550n,
        currency: "EUR",
        returnUrl: RETURN,
        payer: { name: "Élodie Delmas-Ferré", email: member.email },
      });
      expect(await available(member)).toBe(2000 - 75.5);
      expect(await standing(member, uuid)).toEqual(["INIT", "PENDING", null]);
    });

    it("asks the exclusion register each time, and is refused for an excluded member or without an answer", async () => {
      const member = await unlocked();
      const before = bank().orders.length;
      app.world.gateways.down.add("exclusions");
      const unsure = await init(member, 75);
      app.world.gateways.down.delete("exclusions");
      expect([unsure.status, unsure.headers.get("retry-after"), unsure.body.error]).toEqual([
        503,
        "2",
        "Les portefeuilles sont momentanément indisponibles. Réessayez dans un instant.",
      ]);
      await barred(member, async () => {
        for (const attempt of [1, 2]) {
          const refused = await init(member, 75);
          expect([refused.status, refused.body.error], String(attempt)).toEqual([
            403,
            "Ce portefeuille ne peut pas être rechargé pour le moment. L’accueil du casino vous renseignera.",
          ]);
        }
      });
      expect(bank().orders).toHaveLength(before);
      expect(await available(member)).toBe(2000);
      const { db } = app.world.database;
      const kept = () =>
        db
          .selectFrom("exclusion_verdicts")
          .select("verdict")
          .where("membership_id", "=", member.membershipId)
          .execute();
      expect(await kept()).toEqual([{ verdict: "barred" }]);
      // A lifted exclusion is noticed the next time that anybody asks.
      await db.updateTable("memberships").set({ excluded_since: null }).where("id", "=", member.membershipId).execute();
      expect((await init(member, 75)).status).toBe(200);
      expect(await kept()).toEqual([{ verdict: "barred" }, { verdict: "clear" }]);
    });

    it("is found again by a second one of the same amount; another amount is refused", async () => {
      const member = await unlocked();
      const first = await init(member, 100);
      const before = bank().orders.length;
      expect((await init(member, 100)).body).toEqual(first.body);
      const other = await init(member, 150);
      expect([other.status, other.body.error]).toEqual([409, "INIT_TRANSACTION_ERROR"]);
      expect(bank().orders).toHaveLength(before);
      expect(await available(member)).toBe(1900);
    });

    it("is the same under one Idempotency-Key; another body is refused", async () => {
      const member = await unlocked();
      const key = { "idempotency-key": `order of ${member.email}` };
      const first = await init(member, 60, {}, key);
      expect((await init(member, 60, {}, key)).body).toEqual(first.body);
      const other = await init(member, 61, {}, key);
      expect([other.status, other.body.error]).toEqual([409, "INIT_TRANSACTION_ERROR"]);
    });

    it("says that a key is too long, or why the work under a key was refused", async () => {
      const member = await unlocked();
      const long = await init(member, 60, {}, { "idempotency-key": "x".repeat(201) });
      expect([long.status, long.body.error]).toMatchObject([422, [{ key: "Idempotency-Key" }]]);
      const small = await init(member, 1, {}, { "idempotency-key": `small order of ${member.email}` });
      expect([small.status, small.body.error]).toMatchObject([422, [{ key: "product.amount" }]]);
    });

    it("tells of a wrong amount, return address and site at once", async () => {
      const member = await unlocked();
      for (const amount of [50.001, "50"]) {
        const wrong = await init(member, amount, { return_url: "https://elsewhere.test/", site_id: 154 });
        expect([wrong.status, wrong.body.error]).toMatchObject([
          422,
          [{ key: "return_url" }, { key: "data.site_id" }, { key: "product.amount" }],
        ]);
      }
    });

    it("needs at least 50 euros and at most the available amount, to the cent", async () => {
      const member = await unlocked();
      for (const amount of [49.99, 0, -50, -0, 50.001, "50", null, [50], {}, true, 1e21, 1e308])
        expect([(await init(member, amount)).status, amount]).toEqual([422, amount]);
      const tooMuch = await init(member, 2000.01);
      expect([tooMuch.status, tooMuch.body.error]).toEqual([409, "INIT_TRANSACTION_ERROR"]);
      expect((await init(member, 2000)).status).toBe(200);
    });

    it("is refused completely if any field is missing or invalid", async () => {
      const member = await unlocked();
      for (const change of [
        { provider: "card" },
        { from: "app" },
        { site_id: undefined },
        { product: undefined },
        { data: undefined },
        { product: { type: "cashless", amount: 50, currency: "CHF" } },
        { data: { site_id: 151, pin_code: "1234" } },
      ])
        expect((await init(member, 50, change)).status).toBe(400);
      for (const url of [
        "http://evil.example/?popup=Cashless",
        "http://port-serac.localhost:3000/?popup=Cashless&x=1",
        "http://port-serac.localhost:3000.evil.example/?popup=Cashless",
        "http://port-serac.localhost:3000@evil.example/?popup=Cashless",
        "//evil.example",
        "",
      ])
        expect((await init(member, 50, { return_url: url })).body.error).toMatchObject([{ key: "return_url" }]);
      expect((await init(member, 50, { return_url: "http://localhost:3000/?popup=Cashless" })).status).toBe(200);
    });

    it("needs a handle of this site, a verified phone and no exclusion, and no card in a machine", async () => {
      const { db } = app.world.database;
      const member = await unlocked();
      expect((await init({ ...member, unlock: "x".repeat(43) }, 50)).status).toBe(403);
      expect((await init(member, 50, { site_id: 161, data: { site_id: 161, pin_code: member.unlock } })).status).toBe(
        404,
      );
      await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
      const locked = await init(member, 50);
      expect([locked.status, locked.body.error]).toEqual([409, "INIT_TRANSACTION_ERROR"]);
      await wallets.floor("POST", `/cards/${member.card}/ejections`, { machine: "7" });
      await db
        .updateTable("memberships")
        .set({ excluded_since: clock.now() })
        .where("id", "=", member.membershipId)
        .execute();
      expect((await init(member, 50)).status).toBe(403);
      await db.updateTable("memberships").set({ excluded_since: null }).where("id", "=", member.membershipId).execute();
      await db
        .updateTable("accounts")
        .set({ mobile_phone: null, mobile_phone_verified_at: null })
        .where("email", "=", member.email)
        .execute();
      expect((await init(member, 50)).status).toBe(403);
    });

    it("ends and releases its reservation when the bank refuses; after a lost answer the same order is repeated", async () => {
      const member = await unlocked();
      bank().refuses.start = true;
      const refused = await init(member, 50);
      bank().refuses.start = false;
      expect([refused.status, refused.body.error]).toEqual([409, "INIT_TRANSACTION_ERROR"]);
      expect(await available(member)).toBe(2000);
      for (const fault of ["down", "lost"] as const) {
        bank().fault.on = fault;
        const unsure = await init(member, 50);
        expect([unsure.status, unsure.headers.get("retry-after"), unsure.body.error]).toEqual([
          503,
          "2",
          "La banque n’a pas encore répondu. Votre dépôt reste ouvert.",
        ]);
        expect(await available(member)).toBe(1950);
      }
      bank().fault.on = null;
      const uuid = await started(member);
      expect(
        new Set(
          bank()
            .orders.filter(({ state }) => state === uuid)
            .map(({ amountMinor }) => amountMinor),
        ),
      ).toEqual(new Set([5_000n]));
      expect(await available(member)).toBe(1950);
      await happens(uuid, "PAID");
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);
    });

    it("is refused when it never reached the bank, unless an earlier one may have", async () => {
      const member = await unlocked();
      bank().fault.on = "unreachable";
      const refused = await init(member, 50);
      expect([refused.status, refused.body.error]).toEqual([409, "INIT_TRANSACTION_ERROR"]);
      expect(await available(member)).toBe(2000);
      const { db } = app.world.database;
      const toRead = () =>
        db
          .selectFrom("payments")
          .select("status")
          .where("membership_id", "=", member.membershipId)
          .where("dismissed_at", "is", null)
          .execute();
      expect(await toRead()).toEqual([]);
      bank().fault.on = "lost";
      expect((await init(member, 60)).status).toBe(503);
      bank().fault.on = "unreachable";
      expect((await init(member, 60)).status).toBe(503);
      expect(await toRead()).toEqual([{ status: "INIT" }]);
      bank().fault.on = null;
      expect((await init(member, 60)).status).toBe(200);
    });

    it("answers 503, not a refusal, while the bank is still being asked", async () => {
      const member = await unlocked();
      const key = { "idempotency-key": `slow order of ${member.email}` };
      const { promise, resolve } = Promise.withResolvers<void>();
      bank().fault.until = promise;
      const first = init(member, 70, {}, key);
      await expect.poll(async () => available(member)).toBe(1930);
      const again = await init(member, 70, {}, key);
      expect([again.status, again.body.error]).toEqual([
        503,
        "La banque n’a pas encore répondu. Votre dépôt reste ouvert.",
      ]);
      bank().fault.until = null;
      resolve();
      expect((await first).status).toBe(200);
      expect((await init(member, 70, {}, key)).body).toEqual((await first).body);
    });
  });

  describe("the money", () => {
    it("arrives with the webhook: credited once, confirmed by mail, the reservation released", async () => {
      const member = await unlocked();
      const uuid = await started(member, 120);
      await happens(uuid, "PENDING_PAYMENT");
      expect(await standing(member, uuid)).toEqual(["PENDING_PAYMENT", "PENDING", null]);
      expect(await happens(uuid, "PAID")).toBe(200);
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);
      expect([await balance(member), await available(member)]).toEqual([120, 1880]);
      for (let again = 0; again < 5; again++) expect(await notice(uuid, "PAID")).toBe(200);
      expect(await balance(member)).toBe(120);
      const [mail, ...others] = (await wallets.people.mails(member.email)).filter(({ subject }) =>
        subject.startsWith("Dépôt"),
      );
      expect(others).toEqual([]);
      expect(mail?.subject).toBe("Dépôt de 120,00\u00a0€");
      for (const line of [
        "Nouveau solde\u00a0: 120,00\u00a0€",
        `Référence\u00a0: ${uuid.slice(0, 4)}-${uuid.slice(4, 8)}`.toUpperCase(),
        "/?popup=Cashless",
      ])
        expect(mail?.text.toUpperCase()).toContain(line.toUpperCase());
      expect(await started(member, 60)).not.toBe(uuid);
    });

    it("arrives without any webhook, by the reconciler within a minute", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      bank().tell(bank().sessionOf(uuid), "PAID");
      clock.advance(30_000);
      await reconcile(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);
    });

    it("is not credited on a webhook that the bank's API does not confirm; staff end the claim", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      bank().tell(bank().sessionOf(uuid), "CANCELLED");
      await notice(uuid, "PAID");
      expect([...(await standing(member, uuid)), await balance(member)]).toEqual([
        "PENDING_PAYMENT",
        "PENDING",
        null,
        0,
      ]);
      const [contested] = (await listCases(app.world)).filter((one) => one.payment_uuid === uuid);
      expect(contested?.reason).toBe("CONTESTED");
      expect((await decide(contested?.id, "note"))?.status).toBe(303);
      expect(await standing(member, uuid)).toEqual(["CANCELLED", "FAILED", null]);
      expect(await available(member)).toBe(2000);
      // The same webhook again, and now it is true.
      await happens(uuid, "PAID");
      expect([...(await standing(member, uuid)), await balance(member)]).toEqual(["PAID", "SUCCESS", null, 50]);
    });

    it("is found later if the bank was down when the webhook came, even after staff ended the claim", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      const openOf = async () => (await listCases(app.world)).filter((one) => one.payment_uuid === uuid);
      bank().tell(bank().sessionOf(uuid), "CANCELLED");
      await settleFromBank(app.world, sites(), uuid);
      bank().tell(bank().sessionOf(uuid), "PAID");
      bank().fault.on = "down";
      await notice(uuid, "PAID", bank().sessionOf(uuid), false);
      expect(await settleFromBank(app.world, sites(), uuid)).toBe(false);
      const [contested] = await openOf();
      expect((await decide(contested?.id, "note"))?.status).toBe(303);
      expect([...(await standing(member, uuid)), (await openOf()).length]).toEqual(["CANCELLED", "FAILED", null, 0]);
      bank().fault.on = null;
      clock.advance(61_000);
      await reconcile(app.world, sites());
      expect([...(await standing(member, uuid)), await balance(member)]).toEqual(["PAID", "SUCCESS", null, 50]);
    });

    it("is credited if the bank confirms it while staff end the claim", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      bank().tell(bank().sessionOf(uuid), "CANCELLED");
      await notice(uuid, "PAID");
      const [contested] = (await listCases(app.world)).filter((one) => one.payment_uuid === uuid);
      bank().tell(bank().sessionOf(uuid), "PAID");
      expect((await decide(contested?.id, "note"))?.status).toBe(303);
      expect([...(await standing(member, uuid)), await balance(member)]).toEqual(["PAID", "SUCCESS", null, 50]);
      expect((await listCases(app.world)).some((one) => one.payment_uuid === uuid)).toBe(false);
    });

    it("is sent back when the amount differs, and never credited", async () => {
      const member = await unlocked();
      const uuid = await started(member, 500);
      await happens(uuid, "PAID", { amountMinor: 5_000n });
      expect(await standing(member, uuid)).toEqual(["ERROR", "FAILED", "AMOUNT_MISMATCH"]);
      await sendRefunds(app.world, sites());
      await sendRefunds(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["ERROR", "REFUNDED", "AMOUNT_MISMATCH"]);
      expect(
        [...bank().refunds.values()].filter(({ sessionId }) => sessionId === bank().sessionOf(uuid)),
      ).toMatchObject([{ amountMinor: 5_000n }]);
      expect([await balance(member), await available(member)]).toEqual([0, 2000]);
    });

    it("is reported by one mail when it is sent back: how much and why, in the member's language", async () => {
      const back = async (member: Unlocked) => {
        await sendRefunds(app.world, sites());
        await sendRefunds(app.world, sites());
        await app.world.jobs.runAll();
        return (await wallets.people.mails(member.email)).filter(({ subject }) => /renvoyé|sent back/.test(subject));
      };
      const member = await unlocked();
      const uuid = await started(member, 500);
      await happens(uuid, "PAID", { amountMinor: 5_000n });
      const [mail, ...others] = await back(member);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe("Nous vous avons renvoyé 50,00\u00a0€");
      for (const words of [mail?.text, mail?.html]) {
        expect(words).toContain("50,00\u00a0€");
        expect(words).toContain("le montant reçu n’est pas celui que vous aviez demandé");
        expect(words).toContain(`${uuid.slice(0, 4)}-${uuid.slice(4, 8)}`.toUpperCase());
      }
      const english = await unlocked();
      await app.world.database.db
        .updateTable("accounts")
        .set({ locale: "en" })
        .where("email", "=", english.email)
        .execute();
      const twice = await started(english, 60);
      await happens(twice, "PAID");
      const second = { ...bank().sessions.get(bank().sessionOf(twice)), sessionId: `second-${twice.slice(0, 8)}` };
      bank().sessions.set(second.sessionId, second as BankSession);
      await notice(twice, "PAID", second.sessionId);
      await app.world.database.db.updateTable("payments").set({ is_unsure: true }).where("uuid", "=", twice).execute();
      await settleFromBank(app.world, sites(), twice);
      const [told, ...more] = await back(english);
      expect([told?.subject, more]).toEqual(["We have sent back €60.00", []]);
      expect(told?.text).toContain("on its way to the bank account that the transfer came from");
      expect(told?.text).toContain("this deposit was paid twice. The first transfer stays in your wallet.");
      expect(await balance(english)).toBe(60);
      const kept = await app.world.database.db
        .selectFrom("payment_sessions")
        .select("refund_reason")
        .where("payment_uuid", "in", [uuid, twice])
        .where("outcome", "=", "refunded")
        .orderBy("refund_reason")
        .execute();
      expect(kept.map((one) => one.refund_reason)).toEqual(["AMOUNT_MISMATCH", "PAID_TWICE"]);
    });

    it("is sent back once, however slow the bank is and whatever else runs meanwhile", async () => {
      const members = [await unlocked(), await unlocked(), await unlocked(), await unlocked()];
      for (const member of members) await happens(await started(member, 80), "PAID", { amountMinor: 7_000n });
      const { of } = bank();
      const asked: string[] = [];
      const answers: (() => void)[] = [];
      let finished = 0;
      bank().of = (company) => {
        const gateway = of(company);
        const slow = async (order: Parameters<BankGateway["refund"]>[0]) => {
          asked.push(order.key);
          await new Promise<void>((resolve) => answers.push(resolve));
          return gateway?.refund(order) ?? "refused";
        };
        return gateway && { ...gateway, refund: slow };
      };
      /** A node that starts, or gets an answer, either sends the next refund or is finished. */
      const step = async (act: () => void) => {
        const before = asked.length + finished;
        act();
        await expect.poll(() => asked.length + finished).toBeGreaterThan(before);
      };
      const comes = () => void sendRefunds(app.world, sites()).finally(() => (finished += 1));
      for (let round = 0; round < 5; round += 1) {
        await step(comes);
        clock.advance(40_000);
        if (answers.length > 0) await step(() => answers.shift()?.());
      }
      while (answers.length > 0) await step(() => answers.shift()?.());
      bank().of = of;
      clock.set(SATURDAY_EVENING);
      expect(asked).toHaveLength(4);
      expect(new Set(asked).size).toBe(4);
    });

    it("is credited after the payment's end if it fits, and sent back if not", async () => {
      const member = await unlocked();
      const late = await started(member, 100);
      await happens(late, "CANCELLED");
      expect([...(await standing(member, late)), await available(member)]).toEqual(["CANCELLED", "FAILED", null, 2000]);
      await happens(late, "PAID");
      expect([...(await standing(member, late)), await balance(member)]).toEqual(["PAID", "SUCCESS", null, 100]);
      const tooLate = await started(member, 100);
      await happens(tooLate, "CANCELLED");
      expect((await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1850.00" })).body).toEqual({
        amount: "1950.00",
      });
      await happens(tooLate, "PAID");
      expect(await standing(member, tooLate)).toEqual(["PAID", "FAILED", "NO_ROOM"]);
      await sendRefunds(app.world, sites());
      expect([...(await standing(member, tooLate)), await balance(member)]).toEqual([
        "PAID",
        "REFUNDED",
        "NO_ROOM",
        1950,
      ]);
    });

    it("waits while the card is in a machine of the venue, and is sent back after a day", async () => {
      const member = await unlocked();
      const first = await started(member, 70);
      await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
      await happens(first, "PAID");
      expect([...(await standing(member, first)), await available(member)]).toEqual(["PAID", "PENDING", null, 1930]);
      await wallets.floor("POST", `/cards/${member.card}/ejections`, { machine: "7" });
      clock.advance(10_000);
      await reconcile(app.world, sites());
      expect([...(await standing(member, first)), await balance(member)]).toEqual(["PAID", "SUCCESS", null, 70]);
      const second = await started(member, 80);
      await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
      await happens(second, "PAID");
      clock.advance(24 * 3_600_000);
      await reconcile(app.world, sites());
      await sendRefunds(app.world, sites());
      expect(await standing(member, second)).toEqual(["PAID", "REFUNDED", "CARD_INSERTED"]);
      expect(await available(member)).toBe(1930);
    });

    it("is held until staff decide when another person paid", async () => {
      const member = await unlocked();
      const mine = await started(member);
      await happens(mine, "PAID", { payerName: "MME DELMAS FERRE ELODIE" });
      expect(await standing(member, mine)).toEqual(["PAID", "SUCCESS", null]);
      for (const [decision, end] of [
        ["credit", ["PAID", "SUCCESS", null]],
        ["refund", ["PAID", "FAILED", "PAYER_MISMATCH"]],
      ] as const) {
        const uuid = await started(member);
        await happens(uuid, "PAID", { payerName: "Jean Dupont" });
        expect(await standing(member, uuid)).toEqual(["PAID", "PENDING", null]);
        const found = (await listCases(app.world)).find((one) => one.payment_uuid === uuid);
        expect((await decide(found?.id, decision))?.status).toBe(303);
        expect(await standing(member, uuid)).toEqual(end);
        expect((await decide(found?.id, "credit"))?.status).toBe(422);
      }
      await sendRefunds(app.world, sites());
    });

    it("has a full day to be credited after staff approve it, even when that took longer than a day", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      await happens(uuid, "PAID", { payerName: "Jean Dupont" });
      clock.advance(30 * 3_600_000);
      await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
      const found = (await listCases(app.world)).find((one) => one.payment_uuid === uuid);
      expect((await decide(found?.id, "credit"))?.status).toBe(303);
      expect(await standing(member, uuid)).toEqual(["PAID", "PENDING", null]);
      clock.advance(3_600_000);
      await wallets.floor("POST", `/cards/${member.card}/ejections`, { machine: "7" });
      await reconcile(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);
    });

    it("becomes a case when the bank reports no amount, and the member is not told that nothing was paid", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      await happens(uuid, "PAID", { amountMinor: null });
      expect(await standing(member, uuid)).toEqual(["ERROR", "FAILED", "AMOUNT_UNKNOWN"]);
      const reasons = (await listCases(app.world)).filter((one) => one.payment_uuid === uuid);
      expect(reasons.map(({ reason }) => reason)).toEqual(["AMOUNT_UNKNOWN"]);
      expect([await balance(member), await available(member)]).toEqual([0, 2000]);
    });

    it("is sent back when the register excludes the member before the credit", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      await barred(member, async () => {
        await happens(uuid, "PAID");
        await sendRefunds(app.world, sites());
        expect(await standing(member, uuid)).toEqual(["PAID", "REFUNDED", "NOT_ALLOWED"]);
        const { excluded_since: since } = await holder(member);
        expect(since).toEqual(clock.now());
      });
    });

    it("waits up to a day while the register does not answer, and is then sent back", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      const { down } = app.world.gateways;
      down.add("exclusions");
      await happens(uuid, "PAID");
      expect(await standing(member, uuid)).toEqual(["PAID", "PENDING", null]);
      expect(await balance(member)).toBe(0);
      down.delete("exclusions");
      clock.advance(10_000);
      await reconcile(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);

      const late = await started(member);
      down.add("exclusions");
      await happens(late, "PAID");
      clock.advance(24 * 3_600_000);
      await reconcile(app.world, sites());
      await sendRefunds(app.world, sites());
      down.delete("exclusions");
      expect(await standing(member, late)).toEqual(["PAID", "REFUNDED", "NOT_ALLOWED"]);
    });

    it("is reported to staff once a member's gaming day reaches the anti-money-laundering threshold", async () => {
      const member = await unlocked();
      for (const amount of [1000, 999.99, 50]) {
        await happens(await started(member, amount), "PAID");
        await wallets.floor("POST", `/wallets/${member.card}/spends`, { amount: amount.toFixed(2) });
      }
      const { db } = app.world.database;
      const days = await db
        .selectFrom("aml_totals")
        .selectAll()
        .where("membership_id", "=", member.membershipId)
        .execute();
      expect(days).toMatchObject([{ gaming_day: "2026-11-21", total_minor: 204_999n, alerted_at: clock.now() }]);
    });
  });

  describe("time", () => {
    it("ends a payment that nobody took to the bank after 15 minutes, and money may still come", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      clock.advance(15 * 60_000);
      await reconcile(app.world, sites());
      expect([...(await standing(member, uuid)), await available(member)]).toEqual(["CANCELLED", "FAILED", null, 2000]);
      bank().tell(bank().sessionOf(uuid), "PAID");
      clock.advance(30_000);
      await reconcile(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);
    });

    it("ends nothing while the bank cannot be reached", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      bank().fault.on = "down";
      clock.advance(16 * 60_000);
      await reconcile(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["INIT", "PENDING", null]);
    });

    it("delays no payment for another that the bank cannot report or that cannot be booked", async () => {
      const [untold, absurd, sound] = [await unlocked(), await unlocked(), await unlocked()];
      const uuids = [await started(untold), await started(absurd), await started(sound)] as const;
      bank().unreadable.add(bank().sessionOf(uuids[0]));
      bank().tell(bank().sessionOf(uuids[1]), "PAID", { amountMinor: 10n ** 30n });
      bank().tell(bank().sessionOf(uuids[2]), "PAID");
      clock.advance(60_000);
      await reconcile(app.world, sites());
      expect(await standing(sound, uuids[2])).toEqual(["PAID", "SUCCESS", null]);
      expect(await standing(untold, uuids[0])).toEqual(["INIT", "PENDING", null]);
      const unbooked = async () =>
        (await listCases(app.world)).filter((one) => one.payment_uuid === uuids[1]).map(({ reason }) => reason);
      expect(await unbooked()).toEqual([]);
      clock.advance(600_000);
      await reconcile(app.world, sites());
      // A payment that cannot be booked for ten minutes becomes a case.
      expect(await unbooked()).toEqual(["UNSETTLED"]);
      bank().unreadable.clear();
      bank().tell(bank().sessionOf(uuids[0]), "PAID");
      bank().tell(bank().sessionOf(uuids[1]), "CANCELLED", { amountMinor: 5_000n });
      clock.advance(30_000);
      await reconcile(app.world, sites());
      expect(await standing(untold, uuids[0])).toEqual(["PAID", "SUCCESS", null]);
      expect(await standing(absurd, uuids[1])).toEqual(["CANCELLED", "FAILED", null]);
    });

    it("delays no payment for three in a row that cannot be booked, since the bank is up", async () => {
      const absurd: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        absurd.push(await started(await unlocked()));
        bank().tell(bank().sessionOf(absurd[count] ?? ""), "PAID", { amountMinor: 10n ** 30n });
      }
      clock.advance(1_000);
      const sound = await unlocked();
      const uuid = await started(sound);
      bank().tell(bank().sessionOf(uuid), "PAID");
      clock.advance(60_000);
      await reconcile(app.world, sites());
      expect(await standing(sound, uuid)).toEqual(["PAID", "SUCCESS", null]);
      for (const one of absurd) bank().tell(bank().sessionOf(one), "CANCELLED", { amountMinor: 5_000n });
      clock.advance(30_000);
      await reconcile(app.world, sites());
    });

    it("keeps a revocable failure pending for ten minutes, and a payment for five days", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      await happens(uuid, "ERROR", { isFinal: false });
      expect(await standing(member, uuid)).toEqual(["PENDING_PAYMENT", "PENDING", null]);
      clock.advance(600_000);
      await reconcile(app.world, sites());
      expect(await standing(member, uuid)).toEqual(["ERROR", "FAILED", "BANK_REFUSED"]);
      const slow = await started(member, 55);
      await happens(slow, "PENDING_PAYMENT");
      clock.advance(5 * 86_400_000);
      await reconcile(app.world, sites());
      expect(await standing(member, slow)).toEqual(["ERROR", "FAILED", "BANK_REFUSED"]);
    });

    it("brings back a payment that a restore lost", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      await happens(uuid, "CANCELLED");
      bank().tell(bank().sessionOf(uuid), "PAID");
      await reconcileSince(app.world, sites(), new Date(clock.now().getTime() - 86_400_000));
      expect(await standing(member, uuid)).toEqual(["PAID", "SUCCESS", null]);
    });
  });

  describe("money lost by a restore", () => {
    const putLostSession = (name: string, change: Partial<BankSession> = {}) => {
      const state = `00000000-0000-4000-8000-0000${name.padStart(8, "0")}`;
      const session = { fact: "PAID", isFinal: true, amountMinor: 5_000n, currency: "EUR", payerName: null } as const;
      bank().sessions.set(`lost-${name}`, { sessionId: `lost-${name}`, state, ...session, ...change });
    };
    const since = () => new Date(clock.now().getTime() - 86_400_000);
    const reasons = async (name: string) =>
      (await listCases(app.world)).filter((one) => one.session_id === `lost-${name}`).map(({ reason }) => reason);
    const moneyOf = async (name: string) =>
      (
        await app.world.database.db
          .selectFrom("payment_sessions")
          .select("received_minor")
          .where("session_id", "=", `lost-${name}`)
          .executeTakeFirst()
      )?.received_minor;

    it("is found behind pages of the bank's list that contain nothing of ours", async () => {
      putLostSession("f2930");
      bank().foreignPages.count = 3;
      expect(await reconcileSince(app.world, sites(), since())).toMatchObject({ isListRead: true });
      bank().foreignPages.count = 0;
      expect([await reasons("f2930"), await moneyOf("f2930")]).toEqual([["UNKNOWN_PAYMENT"], 5_000n]);
    });

    it("is found behind a payment that cannot be booked, which becomes a case", async () => {
      const member = await unlocked();
      const uuid = await started(member);
      bank().tell(bank().sessionOf(uuid), "PAID", { amountMinor: 10n ** 30n });
      putLostSession("f2940", { amountMinor: 10n ** 30n });
      putLostSession("f2941");
      expect(await reconcileSince(app.world, sites(), since())).toMatchObject({ isListRead: true });
      expect([await reasons("f2940"), await moneyOf("f2940")]).toEqual([["UNKNOWN_PAYMENT"], undefined]);
      expect([await reasons("f2941"), await moneyOf("f2941")]).toEqual([["UNKNOWN_PAYMENT"], 5_000n]);
      bank().tell(bank().sessionOf(uuid), "CANCELLED", { amountMinor: 5_000n });
      await reconcileSince(app.world, sites(), since());
      expect(await standing(member, uuid)).toEqual(["CANCELLED", "FAILED", null]);
    });

    it("is not reported as found while the bank cannot be reached", async () => {
      bank().fault.on = "down";
      expect(await reconcileSince(app.world, sites(), since())).toMatchObject({ isListRead: false });
    });
  });

  describe("a webhook", () => {
    it("changes nothing if unsigned, and opens a case if its payment is unknown", async () => {
      const unsigned = await app.send("localhost:3000", "/webhooks/fintecture", { method: "POST", body: "{}" });
      expect(unsigned.status).toBe(401);
      expect(await notice("00000000-0000-4000-8000-000000000000", "PAID", "nobody")).toBe(200);
      expect((await listCases(app.world)).some((one) => one.session_id === "nobody")).toBe(true);
    });

    it("is stored once if it is malformed or too large", async () => {
      const { db } = app.world.database;
      const refused = () =>
        db.selectFrom("bank_notices").select(["poison", "deliveries"]).where("poison", "is not", null).execute();
      const post = (body: string) =>
        app.send("localhost:3000", "/webhooks/fintecture", { method: "POST", headers: { signature: "test" }, body });
      expect((await post("{")).status).toBe(400);
      expect((await post("{")).status).toBe(400);
      expect((await post(" ".repeat(1024 * 1024 + 1))).status).toBe(413);
      expect(await refused()).toEqual([
        { poison: "GARBLED", deliveries: 2 },
        { poison: "TOO_LARGE", deliveries: 1 },
      ]);
      const cases = async () => (await listCases(app.world)).filter(({ reason }) => reason === "POISON_NOTICE");
      expect(await cases()).toHaveLength(2);
      expect(app.world.metrics.text({})).toContain('payment_cases_total{reason="POISON_NOTICE"} 2');
      const [first] = await cases();
      expect((await decide(first?.id, "note"))?.status).toBe(303);
      expect((await post("{")).status).toBe(400);
      expect(await cases()).toHaveLength(1);
    });

    it("about another payment's session changes neither payment", async () => {
      const [one, two] = [await unlocked(), await unlocked()];
      const [mine, theirs] = [await started(one), await started(two)];
      bank().tell(bank().sessionOf(theirs), "PAID");
      await notice(mine, "PAID", bank().sessionOf(theirs));
      expect(await standing(one, mine)).toEqual(["INIT", "PENDING", null]);
      expect([await balance(one), await balance(two)]).toEqual([0, 50]);
    });
  });

  describe("GET /transaction/{uuid}", () => {
    it("answers the owner only, by either header, and 304 while nothing has changed", async () => {
      const [owner, other] = [await unlocked(), await unlocked()];
      const uuid = await started(owner);
      const ask = (headers: Record<string, string>, id = uuid) =>
        app.send("port-serac.localhost:3000", `/api/transaction/${id}`, { headers });
      const answer = await ask({ "x-access-token": `Bearer ${owner.token}` });
      expect(await answer.json()).toEqual({
        data: { payment: { status: "INIT" }, transaction: [{ status: { name: "PENDING" } }] },
        error: null,
      });
      const etag = answer.headers.get("etag") ?? "";
      const known = await ask({ authorization: `Bearer ${owner.token}`, "if-none-match": etag });
      expect([known.status, await known.text()]).toEqual([304, ""]);
      expect((await ask({})).status).toBe(401);
      expect((await ask({ "x-access-token": "Bearer nobody-nobody-nobody-nobody" })).status).toBe(401);
      const foreign = await ask({ "x-access-token": `Bearer ${other.token}` });
      const unknown = await ask({ "x-access-token": `Bearer ${other.token}` }, "00000000-0000-4000-8000-00000000ffff");
      expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
      for (const odd of ["x", "%00", "0".repeat(5_000), "'; drop table payments"])
        expect((await ask({ "x-access-token": `Bearer ${owner.token}` }, odd)).status).toBe(404);
    });
  });

  describe("cash at the floor", () => {
    it("moves in and out within balance and limit, each event once, also with the card in a machine", async () => {
      const member = await unlocked();
      const cash = (kind: string, amount: unknown, more: object = {}) =>
        wallets.floor("POST", `/wallets/${member.card}/${kind}`, { amount, ...more });
      expect(await cash("loads", "100.00", { event_id: `load ${member.card}` })).toEqual({
        status: 200,
        body: { amount: "100.00" },
      });
      expect(await cash("loads", "100.00", { event_id: `load ${member.card}` })).toEqual({
        status: 200,
        body: { amount: "100.00" },
      });
      expect(await cash("spends", "30.5")).toEqual({ status: 200, body: { amount: "69.50" } });
      expect(await cash("spends", "69.51")).toEqual({
        status: 409,
        body: { error: "INSUFFICIENT_FUNDS", status: "OPENED" },
      });
      await started(member, 1930);
      expect(await cash("loads", "0.51")).toEqual({ status: 409, body: { error: "LIMIT_REACHED", status: "OPENED" } });
      await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
      expect(await cash("loads", "0.50")).toEqual({ status: 200, body: { amount: "70.00" } });
      expect((await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1" }, 152)).status).toBe(404);
      for (const amount of ["0", "-1", "1.001", 5, "1e3", null]) expect((await cash("loads", amount)).status).toBe(422);
    });
  });

  it("leaves books that agree to the cent, with the bank's and within themselves", async () => {
    const { credited, held, refunded } = await book();
    const { db } = app.world.database;
    const legs = await db
      .selectFrom("ledger_legs")
      .innerJoin("ledger_accounts", "ledger_accounts.id", "ledger_legs.account_id")
      .select(["ledger_accounts.name", "ledger_legs.amount_minor"])
      .execute();
    const sum = (name: string) =>
      legs.filter((leg) => leg.name === name).reduce((total, leg) => total + leg.amount_minor, 0n);
    expect(legs.reduce((total, leg) => total + leg.amount_minor, 0n)).toBe(0n);
    expect(sum("suspense:port-serac:EUR")).toBe(held);
    expect(sum("bank:port-serac:EUR")).toBe(-(credited + held));
    const gone = [...bank().refunds.values()].reduce((total, one) => total + one.amountMinor, 0n);
    expect(refunded).toBe(gone);
    const limits = await db
      .selectFrom("ledger_accounts")
      .innerJoin("wallets", (join) => join.on((where) => where("ledger_accounts.name", "like", "wallet:%")).onTrue())
      .select(["name", "ledger_accounts.limit_minor", "wallets.limit_minor as whole", "membership_id", "site_id"])
      .execute();
    const reserved = await db.selectFrom("payments").selectAll().where("is_reserved", "=", true).execute();
    for (const one of limits.filter(({ name, membership_id: id, site_id: site }) => name === `wallet:${id}:${site}`)) {
      const kept = reserved
        .filter((payment) => payment.membership_id === one.membership_id && payment.site_id === one.site_id)
        .reduce((total, payment) => total + payment.amount_minor, 0n);
      expect(one.limit_minor).toBe(one.whole - kept);
    }
    expect((await verifyLedger(app.world.database)).problems).toEqual([]);
  });
});

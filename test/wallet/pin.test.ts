import { createHash } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCard } from "../../src/loyalty/memberships.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, pinCode, encryptBox, walletPeopleOf, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const RUNS = amount({ test: 5, proof: 200 });

oneDatabase("the PIN of the wallets", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    app = await openTestApp(await open(), {
      venues: ["port-serac", "valombre", "montreval"],
      clock,
      pictures: "stand-ins",
      hashes: "real",
    });
    wallets = walletPeopleOf(app);
  });
  afterAll(() => app.close());

  const RIGHT = [200, null] as const;
  const WRONG = [403, 3000] as const;
  const BLOCKED = [403, 3001] as const;
  const comparisons = () => Number(/^pin_comparisons_total (\d+)$/m.exec(app.world.metrics.text({}))?.[1] ?? 0);

  describe("the floor API", () => {
    it("sets a PIN and opens the venue's wallet, empty, with the site's limit", async () => {
      const member = await wallets.member({ sites: [] });
      expect((await wallets.list(member.token)).body).toEqual({ data: [] });
      expect(await wallets.floor("PUT", `/members/${member.card}/pin`, { pin: PIN })).toEqual({
        status: 200,
        body: { result: true },
      });
      expect((await wallets.list(member.token)).body).toEqual({ data: [{ status: "OPENED", site_id: 151 }] });
      expect((await wallets.list(member.token, "?force_refresh=true")).status).toBe(200);
      const opened = await wallets.unlock(member.token, await wallets.box(member.token, PIN));
      expect(opened.body).toEqual({
        data: [{ type: "ASSIGNED", amount: 0, limit_amount: 2000 }],
        unlock: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(opened.headers.get("cache-control")).toBe("no-store");
    });

    it("refuses an unknown card, a replaced card, and a PIN that is not four digits", async () => {
      expect(await wallets.floor("PUT", "/members/0000000000000000/pin", { pin: PIN })).toEqual({
        status: 404,
        body: { error: "UNKNOWN_CARD" },
      });
      const member = await wallets.member();
      const { world } = app;
      const fresh = await inTransaction(world.database, (tx) =>
        issueCard(world, tx, { membershipId: member.membershipId, type: "PLASTIC", siteId: 151 }),
      );
      expect(await wallets.floor("PUT", `/members/${member.card}/pin`, { pin: PIN })).toEqual({
        status: 409,
        body: { error: "CARD_NOT_ACTIVE", status: "replaced" },
      });
      expect((await wallets.floor("PUT", `/members/${fresh}/pin`, { pin: PIN })).status).toBe(200);
      for (const pin of ["123", "12345", "12a4", "", 1234, null, "١٢٣٤"])
        expect(await wallets.floor("PUT", `/members/${member.card}/pin`, { pin })).toMatchObject({
          status: 422,
          body: { error: [{ key: "pin" }] },
        });
    });

    it("stores nothing from which a PIN could be guessed without the key outside the database", async () => {
      const member = await wallets.member();
      const { db } = app.world.database;
      const events = await db.selectFrom("floor_events").select(["event_id", "request_hash"]).execute();
      for (const { event_id, request_hash: hash } of events)
        for (const body of [
          { event_id, pin: PIN },
          { event_id, card: member.card, pin: PIN },
        ])
          expect(
            createHash("sha256")
              .update(JSON.stringify(["pin", body]))
              .digest("hex"),
          ).not.toBe(hash);
      const [pin] = await db.selectFrom("pins").selectAll().where("membership_id", "=", member.membershipId).execute();
      const bare = await hashRaw(PIN, {
        memoryCost: 8_192,
        timeCost: 1,
        parallelism: 1,
        salt: pin?.salt ?? new Uint8Array(16),
      });
      expect(Buffer.from(pin?.pin_hash ?? []).equals(bare)).toBe(false);
    });
  });

  describe("attempts", () => {
    it("are three over all sites and both ways; then right and wrong PINs are answered alike until a reset", async () => {
      const { token, card } = await wallets.member({ sites: [151, 152] });
      expect(pinCode(await wallets.unlockNative(token, "0000"))).toEqual(WRONG);
      expect(pinCode(await wallets.unlock(token, await wallets.box(token, "0001", 152), 152))).toEqual(WRONG);
      const third = await wallets.unlockNative(token, "0002", 152);
      expect(pinCode(third)).toEqual(WRONG);
      expect(third.body.error).toBe("Code PIN incorrect. Maximum 3 tentatives.");
      const before = comparisons();
      const blocked = [
        await wallets.unlockNative(token, PIN),
        await wallets.unlockNative(token, "9999"),
        await wallets.unlock(token, await wallets.box(token, PIN)),
      ];
      expect(blocked.map(pinCode)).toEqual([BLOCKED, BLOCKED, BLOCKED]);
      expect(new Set(blocked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(comparisons()).toBe(before);
      await wallets.floor("PUT", `/members/${card}/pin`, { pin: "4321" });
      expect(pinCode(await wallets.unlockNative(token, "4321"))).toEqual(RIGHT);
    });

    it("start again after a right PIN", async () => {
      const { token } = await wallets.member();
      for (const pin of ["0000", "0000", PIN, "0000", "0000", PIN])
        expect(pinCode(await wallets.unlockNative(token, pin))).toEqual(pin === PIN ? RIGHT : WRONG);
    });

    it("are answered in one size, whatever the outcome", async () => {
      const { token } = await wallets.member();
      const texts: string[] = [];
      for (const pin of [PIN, "0000", "0001", "0002", "0003", PIN]) {
        const answer = await app.send("port-serac.localhost:3000", "/api/users/account/cashless/151/unlocks", {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            "x-forwarded-for": "100.99.0.1",
          },
          body: JSON.stringify({ pin }),
        });
        texts.push(await answer.text());
      }
      expect(new Set(texts.map((text) => Buffer.byteLength(text)))).toEqual(new Set([512]));
    });

    it("are never more than three between two resets, and a blocked PIN never unlocks, in any sequence", async () => {
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom("0000", "7777", PIN) },
        { weight: 1, arbitrary: fc.constant("reset") },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const { token, card } = await wallets.member();
          let tries = 0;
          for (const pin of steps) {
            if (pin === "reset") {
              await wallets.floor("PUT", `/members/${card}/pin`, { pin: PIN });
              tries = 0;
              continue;
            }
            const before = comparisons();
            const answer = pinCode(await wallets.unlockNative(token, pin));
            expect(comparisons() - before).toBe(tries < 3 ? 1 : 0);
            expect(answer).toEqual(tries >= 3 ? BLOCKED : pin === PIN ? RIGHT : WRONG);
            tries = tries >= 3 ? 3 : pin === PIN ? 0 : tries + 1;
          }
        }),
        { numRuns: RUNS },
      );
    });
  });

  describe("an encrypted PIN", () => {
    it("is accepted once, for its own session and site, within a minute", async () => {
      const first = await wallets.member({ sites: [151, 152] });
      const second = await wallets.member();
      const unreadable = [400, null] as const;
      const box = await wallets.box(first.token, PIN);
      expect(pinCode(await wallets.unlock(second.token, box))).toEqual(unreadable);
      expect(pinCode(await wallets.unlock(first.token, box, 152))).toEqual(unreadable);
      expect(pinCode(await wallets.unlock(first.token, box))).toEqual(RIGHT);
      expect(pinCode(await wallets.unlock(first.token, box))).toEqual(unreadable);
      const late = await wallets.box(first.token, PIN);
      clock.advance(60_000);
      expect(pinCode(await wallets.unlock(first.token, late))).toEqual(unreadable);
      const justInTime = await wallets.box(first.token, PIN);
      clock.advance(59_000);
      expect(pinCode(await wallets.unlock(first.token, justInTime))).toEqual(RIGHT);
    });

    it("with other content does not count as an attempt", async () => {
      const { token } = await wallets.member();
      const { jwk, challenge } = await wallets.pinKey(token);
      const before = comparisons();
      for (const content of [
        { pin: PIN, site_id: 151 },
        { pin: "12345", site_id: 151, challenge },
        { pin: PIN, site_id: "151", challenge },
        { pin: PIN, site_id: 151, challenge: "x".repeat(43) },
        [PIN],
        null,
      ])
        expect((await wallets.unlock(token, encryptBox(jwk, content))).status).toBe(400);
      for (const slot of ["x".repeat(342), "A".repeat(342), "x".repeat(43), "1234", "..%2F1234", "%00", "é"])
        expect([400, 403, 404]).toContain((await wallets.unlock(token, slot)).status);
      expect(comparisons()).toBe(before);
    });
  });

  describe("a handle", () => {
    it("unlocks its own site in its own session, until it is unused for ten minutes", async () => {
      const member = await wallets.member({ sites: [151, 152] });
      const other = await wallets.member();
      const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
      const again = await wallets.unlock(member.token, unlock);
      expect([pinCode(again), again.body.unlock]).toEqual([RIGHT, unlock]);
      expect((await wallets.unlock(member.token, unlock, 152)).status).toBe(403);
      expect((await wallets.unlock(other.token, unlock)).status).toBe(403);
      const second = (await wallets.people.logIn(member.email)).body.data?.token ?? "";
      expect((await wallets.unlock(second, unlock)).status).toBe(403);
      for (const minutes of [9, 9]) {
        clock.advance(minutes * 60_000);
        expect((await wallets.unlock(member.token, unlock)).status).toBe(200);
      }
      clock.advance(600_000);
      expect((await wallets.unlock(member.token, unlock)).status).toBe(403);
    });

    it("ends with the session and with a new PIN", async () => {
      const { token, email, card } = await wallets.member();
      const { unlock = "" } = (await wallets.unlockNative(token, PIN)).body;
      await wallets.floor("PUT", `/members/${card}/pin`, { pin: "8888" });
      expect((await wallets.unlock(token, unlock)).status).toBe(403);
      const opened = (await wallets.unlockNative(token, "8888")).body.unlock ?? "";
      await wallets.call("POST", "/auth/logout", token, {});
      expect((await wallets.unlock(token, opened)).status).toBe(401);
      const next = (await wallets.people.logIn(email)).body.data?.token ?? "";
      expect((await wallets.unlock(next, opened)).status).toBe(403);
    });
  });

  describe("unlocking", () => {
    it("needs a confirmed address and a site with wallets; a card in a machine locks its own site", async () => {
      const member = await wallets.member({ sites: [151, 152] });
      expect((await wallets.unlockNative(member.token, PIN, 161)).status).toBe(404);
      expect((await wallets.unlockNative(member.token, PIN, 999_999)).status).toBe(404);
      const guest = await wallets.people.member("no-member@example.test");
      expect((await wallets.list(guest)).body).toEqual({ data: [] });
      expect((await wallets.unlockNative(guest, PIN)).status).toBe(404);
      expect((await wallets.people.call("GET", "/users/account/cashless")).status).toBe(401);
      const fresh = await wallets.people.register("unconfirmed@example.test");
      expect((await wallets.list(fresh.body.data?.token ?? "")).status).toBe(403);
      await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
      const inserted = await wallets.unlockNative(member.token, "0000");
      expect(pinCode(inserted)).toEqual([409, 3002]);
      expect(pinCode(await wallets.unlockNative(member.token, PIN, 152))).toEqual(RIGHT);
    });

    it("answers hostile site ids and PINs with a refusal, never with 5xx", async () => {
      const { token } = await wallets.member();
      for (const site of ["0", "-1", "1.5", "NaN", "1e3", "99999999999", "151%00", "151;"])
        expect(
          (await wallets.call("POST", `/users/account/cashless/${site}/unlocks`, token, { pin: PIN })).status,
        ).toBe(404);
      for (const body of [
        {},
        [],
        { pin: 1234 },
        { pin: null },
        { pin: "12\u0000" },
        { pin: "1234 " },
        "x",
        { pin: "٠١٢٣" },
      ])
        expect([400, 422]).toContain(
          (await wallets.call("POST", "/users/account/cashless/151/unlocks", token, body)).status,
        );
    });
  });
});

import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endGifts } from "../../src/gifts/offers/operator-offer-queries.server.ts";
import { newCode, storeGiftStatuses } from "../../src/gifts/gifts.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { answerProblems, type ApiDocument } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { giftHelpers, type GiftHelpers } from "./gift-helpers.ts";
import { giftWalk, STEPS } from "./gift-walk.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RUNS = amount({ test: 10, proof: 1_000 });
const SHAPES = amount({ test: 20, proof: 500 });

oneDatabase("gifts", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let gifts: GiftHelpers;
  beforeAll(async () => {
    app = await openTestApp(await open(), {
      venues: ["port-serac", "valombre", "blankenduin", "montreval"],
      clock,
      pictures: "stand-ins",
    });
    gifts = giftHelpers(app);
  });
  afterEach(() => {
    clock.set(SATURDAY_EVENING);
    app.world.gateways.down.clear();
    app.world.gateways.excluded.clear();
  });
  afterAll(() => app.close());

  describe("GET /users/offers/{status}", () => {
    it("answers the member's gifts exactly as documented, newest first", async () => {
      const ana = await gifts.member();
      const older = await gifts.offer(
        { expires_at: new Date("2027-01-01T00:00:00+01:00"), is_auth: true },
        [51, 52],
        [
          {
            id: "dessert",
            label: { fr: "Un dessert", en: "A dessert" },
            description: { fr: "Au choix", en: "Of your choice" },
            legalNotice: { fr: "Hors boissons", en: "Drinks excluded" },
          },
        ],
      );
      const first = await gifts.gift(older, { membershipId: ana.id });
      clock.advance(MINUTE);
      const second = await gifts.gift(await gifts.offer({ life_months: 1 }), { accountId: ana.accountId });
      const { offers, body, codes } = await gifts.list("available", ana.token);
      expect(codes).toEqual([second, first]);
      expect(offers[1]).toEqual({
        code: first,
        expiration_date: "2027-01-01T00:00:00+01:00",
        offer: {
          label: "Un café-gourmand",
          description: "Au bar.",
          is_auth: true,
          expiration_date: "2027-01-01T00:00:00+01:00",
          establishments: [
            { id: 51, name: "Port-Sérac" },
            { id: 52, name: "Valombre-les-Bains" },
          ],
        },
        lines: [{ product: { label: "Un dessert", description: "Au choix", legal_notice: "Hors boissons" } }],
      });
      // The gift's own expiry, if it has one: a calendar month, the last day included.
      expect(offers[0]).toMatchObject({
        expiration_date: "2026-12-22T10:00:00+01:00",
        offer: { expiration_date: null },
      });
      const document = (await gifts.people.call("GET", "/openapi.json")).body as unknown as ApiDocument;
      expect(answerProblems(document, "/users/offers/{status}", 200, body)).toEqual([]);
    });

    it("requires a member area and a confirmed address and phone, and knows two lists", async () => {
      const token = await gifts.people.member("no-phone@example.test");
      const { token: whole } = await gifts.account();
      expect((await gifts.list("available", "x".repeat(43))).status).toBe(401);
      expect((await gifts.list("available", token)).status).toBe(403);
      for (const status of ["reserved", "AVAILABLE", "1", "%00", "a".repeat(500)])
        expect((await gifts.list(status, whole)).status).toBe(404);
      expect(await gifts.list("burned", whole)).toMatchObject({ status: 200, body: { offers: [] } });
    });

    it("never lists other people's gifts, any on a Belgian site, or any to an excluded member", async () => {
      const ana = await gifts.member();
      const bob = await gifts.member();
      const code = await gifts.gift(await gifts.offer(), { membershipId: ana.id });
      expect((await gifts.list("available", bob.token)).codes).toEqual([]);
      expect((await gifts.list("available", ana.token, "blankenduin.localhost:3000")).codes).toEqual([]);
      expect((await gifts.list("available", ana.token, "localhost:3000")).codes).toEqual([code]);
      await gifts.exclude(ana.id, clock.now());
      expect((await gifts.list("available", ana.token)).codes).toEqual([]);
      await gifts.exclude(ana.id, null);
      expect((await gifts.list("available", ana.token)).codes).toEqual([code]);
    });

    it("renews the pass of a holder when a gift has begun or expired by time", async () => {
      const start = clock.now();
      const ana = await gifts.member();
      await gifts.gift(await gifts.offer({ life_gaming_days: 1 }), { membershipId: ana.id });
      const serial = app.world.uuid();
      await app.world.database.db
        .insertInto("passes")
        .values({
          serial,
          account_id: ana.accountId,
          card_number: ana.cardNumber,
          membership_id: ana.id,
          locale: "fr",
          sealed_token: new Uint8Array(8),
          is_at_google: false,
          created_at: start,
          updated_at: start,
          revoked_at: null,
        })
        .execute();
      const orders = () => app.world.jobs.waiting.filter(({ data }) => "serial" in data && data.serial === serial);
      await storeGiftStatuses(app.world);
      expect(orders()).toEqual([]);
      clock.advance(48 * HOUR);
      await storeGiftStatuses(app.world);
      expect(orders()).toHaveLength(1);
      await storeGiftStatuses(app.world);
      expect(orders()).toHaveLength(1);
    });

    it("lists used gifts for twelve months, and no expired, reserved or future ones", async () => {
      const start = clock.now();
      const ana = await gifts.member();
      const offer = await gifts.offer();
      const used = await gifts.gift(offer, { membershipId: ana.id });
      const held = await gifts.gift(offer, { membershipId: ana.id });
      const short = await gifts.gift(await gifts.offer({ life_gaming_days: 1 }), { membershipId: ana.id });
      const later = await gifts.gift(offer, { membershipId: ana.id }, { availableFrom: new Date(+start + 24 * HOUR) });
      await gifts.floor("burns", used);
      await gifts.floor("reservations", held);
      expect((await gifts.list("available", ana.token)).codes).toEqual([short]);
      expect((await gifts.list("burned", ana.token)).codes).toEqual([used]);
      clock.advance(2 * MINUTE);
      expect((await gifts.list("available", ana.token)).codes.sort()).toEqual([held, short].sort());
      clock.advance(24 * HOUR);
      expect((await gifts.list("available", ana.token)).codes.sort()).toEqual([held, later].sort());
      // The job that stores statuses changes nothing in the lists.
      await storeGiftStatuses(app.world);
      expect((await gifts.list("available", ana.token)).codes.sort()).toEqual([held, later].sort());
      expect([(await gifts.stored(short)).status, (await gifts.stored(later)).status]).toEqual([
        "expired",
        "available",
      ]);
      clock.set(new Date(+start + 364 * 24 * HOUR));
      expect((await gifts.list("burned", await again(ana.email))).codes).toEqual([used]);
      clock.set(new Date(+start + 366 * 24 * HOUR));
      expect((await gifts.list("burned", await again(ana.email))).codes).toEqual([]);
    });
    const again = async (email: string) => (await gifts.people.logIn(email)).body.data?.token ?? "";
  });

  describe("at the kiosk", () => {
    it("reserves a gift, burns it and reverses that, each time with label and products", async () => {
      const ana = await gifts.member();
      const code = await gifts.gift(await gifts.offer(), { membershipId: ana.id });
      const whole = {
        code,
        label: "Un café-gourmand",
        products: [{ id: expect.stringMatching(/-one$/), label: "Un café", description: null, legal_notice: null }],
      };
      const answers = [
        await gifts.floor("reservations", code),
        await gifts.floor("burns", code, { card_number: ana.cardNumber }),
        await gifts.floor("reversals", code),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers.map(({ body }) => body)).toEqual(
        ["reserved", "burned", "available"].map((status) => ({ ...whole, status })),
      );
    });

    it("answers a repeated event as the first time, whatever the gift's status since", async () => {
      const ana = await gifts.member();
      const code = await gifts.gift(await gifts.offer(), { membershipId: ana.id });
      const first = await gifts.floor("burns", code, { event_id: "replayed" });
      await gifts.floor("reversals", code);
      expect(await gifts.floor("burns", code, { event_id: "replayed" })).toEqual(first);
      expect((await gifts.stored(code)).status).toBe("available");
      expect(await gifts.floor("reversals", code, { event_id: "replayed" })).toMatchObject({ status: 409 });
    });

    it("keeps a reserved gift from every other kiosk for exactly two minutes", async () => {
      const ana = await gifts.member();
      const offer = await gifts.offer({}, [51, 52]);
      const code = await gifts.gift(offer, { membershipId: ana.id });
      await gifts.floor("reservations", code);
      const refusal = { status: 409, body: { error: "NOT_AVAILABLE", status: "reserved" } };
      expect(await gifts.floor("reservations", code)).toMatchObject(refusal);
      expect(await gifts.floor("burns", code, {}, 152)).toMatchObject(refusal);
      clock.advance(2 * MINUTE - 1);
      expect(await gifts.floor("burns", code, {}, 152)).toMatchObject(refusal);
      clock.advance(1);
      expect(await gifts.floor("burns", code, {}, 152)).toMatchObject({ status: 200, body: { status: "burned" } });
    });

    it("checks holder, venue and expiry at the burn", async () => {
      const refused = async (code: string, more: object = {}, site = 151) => {
        const { status, body } = await gifts.floor("burns", code, { ...more }, site);
        return [status, body["error"]];
      };
      const ana = await gifts.member();
      const bob = await gifts.member();
      const eve = await gifts.account();
      const reserved = await gifts.offer({ is_auth: true });
      expect(await refused(await gifts.gift(reserved, { accountId: eve.accountId }))).toEqual([409, "MEMBERS_ONLY"]);
      expect(await refused(await gifts.gift(reserved, { accountId: ana.accountId }))).toEqual([200, undefined]);
      const own = await gifts.gift(reserved, { membershipId: ana.id });
      expect(await refused(own, {}, 152)).toEqual([409, "NOT_HERE"]);
      expect(await refused(own, { card_number: bob.cardNumber })).toEqual([409, "OTHER_HOLDER"]);
      expect(await refused(own, { card_number: "5163000000000000" })).toEqual([404, "UNKNOWN_CARD"]);
      expect(await refused(own, { products: ["nothing"] })).toEqual([422, expect.any(Array)]);
      await gifts.exclude(ana.id, clock.now());
      expect(await refused(own)).toEqual([409, "NOT_USABLE"]);
      await gifts.exclude(ana.id, null);
      await gifts.lapse(ana.id);
      expect(await refused(own)).toEqual([409, "MEMBERS_ONLY"]);
      expect((await gifts.list("available", ana.token)).codes).toContain(own);
      const over = await gifts.gift(await gifts.offer({ expires_at: new Date(+clock.now() + HOUR) }), {
        membershipId: bob.id,
      });
      clock.advance(HOUR);
      expect(await refused(over)).toEqual([409, "NOT_AVAILABLE"]);
      expect((await gifts.floor("reservations", over)).body).toEqual({ error: "NOT_AVAILABLE", status: "expired" });
      const ended = await gifts.offer();
      const taken = await gifts.gift(ended, { membershipId: bob.id });
      const end = () => inTransaction(app.world.database, (tx) => endGifts(tx, ended, clock.now(), 2));
      expect(await end()).toHaveLength(1);
      expect((await gifts.floor("burns", taken)).body).toEqual({ error: "NOT_AVAILABLE", status: "cancelled" });
      expect(await end()).toHaveLength(0);
    });

    it("burns no gift in Belgium, and in Switzerland only authorised ones, up to CHF 200 of play a day", async () => {
      const ana = await gifts.member();
      const everywhere = [51, 61, 71];
      const plain = await gifts.gift(await gifts.offer({}, everywhere), { membershipId: ana.id });
      expect((await gifts.floor("burns", plain, {}, 171)).body).toMatchObject({ error: "NOT_HERE" });
      expect((await gifts.floor("burns", plain, {}, 161)).body).toMatchObject({ error: "NOT_HERE" });
      const play = { type: "free_play" as const, play_currency: "CHF" as const, play_minor: 9_000n };
      const forbidden = await gifts.gift(await gifts.offer(play, everywhere), { membershipId: ana.id });
      expect((await gifts.floor("burns", forbidden, {}, 161)).body).toMatchObject({ error: "NOT_HERE" });
      const authorised = await gifts.offer({ ...play, is_authorised_ch: true }, everywhere);
      const codes = [];
      for (let at = 0; at < 4; at += 1) codes.push(await gifts.gift(authorised, { membershipId: ana.id }));
      const [one = "", two = "", three = "", four = ""] = codes;
      expect((await gifts.floor("burns", one, {}, 161)).status).toBe(200);
      expect((await gifts.floor("burns", two, {}, 161)).status).toBe(200);
      expect((await gifts.floor("burns", three, {}, 161)).body).toMatchObject({ error: "DAILY_CAP" });
      expect((await gifts.floor("reversals", one, {}, 161)).status).toBe(200);
      expect((await gifts.floor("burns", three, {}, 161)).status).toBe(200);
      expect((await gifts.floor("burns", four, {}, 161)).body).toMatchObject({ error: "DAILY_CAP" });
      clock.advance(24 * HOUR);
      expect((await gifts.floor("burns", four, {}, 161)).status).toBe(200);
      // A play credit in francs cannot be used in a euro venue.
      expect((await gifts.floor("burns", one, {}, 151)).body).toMatchObject({ error: "NOT_HERE" });
    });

    it("asks the register of the venue's country before a member of another country uses a play credit", async () => {
      const { excluded, down, asked } = app.world.gateways;
      const ana = { lastname: "Voyageuse", firstname: "Ana", birthday: "1990-05-17" };
      const { id: membershipId } = await gifts.membership(ana);
      const play = { type: "free_play" as const, play_currency: "CHF" as const, play_minor: 1_000n };
      const credit = await gifts.offer({ ...play, is_authorised_ch: true }, [61]);
      const codes = [];
      for (let at = 0; at < 3; at += 1) codes.push(await gifts.gift(credit, { membershipId }));
      const [one = "", two = "", three = ""] = codes;
      asked.length = 0;
      down.add("exclusions");
      const unchecked = await gifts.floor("burns", one, {}, 161);
      expect([unchecked.status, unchecked.body]).toEqual([409, { error: "CHECK_UNAVAILABLE", status: "available" }]);
      down.clear();
      expect((await gifts.floor("burns", one, {}, 161)).status).toBe(200);
      expect(asked.map(({ source }) => source)).toEqual(["OJAR"]);
      // The answer counts for a day.
      expect((await gifts.floor("burns", two, {}, 161)).status).toBe(200);
      expect(asked).toHaveLength(1);
      clock.advance(25 * HOUR);
      excluded.add(`${ana.lastname} ${ana.firstname} ${ana.birthday}`);
      const barred = await gifts.floor("burns", three, {}, 161);
      expect([barred.status, barred.body]).toEqual([409, { error: "NOT_USABLE", status: "available" }]);
      excluded.clear();
      expect((await gifts.floor("burns", three, {}, 161)).body).toMatchObject({ error: "NOT_USABLE" });
    });

    it.each([
      ["an ordinary night", "2026-11-21T22:00:00+01:00", "2026-11-22T09:59:59+01:00", "2026-11-22T10:00:00+01:00"],
      ["clocks forward", "2027-03-27T23:30:00+01:00", "2027-03-28T09:59:59+02:00", "2027-03-28T10:00:00+02:00"],
      ["clocks back", "2027-10-30T23:30:00+02:00", "2027-10-31T09:59:59+01:00", "2027-10-31T10:00:00+01:00"],
      ["the morning itself", "2026-11-21T10:00:00+01:00", "2026-11-22T09:59:59+01:00", "2026-11-22T10:00:00+01:00"],
    ])("reverses a burn until the gaming day ends: %s", async (_name, burnt, last, after) => {
      clock.set(burnt);
      const ana = await gifts.membership();
      const offer = await gifts.offer({}, [51, 52]);
      const [inTime, late] = [
        await gifts.gift(offer, { membershipId: ana.id }),
        await gifts.gift(offer, { membershipId: ana.id }),
      ];
      await gifts.floor("burns", inTime);
      await gifts.floor("burns", late);
      clock.set(last);
      expect((await gifts.floor("reversals", inTime, {}, 152)).body).toEqual({
        error: "NOT_REVERSIBLE",
        status: "burned",
      });
      expect((await gifts.floor("reversals", inTime)).body).toMatchObject({ status: "available" });
      clock.set(after);
      expect((await gifts.floor("reversals", late)).body).toEqual({ error: "NOT_REVERSIBLE", status: "burned" });
      expect((await gifts.floor("reversals", inTime)).body).toEqual({ error: "NOT_AVAILABLE", status: "available" });
    });

    it("never answers 5xx, whatever the code and the body", async () => {
      const any = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9]{1,40}$/), fc.constant("../../x"));
      const value = fc.oneof(any, fc.double(), fc.constant(null), fc.array(any, { maxLength: 3 }));
      await fc.assert(
        fc.asyncProperty(
          any,
          fc.constantFrom("reservations", "burns", "reversals"),
          fc.record({ event_id: value, card_number: value, products: value }, { requiredKeys: [] }),
          async (code, call, body) => {
            const path = encodeURIComponent(code.toWellFormed());
            const { status } = await gifts.floor(call, path, body);
            expect([200, 400, 401, 404, 409, 422, 429]).toContain(status);
          },
        ),
        { numRuns: SHAPES },
      );
    });
  });

  describe("the life of a gift", () => {
    it("follows the table of statuses in every order of what floor, staff and clock can do", async () => {
      const offer = await gifts.offer({}, [51, 52]);
      const ana = await gifts.member();
      const walk = giftWalk(app, gifts, clock);
      const step = fc.oneof(
        fc.constantFrom(...STEPS),
        fc.record({ call: fc.constantFrom("burns" as const, "reversals" as const), site: fc.constantFrom(151, 152) }),
        fc.record({ advance: fc.constantFrom(1, 2 * MINUTE - 1, HOUR) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          await walk(ana, offer, steps);
        }),
        { numRuns: RUNS },
      );
    }, 120_000);
  });

  it("blocks a venue's key that asks for too many unknown codes, and no other key", async () => {
    const ana = await gifts.member();
    const code = await gifts.gift(await gifts.offer({}, [51, 71]), { membershipId: ana.id });
    const unknown = () => newCode(app.world);
    for (let at = 0; at < 60; at += 1) expect((await gifts.floor("burns", unknown(), {}, 152)).status).toBe(404);
    const stopped = await gifts.floor("burns", unknown(), {}, 152);
    expect(stopped).toMatchObject({ status: 429, body: { error: "TOO_MANY_UNKNOWN_CODES" }, retryAfter: "600" });
    // A known code is blocked too, or its answer would tell it from unknown ones.
    expect((await gifts.floor("burns", code, {}, 152)).status).toBe(429);
    expect((await gifts.floor("burns", code)).status).toBe(200);
    expect((await gifts.floor("burns", "1234", {}, 152)).status).toBe(404);
    clock.advance(10 * MINUTE);
    expect((await gifts.floor("burns", unknown(), {}, 152)).status).toBe(404);
  });
});

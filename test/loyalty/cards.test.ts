import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  hasSameNameAndBirthday,
  hasSameNamesBirthdayAndPhone,
  type KnownPerson,
} from "../../src/loyalty/enrollment/matching.server.ts";
import { luhnDigit } from "../../src/loyalty/membership.ts";
import {
  createMembership,
  issueCard,
  membershipOfPerson,
  reserveCardNumber,
} from "../../src/loyalty/memberships.server.ts";
import { eraseAccount } from "../../src/accounts/data/erasure.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { grouped } from "../../src/ui/figures/grouped.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const PERSON = { lastname: "Delmas-Ferré", firstname: "Élodie", birthday: "1990-05-17" };
const PHONE = "+33639980142";
let events = 0;

function floorOf(app: TestApp, key = "floor-151") {
  return async (method: string, path: string, body?: object) => {
    const answer = await app.send("localhost:3000", `/api/floor${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify({ event_id: `event ${(events += 1)}`, ...body }) }),
    });
    return [answer.status, await answer.json()] as [
      number,
      Record<string, never> & { card_number?: string; member_id?: string },
    ];
  };
}

/** Sets a verified phone number without sending an SMS. */
async function setPhone(app: TestApp, email: string, phone: string | null): Promise<void> {
  const at = phone === null ? null : app.world.now();
  await app.world.database.db
    .updateTable("accounts")
    .set({ mobile_phone: phone, mobile_phone_verified_at: at })
    .where("email", "=", email)
    .execute();
}

oneDatabase("cards at reception", (open) => {
  let app: TestApp;
  let floor: ReturnType<typeof floorOf>;
  beforeAll(async () => {
    const clock = standingClock(SATURDAY_EVENING);
    const venues = ["port-serac", "valombre", "montreval"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    floor = floorOf(app);
  });
  afterAll(() => app.close());

  it("issues a card with its membership, looks it up, and replaces it under the same member id", async () => {
    const person = { lastname: "Aubry", firstname: "Camille", birthday: "1988-03-14", mobile: "06 39 98 01 11" };
    const [status, issued] = await floor("PUT", "/cards/4819220377160458", person);
    expect([status, issued]).toEqual([
      200,
      { card_number: "4819220377160458", member_id: expect.stringMatching(/^\d{8,12}$/) },
    ]);
    expect(await floor("GET", "/cards/4819220377160458")).toEqual([
      200,
      { ...issued, status: "active", name: "Camille Aubry", home_site_id: 151, inserted: false },
    ]);
    // Repeating the same card and person does not issue a second card.
    expect(await floor("PUT", "/cards/4819220377160458", person)).toEqual([200, issued]);
    expect(await floor("PUT", "/cards/4819220377160999", { ...person, lastname: "AUBRY" })).toEqual([
      409,
      { error: "ALREADY_MEMBER", status: "active" },
    ]);
    expect(await floor("PUT", "/cards/4819220377160458", { ...person, lastname: "Autre" })).toEqual([
      409,
      { error: "CARD_TAKEN", status: "active" },
    ]);
    const [, replaced] = await floorOf(app, "floor-152")("POST", "/cards/4819220377160458/replacements", {});
    const number = replaced.card_number ?? "";
    expect(number).toMatch(/^5163\d{12}$/);
    expect(luhnDigit(number.slice(0, 15))).toBe(number.slice(15));
    expect((await floor("GET", `/cards/${number}`))[1]).toMatchObject({
      member_id: issued.member_id,
      home_site_id: 151,
    });
    expect((await floor("GET", "/cards/4819220377160458"))[1]).toMatchObject({ status: "replaced" });
    for (const path of ["replacements", "insertions"])
      expect(
        await floor("POST", `/cards/4819220377160458/${path}`, path === "insertions" ? { machine: "M1" } : {}),
      ).toEqual([409, { error: "CARD_REPLACED", status: "replaced" }]);
    expect(await floor("PUT", "/cards/4819220377160458", person)).toEqual([
      409,
      { error: "CARD_TAKEN", status: "replaced" },
    ]);
  });

  describe("of another country than the member's home site", () => {
    const SWISS = "floor-161";
    const CARD = "7000000000000108";
    const person = { lastname: "Frontalier", firstname: "Luc", birthday: "1981-02-03" };
    const unknown = [404, { error: "UNKNOWN_CARD" }];
    beforeAll(async () => void (await floor("PUT", `/cards/${CARD}`, person)));

    it("cannot reset a PIN, replace the card, or issue one to its holder", async () => {
      const swiss = floorOf(app, SWISS);
      expect(await swiss("PUT", `/members/${CARD}/pin`, { pin: "4821" })).toEqual(unknown);
      expect(await swiss("POST", `/cards/${CARD}/replacements`, {})).toEqual(unknown);
      expect(await swiss("PUT", `/cards/${CARD}`, person)).toEqual(unknown);
      expect(await swiss("PUT", "/cards/7000000000000207", person)).toEqual(unknown);
      expect(await swiss("PUT", `/cards/${CARD}`, { ...person, lastname: "Autre" })).toEqual(unknown);
      expect((await floor("GET", `/cards/${CARD}`))[1]).toMatchObject({ status: "active", home_site_id: 151 });
      const pins = app.world.database.db.selectFrom("pins").select("membership_id");
      expect(await pins.execute()).toEqual([]);
    });

    it("reads the card, admits its holder, has it in machines and credits it", async () => {
      const swiss = floorOf(app, SWISS);
      expect((await swiss("GET", `/cards/${CARD}`))[0]).toBe(200);
      expect((await swiss("POST", "/entrances", { card_number: CARD, identity_checked: true }))[0]).toBe(200);
      for (const move of ["insertions", "ejections"])
        expect((await swiss("POST", `/cards/${CARD}/${move}`, { machine: "M9" }))[0]).toBe(200);
      const earned = { card_number: CARD, amount: "3", family: "slots" };
      expect(await swiss("POST", "/earnings", earned)).toEqual([200, { balance: "3.00" }]);
    });

    it("does all of it where the group's settings name the two countries", async () => {
      const open = await openTestApp(app.world.database, { variables: { RECEPTION_PAIRS: "CH>FR" } });
      const swiss = floorOf(open, SWISS);
      expect(await swiss("PUT", `/members/${CARD}/pin`, { pin: "4821" })).toEqual([200, { result: true }]);
      const [status, { card_number: number = "" }] = await swiss("POST", `/cards/${CARD}/replacements`, {});
      expect([status, number]).toEqual([200, expect.stringMatching(/^\d{16}$/)]);
      expect(await floor("PUT", `/members/${CARD}/pin`, { pin: "4821" })).toEqual([
        409,
        { error: "CARD_NOT_ACTIVE", status: "replaced" },
      ]);
      expect(await floorOf(app, SWISS)("PUT", `/members/${CARD}/pin`, { pin: "4821" })).toEqual(unknown);
      await open.close();
    });
  });

  it("tracks the machine that a card is in, one at a time, and ejects it only there", async () => {
    await floor("PUT", "/cards/1000000000000001", { lastname: "Machin", firstname: "Ève", birthday: "1970-01-01" });
    const at = (move: string, machine: string, key?: string) =>
      floorOf(app, key)("POST", `/cards/1000000000000001/${move}`, { machine });
    expect(await at("ejections", "M1")).toEqual([409, { error: "CARD_NOT_INSERTED", status: "ejected" }]);
    expect(await at("insertions", "M1")).toEqual([200, { inserted: true }]);
    expect(await at("insertions", "M1")).toEqual([200, { inserted: true }]);
    expect(await at("insertions", "M2")).toEqual([409, { error: "CARD_INSERTED", status: "inserted" }]);
    expect(await at("insertions", "M1", "floor-152")).toEqual([409, { error: "CARD_INSERTED", status: "inserted" }]);
    expect((await floor("GET", "/cards/1000000000000001"))[1]).toMatchObject({ inserted: true });
    // A card replaced while it is in a machine can still be ejected.
    const [, replaced] = await floor("POST", "/cards/1000000000000001/replacements", {});
    expect((await floor("GET", `/cards/${replaced.card_number}`))[1]).toMatchObject({ inserted: true });
    expect(await at("ejections", "M1", "floor-152")).toEqual([409, { error: "CARD_INSERTED", status: "inserted" }]);
    expect(await at("ejections", "M1")).toEqual([200, { inserted: false }]);
  });

  it("refuses malformed numbers, names and birthdays and minors, with all problems at once", async () => {
    for (const number of ["1", "48192203771604581", "4819 2203 7716 0458", "٤٨١٩٢٢٠٣٧٧١٦٠٤٥٨", "x".repeat(16), "%00"]) {
      expect(await floor("GET", `/cards/${encodeURIComponent(number)}`)).toEqual([404, { error: "UNKNOWN_CARD" }]);
      expect((await floor("PUT", `/cards/${encodeURIComponent(number)}`, PERSON))[0]).toBe(422);
      expect((await floor("POST", `/cards/${encodeURIComponent(number)}/replacements`, {}))[0]).toBe(404);
    }
    const [status, body] = await floor("PUT", "/cards/4819220377160777", {
      lastname: "<b>",
      firstname: "A",
      birthday: "2020-02-01",
      mobile: "12",
    });
    expect(status).toBe(422);
    expect((body["error"] as unknown as { key: string }[]).map(({ key }) => key)).toEqual([
      "lastname",
      "birthday",
      "mobile",
    ]);
    for (const birthday of ["1990-02-30", "14/03/1988", 7, null, "0001-01-01"])
      expect((await floor("PUT", "/cards/4819220377160777", { ...PERSON, birthday }))[0]).toBe(422);
    expect((await floor("GET", "/cards/4819220377160777"))[0]).toBe(404);
  });

  it("creates one membership per person, however many receptions issue cards at once", async () => {
    const person = { lastname: "Course", firstname: "Paul", birthday: "1980-08-08" };
    /** A reception asks again where the database was too busy to answer in time. */
    const issue = async (number: string): Promise<number> => {
      const [status] = await floor("PUT", `/cards/${number}`, person);
      return status === 503 ? issue(number) : status;
    };
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => issue(`20000000000000${String(at).padStart(2, "0")}`)),
    );
    expect(statuses.sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  it("never issues a number twice, nor a reserved number to another card", async () => {
    const { world } = app;
    const number = await inTransaction(world.database, (tx) => reserveCardNumber(world, tx));
    expect(luhnDigit(number.slice(0, 15))).toBe(number.slice(15));
    expect(await floor("PUT", `/cards/${number}`, { ...PERSON, lastname: "Guichet" })).toEqual([
      409,
      { error: "CARD_TAKEN", status: "reserved" },
    ]);
    await inTransaction(world.database, async (tx) => {
      const person = { lastname: "Promis", firstname: "Léa", birthday: "1991-01-01" };
      expect(await membershipOfPerson(world, tx, person)).toBeNull();
      const { id } = await createMembership(world, tx, { person, mobilePhone: null, homeSiteId: 151 });
      expect(await issueCard(world, tx, { membershipId: id, type: "DIGITAL", siteId: 151, number })).toBe(number);
      // A number that was already issued does not change the card in force.
      expect(await issueCard(world, tx, { membershipId: id, type: "DIGITAL", siteId: 151, number })).toBeNull();
      expect(await membershipOfPerson(world, tx, person)).toMatchObject({
        id,
        cardNumber: number,
        cardType: "DIGITAL",
      });
    });
  });

  it("answers for an excluded holder's card as for a blocked one", async () => {
    const [, issued] = await floor("PUT", "/cards/3000000000000001", { ...PERSON, lastname: "Fermé" });
    await app.world.database.db
      .updateTable("memberships")
      .set({ excluded_since: app.world.now() })
      .where("id", "=", issued.member_id ?? "")
      .execute();
    for (const [path, body] of [
      ["insertions", { machine: "M1" }],
      ["replacements", {}],
    ] as const)
      expect(await floor("POST", `/cards/3000000000000001/${path}`, body)).toEqual([
        409,
        { error: "CARD_BLOCKED", status: "blocked" },
      ]);
  });
});

describe("linking a card", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let people: People;
  let floor: ReturnType<typeof floorOf>;
  beforeAll(async () => {
    app = await openIsolatedApp({
      venues: ["port-serac", "montreval"],
      clock,
      pictures: "stand-ins",
    });
    people = peopleOf(app);
    floor = floorOf(app);
  });
  afterAll(() => app.close());

  const link = (token: string, card_number: unknown, sent: object = {}) =>
    people.post("/users/card/link", { card_number }, { token, ...sent });
  const profile = async (token: string) => (await people.call("GET", "/profile", { token })).body.user ?? {};
  async function member(email: string, changes: object = {}, phone: string | null = PHONE) {
    const token = await people.member(email, { ...PERSON, ...changes });
    await setPhone(app, email, phone);
    return token;
  }

  it("links the holder's own card and shows it in the profile, the identity and the account", async () => {
    const [, issued] = await floor("PUT", "/cards/4000000000000001", PERSON);
    const token = await member("holder@example.test");
    expect(await profile(token)).toMatchObject({
      card: null,
      card_type: null,
      playersplus_id: null,
      playersplus: { site_id: null },
    });
    expect((await link(token, "4000 0000 0000 0001")).body).toEqual({ data: { result: true } });
    expect(await profile(token)).toMatchObject({
      card: "4000000000000001",
      card_type: "PLASTIC",
      playersplus_id: issued.member_id,
      playersplus: { site_id: 151 },
    });
    const { user } = (await people.introspect(token)).body;
    expect(user).toMatchObject({ playersplus_id: issued.member_id, is_pplus: true, is_member: true });
    expect(user?.["wallet_key"]).toMatch(/^[A-Z0-9]{12}$/);
    // The session's privileges changed, so introspection returned a new token.
    expect(user?.["token"]).not.toBe(token);
    expect((await link(String(user?.["token"]), "4000000000000001")).status).toBe(200);
    expect((await link(String(user?.["token"]), "4000000000000009")).status).toBe(409);
    await setPhone(app, "holder@example.test", null);
  });

  it("explains a missing and a malformed card number", async () => {
    const token = await member("words@example.test", { lastname: "Mots" }, "+33639980144");
    for (const [typed, message] of [
      ["", "Vous devez entrer un numéro de carte Club Belrive."],
      [undefined, "Vous devez entrer un numéro de carte Club Belrive."],
      ["123", "Le format ne correspond pas à une carte Club Belrive."],
      ["12345678901234567", "Le format ne correspond pas à une carte Club Belrive."],
      [4000000000000001, "Le format ne correspond pas à une carte Club Belrive."],
      [{}, "Le format ne correspond pas à une carte Club Belrive."],
    ]) {
      const answer = await link(token, typed);
      expect([answer.status, answer.body.error]).toEqual([422, [{ key: "card_number", message }]]);
    }
  });

  it("gives the same answer for an unknown, somebody else's, a linked and a replaced card", async () => {
    await floor("PUT", "/cards/4000000000000011", { ...PERSON, lastname: "Quelqu’un" });
    await floor("PUT", "/cards/4000000000000012", { ...PERSON, birthday: "1990-05-18", lastname: "Voisin" });
    await floor("PUT", "/cards/4000000000000013", { ...PERSON, lastname: "Voisin" });
    await floor("POST", "/cards/4000000000000013/replacements", {});
    const token = await member("stranger@example.test", { lastname: "Voisin" }, "+33639980143");
    const numbers = [
      "4999999999999999",
      "4000000000000011",
      "4000000000000012",
      "4000000000000013",
      "4000000000000001",
    ];
    const answers = await Promise.all(numbers.map((number) => link(token, number)));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 404));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await profile(token))["card"]).toBeNull();
    // After five tries even the right number is refused, until the next day.
    const sixth = await link(token, "4000000000000011");
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(80_000);
    clock.advance(86_400_000);
    expect((await link(token, "4000000000000011")).status).toBe(404);
  });

  it("allows twenty tries a day per address, for all accounts together", async () => {
    const ip = "203.0.113.77";
    const tokens = [];
    for (let at = 0; at < 5; at += 1)
      tokens.push(await member(`many${at}@example.test`, { lastname: `Beaucoup${"abcde"[at]}` }, `+3363998020${at}`));
    const statuses = [];
    for (const token of tokens)
      for (let at = 0; at < 5; at += 1) statuses.push((await link(token, "4999999999999998", { ip })).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it("requires a log-in, a verified phone, and a site with a member area", async () => {
    expect((await people.post("/users/card/link", { card_number: "4000000000000001" })).status).toBe(401);
    const token = await member("nophone@example.test", { lastname: "Sansphone" }, null);
    expect((await link(token, "4000000000000001")).status).toBe(403);
    expect((await link(token, "4000000000000001", { host: "montreval.localhost:3000" })).status).toBe(403);
  });

  it("links a membership to at most one of two concurrent accounts", async () => {
    await floor("PUT", "/cards/4000000000000031", { ...PERSON, lastname: "Jumeau" });
    const one = await member("twin1@example.test", { lastname: "Jumeau" }, "+33639980301");
    const other = await member("twin2@example.test", { lastname: "Jumeau" }, "+33639980302");
    const answers = await Promise.all([link(one, "4000000000000031"), link(other, "4000000000000031")]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
  });

  it("finds one's own membership by phone, name and birthday, and answers null otherwise", async () => {
    const mobile = "+33639980401";
    const [, issued] = await floor("PUT", "/cards/4000000000000041", { ...PERSON, lastname: "Lié", mobile });
    const token = await member("auto@example.test", { lastname: "Lié" }, mobile);
    const find = () => people.call("POST", "/users/pplus/link", { token });
    expect((await find()).body).toEqual({ pplus_id: issued.member_id });
    const again = String((await people.introspect(token)).body.user?.["token"]);
    expect((await people.call("POST", "/users/pplus/link", { token: again })).body).toEqual({
      pplus_id: issued.member_id,
    });
    // Somebody else with the reused phone number.
    await setPhone(app, "auto@example.test", null);
    const next = await member("recycled@example.test", { lastname: "Autre" }, mobile);
    expect((await people.call("POST", "/users/pplus/link", { token: next })).body).toEqual({ pplus_id: null });
  });

  it("issues no new card to somebody whom staff disabled, at any reception", async () => {
    const person = { ...PERSON, lastname: "Écarté" };
    const [, issued] = await floor("PUT", "/cards/4000000000000045", person);
    await app.world.database.db
      .updateTable("memberships")
      .set({ status: "disabled" })
      .where("id", "=", issued.member_id ?? "")
      .execute();
    for (const number of ["4000000000000045", "4000000000000046"])
      expect(await floor("PUT", `/cards/${number}`, person)).toEqual([
        409,
        { error: "CARD_BLOCKED", status: "blocked" },
      ]);
  });

  describe("to somebody whom staff disabled or a register named in another account", () => {
    let phones = 600;
    /** A new account of the same person, with a phone number of its own. */
    const account = (email: string, person: object) => member(email, person, `+33639980${(phones += 1)}`);
    const disable = (email: string, at: Date | null) =>
      app.world.database.db.updateTable("accounts").set({ disabled_at: at }).where("email", "=", email).execute();
    const enrolled = async (email: string, status: "ERROR" | "DISABLED", error: string | null) => {
      const { db } = app.world.database;
      const { id } = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirstOrThrow();
      const row = { id, account_id: id, site_id: 151, country: "FR", status, error, changed_at: clock.now() } as const;
      await db.insertInto("enrollments").values(row).execute();
    };

    it("is refused by number and by phone, and at reception, until staff enable them", async () => {
      const person = { ...PERSON, lastname: "Banni" };
      const mobile = "+33639980599";
      await floor("PUT", "/cards/4000000000000061", { ...person, mobile });
      await account("banned@example.test", person);
      await disable("banned@example.test", clock.now());
      // The card's holder has the other first name; surname and birthday are what a number asks for.
      await floor("PUT", "/cards/4000000000000062", { ...person, firstname: "Élodie-Rose" });
      const token = await account("again@example.test", person);
      for (const number of ["4000000000000061", "4000000000000062"])
        expect((await link(token, number)).status).toBe(404);
      await setPhone(app, "again@example.test", mobile);
      const find = () => people.call("POST", "/users/pplus/link", { token });
      expect((await find()).body).toEqual({ pplus_id: null });
      expect(await floor("PUT", "/cards/4000000000000063", person)).toEqual([
        409,
        { error: "CARD_BLOCKED", status: "blocked" },
      ]);
      await disable("banned@example.test", null);
      expect((await find()).body).not.toEqual({ pplus_id: null });
    });

    it("is refused, whichever account the register named or the enrollment ended in", async () => {
      for (const [at, [status, error, answer]] of (
        [
          ["ERROR", "CHECK_BARRED_ERROR", 404],
          ["DISABLED", null, 404],
          ["DISABLED", "USER_ALREADY_PPLUS", 200],
          ["ERROR", "CHECK_DOCUMENT_ERROR", 200],
        ] as const
      ).entries()) {
        const person = { ...PERSON, lastname: `Refusé${"abcd"[at]}` };
        await floor("PUT", `/cards/400000000000007${at}`, person);
        await account(`ended-${at}@example.test`, person);
        await enrolled(`ended-${at}@example.test`, status, error);
        const token = await account(`fresh-${at}@example.test`, person);
        expect([error, (await link(token, `400000000000007${at}`)).status]).toEqual([error, answer]);
      }
    });

    it("is refused while a register names the card's holder", async () => {
      const person = { ...PERSON, lastname: "Exclu" };
      const [, issued] = await floor("PUT", "/cards/4000000000000081", person);
      const set = (since: Date | null) =>
        app.world.database.db
          .updateTable("memberships")
          .set({ excluded_since: since })
          .where("id", "=", issued.member_id ?? "")
          .execute();
      await set(clock.now());
      const token = await account("excluded@example.test", person);
      expect((await link(token, "4000000000000081")).status).toBe(404);
      await set(null);
      expect((await link(token, "4000000000000081")).status).toBe(200);
    });

    it("is given to a namesake born on another day, and to one with another first name", async () => {
      const person = { ...PERSON, lastname: "Homonyme" };
      await account("namesake@example.test", person);
      await disable("namesake@example.test", clock.now());
      const others = [
        { ...person, birthday: "1990-05-18" },
        { ...person, firstname: "Ana" },
      ];
      for (const [at, other] of others.entries()) {
        expect((await floor("PUT", `/cards/400000000000009${at}`, other))[0]).toBe(200);
        const token = await account(`namesake-${at}@example.test`, other);
        expect((await link(token, `400000000000009${at}`)).status).toBe(200);
      }
    });
  });

  it("keeps only a number and a hash of an erased member", async () => {
    const person = { ...PERSON, lastname: "Oublié" };
    const [, issued] = await floor("PUT", "/cards/4000000000000051", { ...person, mobile: "+33639980501" });
    const token = await member("forget@example.test", person, "+33639980501");
    await link(token, "4000000000000051");
    const { db } = app.world.database;
    const { id } = await db
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", "forget@example.test")
      .executeTakeFirstOrThrow();
    expect(
      await eraseAccount(
        app.world,
        () => null,
        id,
        () => true,
      ),
    ).toBe(true);
    const [kept] = await db
      .selectFrom("memberships")
      .selectAll()
      .where("id", "=", issued.member_id ?? "")
      .execute();
    expect(kept).toMatchObject({
      status: "erased",
      lastname: null,
      firstname: null,
      birthday: null,
      mobile_phone: null,
    });
    expect(await floor("GET", "/cards/4000000000000051")).toMatchObject([200, { status: "blocked", name: "" }]);
    // The same person can enroll again.
    expect((await floor("PUT", "/cards/4000000000000052", person))[0]).toBe(200);
  });
});

describe("matching people", () => {
  const name = fc.constantFrom("Aubry", "aubry", "Delmas-Ferré", "DELMAS FERRE", "d’Aubencourt", "", null);
  const named: fc.Arbitrary<KnownPerson> = fc.record({
    lastname: name,
    firstname: fc.constantFrom("Camille", "CAMILLE", "Camille Marie", "Élodie", null),
    birthday: fc.constantFrom("1988-03-14", "1988-03-15", null),
    mobilePhone: fc.constantFrom("+33639980111", "+33639980112", null),
  });
  const sameName = (one: string | null, other: string | null) => bare(one) !== "" && bare(one) === bare(other);
  const bare = (text: string | null) =>
    (text ?? "")
      .normalize("NFD")
      .replaceAll(/[^a-z]/gi, "")
      .toLowerCase();

  it("does not match people who differ in phone, name or birthday", () => {
    fc.assert(
      fc.property(named, named, (one, other) => {
        const holder =
          sameName(one.lastname, other.lastname) && one.birthday !== null && one.birthday === other.birthday;
        expect(hasSameNameAndBirthday(one, other)).toBe(holder);
        const first = (text: string | null) => text?.split(" ")[0] ?? null;
        const same =
          holder &&
          one.mobilePhone !== null &&
          one.mobilePhone === other.mobilePhone &&
          sameName(first(one.firstname), first(other.firstname));
        expect(hasSameNamesBirthdayAndPhone(one, other)).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });

  it("groups a number by four from the right, and back without loss", () => {
    expect([grouped("4819220377160458"), grouped("1234567890123"), grouped("123")]).toEqual([
      "4819 2203 7716 0458",
      "1 2345 6789 0123",
      "123",
    ]);
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,24}$/), (code) => {
        const groups = grouped(code).split(" ");
        expect(groups.join("")).toBe(code);
        expect(groups.slice(1).every((group) => group.length === 4)).toBe(true);
      }),
    );
  });
});

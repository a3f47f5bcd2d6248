import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const DAY_MS = 86_400_000;
const [FRENCH, OTHER_FRENCH, BELGIAN] = [151, 152, 171];
const BLOCKED = [409, { error: "CARD_BLOCKED", status: "blocked" }];
const UNCHECKED = [409, { error: "CHECK_UNAVAILABLE", status: "unchecked" }];
let cards = 0;
let events = 0;

oneDatabase("who may play on the floor", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  beforeAll(async () => {
    const venues = ["port-serac", "valombre", "blankenduin"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    const { excluded, down, asked } = app.world.gateways;
    excluded.clear();
    down.clear();
    asked.length = 0;
  });

  async function floor(method: string, path: string, body: object, site = FRENCH) {
    const answer = await app.send("localhost:3000", `/api/floor${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer floor-${site}` },
      body: JSON.stringify({ event_id: `play ${(events += 1)}`, ...body }),
    });
    return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
  }
  const person = (lastname: string, birthday = "1980-05-05") => ({ lastname, firstname: "Ada", birthday });
  const newCard = () => `61000000000000${String((cards += 1)).padStart(2, "0")}`;
  const issue = (card: string, to: ReturnType<typeof person>, site?: number) =>
    floor("PUT", `/cards/${card}`, to, site);
  const setPin = (card: string, site?: number) => floor("PUT", `/members/${card}/pin`, { pin: "4821" }, site);
  const load = (card: string, site?: number, amount = "100.00") =>
    floor("POST", `/wallets/${card}/loads`, { amount }, site);
  const spend = (card: string, kind: object, site?: number) =>
    floor("POST", `/wallets/${card}/spends`, { amount: "10.00", ...kind }, site);
  const insert = (card: string, site?: number) => floor("POST", `/cards/${card}/insertions`, { machine: "M1" }, site);
  const eject = (card: string, site?: number) => floor("POST", `/cards/${card}/ejections`, { machine: "M1" }, site);
  const earn = (card: string, family: string, site?: number) =>
    floor("POST", "/earnings", { card_number: card, amount: "2.40", family }, site);
  const enter = (card: string, site?: number) =>
    floor("POST", "/entrances", { card_number: card, identity_checked: true }, site);
  function exclude({ lastname, firstname, birthday }: ReturnType<typeof person>) {
    app.world.gateways.excluded.add(`${lastname} ${firstname} ${birthday}`);
  }
  async function memberWithMoney(lastname: string) {
    const [card, who] = [newCard(), person(lastname)];
    await issue(card, who);
    await setPin(card);
    expect(await load(card)).toEqual([200, { amount: "100.00" }]);
    return { card, who };
  }

  it("is nobody whom a register names: no load, no play, no PIN, no other wallet; what they own is paid out", async () => {
    const { card, who } = await memberWithMoney("Exclue");
    exclude(who);
    expect((await enter(card))[1]).toMatchObject({ admitted: false, reason: "CHECK_BARRED_ERROR" });
    expect(await load(card)).toEqual(BLOCKED);
    expect(await spend(card, { kind: "play" })).toEqual(BLOCKED);
    expect(await spend(card, {})).toEqual(BLOCKED);
    expect(await setPin(card)).toEqual(BLOCKED);
    expect(await setPin(card, OTHER_FRENCH)).toEqual(BLOCKED);
    const wallets = app.world.database.db.selectFrom("wallets").select("site_id").where("site_id", "=", OTHER_FRENCH);
    expect(await wallets.execute()).toEqual([]);
    expect(await spend(card, { kind: "cash" })).toEqual([200, { amount: "90.00" }]);
  });

  it("refuses a person whom staff disabled, like an excluded one, and pays out their money", async () => {
    const { card } = await memberWithMoney("Bannie");
    const bea = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"] });
    await bea.does((await bea.find(card)) ?? "", { act: "disable", reason: "conduct" });
    for (const answer of [
      await load(card),
      await spend(card, { kind: "play" }),
      await spend(card, {}),
      await setPin(card),
    ])
      expect(answer).toEqual(BLOCKED);
    expect(await spend(card, { kind: "cash" })).toEqual([200, { amount: "90.00" }]);
    const all = await floor("POST", `/wallets/${card}/spends`, { amount: "90.00", kind: "cash" });
    expect(all).toEqual([200, { amount: "0.00" }]);
    const none = { error: "INSUFFICIENT_FUNDS", status: "OPENED" };
    expect(await spend(card, { kind: "cash" })).toEqual([409, none]);
    const { db } = app.world.database;
    const holder = db.selectFrom("memberships").select("id").where("lastname", "=", "Bannie");
    const paid = db.selectFrom("aml_movements").select("amount_minor").where("kind", "=", "till_payout");
    const counted = await paid.where("membership_id", "in", holder).execute();
    expect(counted.map(({ amount_minor: minor }) => Number(minor)).sort((one, other) => one - other)).toEqual([
      1000, 9000,
    ]);
  });

  it("is nobody with the desk's new number for a lost card: it is paid out in place of the old one, and plays no more", async () => {
    const bea = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"] });
    const [disabled, excluded] = [await memberWithMoney("Perdue"), await memberWithMoney("Égarée")];
    await bea.does((await bea.find(disabled.card)) ?? "", { act: "disable", reason: "conduct" });
    exclude(excluded.who);
    expect((await enter(excluded.card))[1]).toMatchObject({ admitted: false });
    for (const { card } of [disabled, excluded]) {
      expect(await floor("POST", `/cards/${card}/replacements`, {})).toEqual(BLOCKED);
      const at = (await bea.find(card)) ?? "";
      expect((await bea.open(at)).html).toContain('value="card"');
      await bea.does(at, { act: "card", card });
      const { db } = app.world.database;
      const holder = db.selectFrom("cards").select("membership_id").where("card_number", "=", card);
      const inForce = db.selectFrom("cards").select("card_number").where("membership_id", "in", holder);
      const { card_number: made } = await inForce.where("status", "=", "active").executeTakeFirstOrThrow();
      expect(made).not.toBe(card);
      const replaced = { error: "CARD_NOT_ACTIVE", status: "replaced" };
      expect(await spend(card, { kind: "cash" })).toEqual([409, replaced]);
      for (const answer of [
        await spend(made, { kind: "play" }),
        await load(made),
        await insert(made),
        await setPin(made),
      ])
        expect(answer).toEqual(BLOCKED);
      expect(await spend(made, { kind: "cash" })).toEqual([200, { amount: "90.00" }]);
    }
  });

  it("is nobody without a card: reception issues none to whom the register names, or while it is silent", async () => {
    const [card, who] = [newCard(), person("Étrangère")];
    exclude(who);
    expect(await issue(card, who)).toEqual(BLOCKED);
    app.world.gateways.excluded.clear();
    app.world.gateways.down.add("exclusions");
    expect(await issue(card, who)).toEqual(UNCHECKED);
    const { db } = app.world.database;
    const known = db.selectFrom("memberships").select("id").where("lastname", "=", who.lastname);
    expect(await known.execute()).toEqual([]);
    app.world.gateways.down.clear();
    expect((await issue(card, who))[0]).toBe(200);
    const told = db.selectFrom("exclusion_verdicts").select(["verdict", "source"]);
    expect(await told.where("membership_id", "in", known).execute()).toEqual([{ verdict: "clear", source: "ANJ" }]);
    // A known member whom the register names now is excluded from then on.
    exclude(who);
    expect(await issue(card, who)).toEqual(BLOCKED);
    expect(await insert(card)).toEqual(BLOCKED);
  });

  it("is nobody below 21 in Belgium, whichever country issued the card", async () => {
    const [card, who] = [newCard(), person("Jeune", "2007-03-03")];
    expect((await issue(card, who))[0]).toBe(200);
    expect((await enter(card, BELGIAN))[1]).toMatchObject({ admitted: false, reason: "CHECK_AGE_ERROR" });
    expect(await insert(card, BELGIAN)).toEqual(BLOCKED);
    for (const family of ["slots", "elec", "bj"]) expect(await earn(card, family, BELGIAN)).toEqual(BLOCKED);
    expect(await load(card, BELGIAN)).toEqual(BLOCKED);
    expect(await spend(card, {}, BELGIAN)).toEqual(BLOCKED);
    // A meal is no game, and France asks for 18.
    expect(await earn(card, "restaurant", BELGIAN)).toEqual([200, { balance: "2.40" }]);
    expect((await insert(card))[0]).toBe(200);
    expect(await earn(card, "slots")).toEqual([200, { balance: "4.80" }]);
  });

  it("is nobody of another country about whom the venue's register has not answered within a day", async () => {
    const [card, who] = [newCard(), person("Voyageuse")];
    const asked = () => app.world.gateways.asked.filter(({ source }) => source === "EPIS").length;
    await issue(card, who);
    app.world.gateways.down.add("exclusions");
    expect(await insert(card, BELGIAN)).toEqual(UNCHECKED);
    expect((await insert(card))[0]).toBe(200);
    await eject(card);
    app.world.gateways.down.clear();
    expect((await enter(card, BELGIAN))[1]).toMatchObject({ admitted: true });
    expect(asked()).toBe(1);
    expect((await insert(card, BELGIAN))[0]).toBe(200);
    expect((await earn(card, "slots", BELGIAN))[0]).toBe(200);
    expect(asked()).toBe(1);
    clock.advance(DAY_MS);
    exclude(who);
    expect(await earn(card, "slots", BELGIAN)).toEqual(BLOCKED);
    expect(asked()).toBe(2);
    // Whom one country's register names plays nowhere in the group.
    expect(await earn(card, "slots")).toEqual(BLOCKED);
    clock.advance(-DAY_MS);
  });
});

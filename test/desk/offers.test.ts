import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { giveRunningOffers } from "../../src/gifts/offers/operator-offers.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor, type DeskVisitor } from "./desk-visitor.ts";
import { giftHelpers, type GiftHelpers } from "../gifts/gift-helpers.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const NEW = "/desk/offres/nouvelle";

oneDatabase("offers at the desk", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let gifts: GiftHelpers;
  let desk: DeskVisitor;
  beforeAll(async () => {
    const venues = ["port-serac", "valombre", "blankenduin", "montreval"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    gifts = giftHelpers(app);
    desk = await deskVisitor(app, { can: ["OFFERS"], name: "Ines" });
  });
  afterEach(() => {
    clock.set(SATURDAY_EVENING);
    app.world.gateways.down.clear();
    app.world.gateways.excluded.clear();
  });
  afterAll(() => app.close());
  const form = (changes: Record<string, string> = {}) => ({
    key: app.world.uuid(),
    type: "treat",
    label_fr: "Un dessert-offert",
    label_en: "A dessert-on us",
    description_fr: "Ce week-end.",
    description_en: "This weekend.",
    product_fr: "Un dessert",
    product_en: "A dessert",
    target: "all",
    ...changes,
  });
  const made = async (changes: Record<string, string> = {}, visitor = desk) => {
    const answer = await visitor.post(NEW, form(changes));
    expect(answer.location, answer.words).toMatch(/^\/desk\/offres\/desk-/);
    return answer.location ?? "";
  };
  const labels = async (token: string) =>
    ((await gifts.list("available", token)).offers as unknown as { offer: { label: string } }[]).map(
      ({ offer }) => offer.label,
    );

  it("for one member become a gift at once, can be burned at the kiosk, and are counted", async () => {
    const [member, other] = [await gifts.member(), await gifts.member()];
    const at = await made({ target: "member", card_number: member.cardNumber, last_day: "2026-12-31" });
    expect(await labels(member.token)).toEqual(["Un dessert-offert"]);
    expect(await labels(other.token)).toEqual([]);
    const { codes } = await gifts.list("available", member.token);
    expect((await gifts.floor("burns", codes[0] ?? "")).status).toBe(200);
    const page = await desk.open(at);
    expect(page.words).toContain(`Code ending in ${codes[0]?.slice(-4)}`);
    expect(page.html).not.toContain(codes[0]);
  });

  it("for all members or all home members are given once each, also to later members", async () => {
    const member = await gifts.member();
    const elsewhere = await gifts.membership({}, 152);
    const everyone = (await made({ label_fr: "Pour tous" })).split("/").pop() ?? "";
    const here = (await made({ label_fr: "Pour ici", target: "home_site" })).split("/").pop() ?? "";
    const late = await gifts.member();
    await giveRunningOffers(app.world);
    await giveRunningOffers(app.world);
    const of = async (id: string, membershipId: string) =>
      (
        await app.world.database.db
          .selectFrom("gifts")
          .select("code")
          .where("offer_id", "=", id)
          .where("membership_id", "=", membershipId)
          .execute()
      ).length;
    expect([await of(everyone, member.id), await of(everyone, elsewhere.id), await of(everyone, late.id)]).toEqual([
      1, 1, 1,
    ]);
    expect([await of(here, member.id), await of(here, elsewhere.id), await of(here, late.id)]).toEqual([1, 0, 1]);
  });

  it("are not given to members on a register or not yet checked, and given once they are clear", async () => {
    const [free, barred] = [await gifts.member(), await gifts.member()];
    const { excluded, asked, down } = app.world.gateways;
    const { lastname } = await app.world.database.db
      .selectFrom("memberships")
      .select("lastname")
      .where("id", "=", barred.id)
      .executeTakeFirstOrThrow();
    excluded.add(`${lastname} Ana 1990-05-17`);
    down.add("exclusions");
    await made({ label_fr: "Sous réserve" });
    await app.world.jobs.runAll();
    expect(await labels(free.token)).not.toContain("Sous réserve");
    down.clear();
    await giveRunningOffers(app.world);
    expect(await labels(free.token)).toContain("Sous réserve");
    expect(await labels(barred.token)).not.toContain("Sous réserve");
    expect(asked.at(-1)).toMatchObject({ purpose: "marketing" });
  });

  it("become available at their start and end with the last gaming day", async () => {
    const member = await gifts.member();
    const target = { target: "member", card_number: member.cardNumber };
    await made({ ...target, label_fr: "Demain", available_from: "2026-11-22T18:00", last_day: "2026-11-23" });
    expect(await labels(member.token)).not.toContain("Demain");
    clock.set("2026-11-22T17:00:00Z");
    expect(await labels(member.token)).toContain("Demain");
    clock.set("2026-11-24T08:59:59Z");
    expect(await labels(member.token)).toContain("Demain");
    clock.set("2026-11-24T09:00:00Z");
    expect(await labels(member.token)).not.toContain("Demain");
  });

  it("with a limited number of uses go to the first who come; a reversed burn gives its use back", async () => {
    const [one, two, three] = [await gifts.member(), await gifts.member(), await gifts.member()];
    await made({ label_fr: "Les deux premiers", use_limit: "2" });
    await app.world.jobs.runAll();
    const codeOf = async (token: string) => {
      const { offers } = await gifts.list("available", token);
      const mine = offers as unknown as { code: string; offer: { label: string } }[];
      return mine.find(({ offer }) => offer.label === "Les deux premiers")?.code ?? "";
    };
    const codes = await Promise.all([one, two, three].map(({ token }) => codeOf(token)));
    const answers = await Promise.all(codes.map((code) => gifts.floor("burns", code)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 409]);
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(answers[loser]?.body["error"]).toBe("LIMIT_REACHED");
    const winner = codes[(loser + 1) % 3] ?? "";
    expect((await gifts.floor("reversals", winner)).status).toBe(200);
    expect((await gifts.floor("burns", codes[loser] ?? "")).status).toBe(200);
  });

  it("are cancelled at once for everybody; used gifts stay used", async () => {
    const [member, other] = [await gifts.member(), await gifts.member()];
    const at = await made({ label_fr: "Annulée" });
    await app.world.jobs.runAll();
    const { codes } = await gifts.list("available", other.token);
    expect(await labels(member.token)).toContain("Annulée");
    await desk.does(at, { act: "cancel" });
    expect(await labels(member.token)).not.toContain("Annulée");
    expect((await gifts.floor("burns", codes[0] ?? "")).status).toBe(409);
    await app.world.jobs.runAll();
    expect((await gifts.stored(codes[0] ?? "")).status).toBe("cancelled");
    expect((await desk.post(at, { act: "cancel" })).status).toBe(422);
    expect((await desk.open(at)).words).toContain("Cancelled");
  });

  it("are created once when the form is submitted twice", async () => {
    const same = form({ label_fr: "Une fois" });
    const answers = await Promise.all([desk.post(NEW, same), desk.post(NEW, same)]);
    expect(answers[0].location).toBe(answers[1].location);
    const rows = await app.world.database.db.selectFrom("offers").select(["id", "label"]).execute();
    expect(rows.filter(({ label }) => label.fr === "Une fois")).toHaveLength(1);
  });

  it("are refused field by field without losing input", async () => {
    const wrong = form({
      label_fr: "",
      label_en: "Kept",
      last_day: "2026-02-30",
      available_from: "2020-01-01T10:00",
      use_limit: "-1",
      target: "member",
      card_number: "12",
      type: "free_play",
      play: "9999999",
    });
    const answer = await desk.post(NEW, wrong);
    expect(answer.status).toBe(422);
    expect(answer.problem("label_fr")).toBe("This field is required.");
    expect(answer.problem("use_limit")).toMatch(/^Enter a whole number/);
    expect(answer.html).toContain('value="Kept"');
    const dates = await desk.post(NEW, { ...wrong, label_fr: "x", use_limit: "" });
    expect(dates.problem("last_day")).toBe("Enter a calendar date.");
    expect(dates.problem("available_from")).toBe("This time has passed: choose a later one.");
    expect(dates.problem("play")).toMatch(/^Enter an amount/);
  });

  describe("follow the country's law:", () => {
    it("Belgium has no offers, not even a form", async () => {
      const belgian = await deskVisitor(app, { venues: ["blankenduin"], can: ["OFFERS"] });
      expect((await belgian.open(NEW)).html).not.toContain('name="label_fr"');
      expect((await belgian.post(NEW, form())).status).toBe(422);
    });

    it("Swiss offers need an authorisation, and play credits stay within 200 francs", async () => {
      const swiss = await deskVisitor(app, { venues: ["montreval"], can: ["OFFERS"] });
      expect((await swiss.post(NEW, form())).problem("is_authorised")).toMatch(/CFMJ/);
      const play = { type: "free_play", play: "201", is_authorised: "1" };
      expect((await swiss.post(NEW, form(play))).problem("play")).not.toBeNull();
      await made({ ...play, play: "200" }, swiss);
    });

    it("French offers cannot name an age other than the legal one", async () => {
      const answer = await desk.post(NEW, form({ description_fr: "Interdit aux moins de 21 ans." }));
      expect(answer.problem("description_fr")).toMatch(/law/);
    });
  });

  it("of another venue are not found", async () => {
    const at = await made();
    const other = await deskVisitor(app, { venues: ["valombre"], can: ["OFFERS"] });
    expect((await other.open(at)).status).toBe(404);
    expect((await other.post(at, { act: "cancel" })).status).toBe(422);
  });

  it("are refused to operators without OFFERS", async () => {
    const powerless = await deskVisitor(app, { can: ["AUDIT"] });
    expect((await powerless.post(NEW, form())).status).toBe(403);
  });
});

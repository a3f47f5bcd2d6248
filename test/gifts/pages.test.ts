import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GATES } from "../../src/accounts/gates.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { giftHelpers, type GiftHelpers } from "./gift-helpers.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { linkAccount } from "../../src/loyalty/queries.server.ts";

const clock = standingClock(SATURDAY_EVENING);
let database: Database;
let app: TestApp;
let gifts: GiftHelpers;
beforeAll(async () => {
  const venues = ["port-serac", "valombre", "blankenduin", "montreval"];
  app = await openIsolatedApp({ venues, clock, pictures: "stand-ins" });
  database = app.world.database;
  gifts = giftHelpers(app);
});
afterAll(() => app.close());

function visitorOf(token: string, { slug = "port-serac", locale = "en" } = {}) {
  const visitor = formVisitor(app, { slug, locale });
  visitor.cookies.set("user_token", token);
  return visitor;
}
const sheetOf = (html: string) => /<dialog[^>]*id="offers-sheet"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? "";
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
const hrefsOf = (html: string) =>
  [...html.matchAll(/\shref="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

describe("popup=Offers", () => {
  it("says in both lists that there are no gifts", async () => {
    const { token } = await gifts.account();
    const visitor = visitorOf(token);
    expect(wordsOf(sheetOf((await visitor.open("/?popup=Offers")).html))).toContain(
      "There are currently no offers on your account.",
    );
    expect(wordsOf(sheetOf((await visitor.open("/?popup=Offers&gifts=used")).html))).toContain(
      "You haven't used any offers yet.",
    );
  });

  it("shows gifts as tiles with their short expiry date, and used ones without a link", async () => {
    const ana = await gifts.member();
    const near = await gifts.gift(
      await gifts.offer({
        label: { fr: "10 €-de jeu", en: "€10-of play" },
        expires_at: new Date("2026-12-12T00:00:00+01:00"),
      }),
      { membershipId: ana.id },
    );
    const far = await gifts.gift(await gifts.offer({ expires_at: new Date("2027-06-12T00:00:00+02:00") }), {
      membershipId: ana.id,
    });
    const used = await gifts.gift(await gifts.offer(), { membershipId: ana.id });
    await gifts.floor("burns", used);
    const visitor = visitorOf(ana.token);
    const list = sheetOf((await visitor.open("/jeux?popup=Offers")).html);
    expect(wordsOf(list)).toMatch(/Active 2 Used 1 /);
    expect(wordsOf(list)).toContain("€10 of play Until 11 Dec");
    expect(wordsOf(list).match(/Until/g)).toHaveLength(1);
    expect(hrefsOf(list)).toEqual(
      expect.arrayContaining([near, far].map((code) => `/jeux?popup=Offers&qrcode=${code}`)),
    );
    const past = sheetOf((await visitor.open("/jeux?popup=Offers&gifts=used")).html);
    expect(past).toContain("is-used");
    expect(past).not.toContain("qrcode=");
    // French law requires the gambling warning with every offer.
    const french = sheetOf((await visitorOf(ana.token, { locale: "fr" }).open("/?popup=Offers")).html);
    expect(wordsOf(french)).toContain("09 74 75 13 13");
  });

  it("goes through its gates in their order", async () => {
    expect(GATES.Offers.map(({ target }) => target)).toEqual(["Login", "Menu", "PhoneDefine"]);
    const back = encodeURIComponent("/jeux?popup=Offers&qrcode=3041877296051");
    const path = "/jeux?popup=Offers&qrcode=3041877296051";
    expect((await formVisitor(app).open(path)).location).toBe(`/me-connecter?redirect=${back}`);
    const registered = await gifts.people.register("gate@example.test");
    const token = registered.body.data?.token ?? "";
    expect((await visitorOf(token).open(path)).location).toBe(`/?popup=Menu&redirect=${back}`);
    const confirmed = await gifts.people.member("gate-two@example.test");
    expect((await visitorOf(confirmed).open(path)).location).toBe(`/phone-define?redirect=${back}`);
  });

  it("stays empty in Belgium, where the menu has no gifts, and closed in Switzerland", async () => {
    const ana = await gifts.member();
    await gifts.gift(await gifts.offer({}, [51, 71]), { membershipId: ana.id });
    const belgian = visitorOf(ana.token, { slug: "blankenduin" });
    expect(wordsOf(sheetOf((await belgian.open("/?popup=Offers")).html))).toContain("There are currently no offers");
    expect((await belgian.open("/?popup=Menu")).html).not.toContain("gifts-summary");
    expect((await visitorOf(ana.token, { slug: "montreval" }).open("/agenda?popup=Offers")).location).toBe("/");
  });
});

describe("the page of a gift", () => {
  async function opened(changes = {}, query = "") {
    const ana = await gifts.member();
    const offer = await gifts.offer(
      { is_auth: true, expires_at: new Date("2026-12-12T00:00:00+01:00"), ...changes },
      [51, 52],
      [
        {
          id: `product-${ana.id}`,
          label: { fr: "Une coupe", en: "A glass" },
          description: { fr: "12 cl", en: "12 cl" },
          legalNotice: { fr: "Avec modération", en: "In moderation" },
        },
      ],
    );
    const code = await gifts.gift(offer, { membershipId: ana.id });
    const visitor = visitorOf(ana.token);
    const show = async () => sheetOf((await visitor.open(`/?popup=Offers&qrcode=${code}${query}`)).html);
    return { ...ana, code, show };
  }

  it("shows its code as a QR code and in groups, its last day, its products and its venues", async () => {
    const { code, show } = await opened();
    const html = await show();
    const words = wordsOf(html);
    expect(html).toMatch(/<svg class="qr-code"[^>]*width="200"/);
    expect(html).toContain(`data-copy="${code}"`);
    expect(words).toContain(`${code.slice(0, 1)} ${code.slice(1, 5)} ${code.slice(5, 9)} ${code.slice(9)}`);
    for (const text of [
      "Valid until 11 Dec 2026",
      "Scan this QR Code at a kiosk",
      "A glass 12 cl In moderation",
      "Port-Sérac Valombre-les-Bains",
      "Offer reserved for members",
    ])
      expect(words).toContain(text);
  });

  it("leads back to its list, or to the menu if it was opened from there", async () => {
    expect(hrefsOf(await (await opened()).show()).slice(0, 1)).toEqual(["/?popup=Offers"]);
    expect(hrefsOf(await (await opened({}, "&fromMenu=true")).show()).slice(0, 1)).toEqual([
      "/?popup=Menu&reverse=true",
    ]);
  });

  it("tells people without an active membership what to do", async () => {
    const eve = await gifts.account();
    const code = await gifts.gift(await gifts.offer({ is_auth: true }), { accountId: eve.accountId });
    const visitor = visitorOf(eve.token);
    const html = sheetOf((await visitor.open(`/?popup=Offers&qrcode=${code}`)).html);
    expect(wordsOf(html)).toContain("You must be a Club Belrive member to take advantage of this offer.");
    expect(hrefsOf(html)).toContain("/players-plus");
    const joined = await gifts.membership();
    await inTransaction(database, (tx) => linkAccount(tx, eve.accountId, joined));
    expect(wordsOf(sheetOf((await visitor.open(`/?popup=Offers&qrcode=${code}`)).html))).toContain(
      "Offer reserved for members",
    );
    await gifts.lapse(joined.id);
    expect(wordsOf(sheetOf((await visitor.open(`/?popup=Offers&qrcode=${code}`)).html))).toContain(
      "Your membership is no longer active.",
    );
  });

  it("shows no QR code for a reserved, used or expired gift, and says why", async () => {
    const { code, show } = await opened();
    const states = [];
    const note = async () => states.push(/data-gift-state="(\w+)"/.exec(await show())?.[1]);
    await gifts.floor("reservations", code);
    await note();
    expect(await show()).not.toContain("qr-code");
    await gifts.floor("burns", code);
    await note();
    expect(wordsOf(await show())).toContain("Used on 21 Nov 2026");
    const other = await opened();
    clock.set("2026-12-12T00:00:00+01:00");
    states.push(/data-gift-state="(\w+)"/.exec(await other.show())?.[1]);
    clock.set(SATURDAY_EVENING);
    expect(states).toEqual(["reserved", "burned", "expired"]);
  });

  it("shows the list for an unknown code or somebody else's", async () => {
    const { code } = await opened();
    const bob = await gifts.member();
    for (const qrcode of [code, "3041877296051", "x", "%00", "9".repeat(300)]) {
      const html = sheetOf((await visitorOf(bob.token).open(`/?popup=Offers&qrcode=${qrcode}`)).html);
      expect(wordsOf(html)).toContain("There are currently no offers on your account.");
      expect(html).not.toContain(code);
    }
  });
});

describe("gifts in the menu", () => {
  it("are the first three, filled up with empty places, and the number of all", async () => {
    const ana = await gifts.member();
    const visitor = visitorOf(ana.token);
    const part = async () => {
      const { html } = await visitor.open("/?popup=Menu");
      return /<section class="gifts-summary"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
    };
    expect((await part()).match(/is-none/g)).toHaveLength(3);
    expect(wordsOf(await part())).toContain("My Gifts View All");
    const offer = await gifts.offer();
    const codes = [];
    for (let at = 0; at < 4; at += 1) {
      codes.push(await gifts.gift(offer, { membershipId: ana.id }));
      clock.advance(1_000);
      if (at === 1) expect((await part()).match(/is-none/g)).toHaveLength(1);
    }
    const html = await part();
    expect(wordsOf(html)).toContain("View All (4)");
    expect(hrefsOf(html)).toEqual([
      "/?popup=Offers",
      ...codes
        .toReversed()
        .slice(0, 3)
        .map((code) => `/?popup=Offers&qrcode=${code}&fromMenu=true`),
    ]);
  });
});

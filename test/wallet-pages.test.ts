import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GATES } from "../src/members/gates.ts";
import { settleFromBank } from "../src/wallet/reconcile.server.ts";
import type { PaymentFact } from "../src/platform/gateways.ts";
import { standingClock } from "./clock.ts";
import { formVisitor, type Seen } from "./form-visitor.ts";
import type { TestHouse } from "./house.ts";
import { openOwnHouse } from "./own-house.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "./world.ts";

const clock = standingClock(SATURDAY_EVENING);
let house: TestHouse;
let wallets: WalletPeople;
beforeAll(async () => {
  const venues = ["port-serac", "valombre", "la-rochemar", "blankenduin", "montreval"];
  house = await openOwnHouse({ venues, clock, pictures: "stand-ins" });
  wallets = walletPeopleOf(house);
});
afterAll(() => house.close());

function visitorOf(token: string, { slug = "port-serac", locale = "en" } = {}) {
  const visitor = formVisitor(house, { slug, locale });
  visitor.cookies.set("user_token", token);
  return visitor;
}
const sheetOf = ({ html }: Seen) => /<dialog[^>]*id="cashless-sheet"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? "";
const summaryOf = ({ html }: Seen) => /<section[^>]*data-member="cashless"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
const shownOf = (html: string) => wordsOf(html.replaceAll(/<(\w+)[^>]*\shidden=""[^>]*>[\s\S]*?<\/\1>/g, " "));

async function unlocked(options: Parameters<WalletPeople["member"]>[0] = {}) {
  const member = await wallets.member(options);
  const unlock = (await wallets.unlockNative(member.token, PIN)).body.unlock ?? "";
  return { ...member, unlock };
}
type Unlocked = WalletMember & { unlock: string };
const open = (member: Unlocked, fields: Record<string, string> = {}, where = {}) =>
  visitorOf(member.token, where).post("/portefeuille", { do: "open", site: "151", unlock: member.unlock, ...fields });
const init = async (member: Unlocked, amount: number, site = 151) => {
  const answer = await wallets.call("POST", "/transaction/init", member.token, {
    provider: "instant_transfer",
    return_url: "http://port-serac.localhost:3000/?popup=Cashless",
    from: "web",
    site_id: site,
    product: { type: "cashless", amount, currency: "EUR" },
    data: { site_id: site, pin_code: member.unlock },
  });
  return answer.body.data as { transaction_uuid: string; link: string };
};
async function tell(uuid: string, fact: PaymentFact, change = {}) {
  const { bank } = house.world.gateways;
  bank.tell(bank.sessionOf(uuid), fact, change);
  await settleFromBank(house.world, house.house.table, uuid);
}
const sessionOf = (uuid: string) => house.world.gateways.bank.sessionOf(uuid);

describe("the gates of popup=Cashless (§2.7, G127)", () => {
  it("lead to the log-in, then to the Menu, keeping what was asked for", async () => {
    expect(GATES.Cashless.map(({ target }) => target)).toEqual(["Login", "Menu"]);
    const path = "/jeux?popup=Cashless&site=151";
    const back = encodeURIComponent(path);
    expect((await formVisitor(house).open(path)).location).toBe(`/me-connecter?redirect=${back}`);
    const fresh = (await wallets.people.register("cashless-gate@example.test")).body.data?.token ?? "";
    expect((await visitorOf(fresh).open(path)).location).toBe(`/?popup=Menu&redirect=${back}`);
  });

  it("lead to the Menu where no site is selected: no member, no wallet here, wallets switched off (G171)", async () => {
    const guest = await wallets.people.member("cashless-guest@example.test");
    expect((await visitorOf(guest).open("/jeux?popup=Cashless")).location).toBe("/jeux?popup=Menu");
    const member = await wallets.member();
    const at = (slug: string, path = "/?popup=Cashless") => visitorOf(member.token, { slug }).open(path);
    expect((await at("port-serac")).status).toBe(200);
    expect((await at("valombre")).location).toBe("/?popup=Menu");
    expect(sheetOf(await at("valombre", "/?popup=Cashless&site=151"))).toContain('data-site="151"');
    expect((await at("valombre", "/?popup=Cashless&site=152")).location).toBe("/?popup=Menu");
    expect((await at("blankenduin", "/?popup=Cashless&site=151")).location).toBe("/?popup=Menu");
    expect((await at("montreval", "/?popup=Cashless&site=151")).location).toBe("/");
    for (const site of ["0", "-1", "99999999999", "x", "151;", "%00"])
      expect((await at("valombre", `/?popup=Cashless&site=${site}`)).location).toBe("/?popup=Menu");
  });
});

describe("the Menu (§2.7)", () => {
  it("shows the home site's wallet first, with all of them below, each with its picture", async () => {
    const { token } = await wallets.member({ sites: [152, 151, 108] });
    const summary = summaryOf(await visitorOf(token, { slug: "valombre" }).open("/jeux?popup=Menu"));
    expect([...summary.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"))).toEqual([
      "/jeux?popup=Cashless&site=151",
      "/jeux?popup=Cashless&site=108",
      "/jeux?popup=Cashless&site=152",
    ]);
    expect(wordsOf(summary)).toMatch(/Casino de Port-Sérac Deposit All My Wallets Casino de la Rochemar/);
    expect(summary.match(/<img/g)).toHaveLength(3);
  });

  it("has no list of one, and nothing where there are no wallets or the site hides them", async () => {
    const one = await wallets.member();
    expect(wordsOf(summaryOf(await visitorOf(one.token).open("/?popup=Menu")))).not.toContain("All My Wallets");
    expect((await visitorOf(one.token, { slug: "blankenduin" }).open("/?popup=Menu")).html).not.toContain("cashless");
    const none = await wallets.member({ sites: [] });
    expect(wordsOf(summaryOf(await visitorOf(none.token).open("/?popup=Menu"))).trim()).toBe("");
  });
});

describe("the locked wallet", () => {
  it("asks for the PIN at this site's own address, and tells nothing of what it holds", async () => {
    const member = await wallets.member();
    await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "180.50" });
    const sheet = sheetOf(await visitorOf(member.token).open("/?popup=Cashless"));
    expect(wordsOf(sheet)).toContain("My PIN Code");
    expect(wordsOf(sheet)).toContain(
      "Always make sure you are on the correct address http://port-serac.localhost:3000",
    );
    expect(wordsOf(sheet)).not.toMatch(/180|2,000|2000/);
    // Nothing could ever send what stands in the field.
    expect(sheet).toMatch(/<input id="wallet-pin"[^>]*autoComplete="current-password"/i);
    expect(/<input id="wallet-pin"[^>]*>/.exec(sheet)?.[0]).not.toContain(" name=");
  });

  it("says how many tries are left, then that the desk has to reset the PIN (G130)", async () => {
    const { token } = await wallets.member();
    const sheet = async () => sheetOf(await visitorOf(token).open("/?popup=Cashless"));
    expect(shownOf(await sheet())).not.toContain("left");
    await wallets.unlockNative(token, "0000");
    expect(shownOf(await sheet())).toContain("You have 2 attempts left.");
    await wallets.unlockNative(token, "0000");
    expect(shownOf(await sheet())).toContain("You have 1 attempt left.");
    await wallets.unlockNative(token, "0000");
    expect(wordsOf(await sheet())).toContain("Your PIN is blocked.");
    expect(await sheet()).not.toContain("data-pin-field");
  });

  it("shows the load failure while the card is in a machine of the venue, with a way out (§8)", async () => {
    const member = await unlocked({ sites: [151, 152] });
    await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
    const words = "Unable to display your account. Make sure your card is not inserted into a machine. Continue";
    expect(wordsOf(sheetOf(await visitorOf(member.token).open("/?popup=Cashless")))).toContain(words);
    expect(wordsOf((await open(member)).html)).toContain(words);
    expect(sheetOf(await visitorOf(member.token).open("/?popup=Cashless&site=152"))).toContain("data-pin-field");
    await wallets.floor("POST", `/cards/${member.card}/ejections`, { machine: "7" });
    expect((await open(member)).html).toContain("data-balance");
  });
});

describe("the open wallet", () => {
  it("shows balance, deposit form, limit and what was paid in today, to the handle alone", async () => {
    const member = await unlocked();
    await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1640.25" });
    const seen = await open(member);
    expect(seen.headers.get("cache-control")).toBe("no-store");
    expect(seen.words).toContain("My Balance");
    expect(seen.html).toContain('aria-label="Balance: €1,640.25"');
    expect(seen.words).toContain("Min: 50€ - Max: 359.75€");
    expect(seen.words).toContain("Instant Transfer");
    expect(seen.words).toContain("€2,000.00");
    expect(seen.words).toMatch(/Deposited during this gaming day€0\.00/);
    expect([...seen.html.matchAll(/data-preset="(\d+)"/g)].map(([, amount]) => amount)).toEqual([
      "50",
      "100",
      "150",
      "200",
      "250",
      "500",
    ]);
    expect(seen.html.match(/data-preset="\d+"[^>]*disabled|disabled=""[^>]*data-preset="\d+"/g)).toHaveLength(1);
    const { company } = await house.world.database.db
      .selectFrom("establishments")
      .select("company")
      .where("site_id", "=", 151)
      .executeTakeFirstOrThrow();
    expect(seen.words).toContain(company);
    const stranger = await unlocked();
    for (const unlock of ["", "x".repeat(43), member.unlock]) {
      const closed = await open({ ...stranger, unlock });
      expect(closed.html).not.toContain("data-balance");
      expect(closed.words).toContain("Your wallet has closed. Please enter your PIN again.");
    }
  });

  it("says 'plafond atteint' where not even 50 € fit (G134), and what a deposit needs (G127)", async () => {
    const member = await unlocked();
    await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1950.01" });
    const full = await open(member, {}, { locale: "fr" });
    expect(full.words).toContain("Plafond atteint");
    expect(full.html).not.toContain("data-deposit=");
    const phoneless = await unlocked();
    const { db } = house.world.database;
    await db
      .updateTable("accounts")
      .set({ mobile_phone_verified_at: null, mobile_phone: null })
      .where("email", "=", phoneless.email)
      .execute();
    expect((await open(phoneless)).html).toContain("/phone-define?redirect=");
    const banned = await unlocked();
    await db
      .updateTable("memberships")
      .set({ excluded_since: clock.now() })
      .where("id", "=", banned.membershipId)
      .execute();
    expect((await open(banned)).words).toContain("This wallet cannot be topped up at the moment.");
  });

  it("lists its movements, the newest first, ten at a time, each with its receipt (G150)", async () => {
    const member = await unlocked();
    for (let at = 1; at <= 12; at += 1)
      await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: `${at}.00` });
    const first = await open(member);
    const amounts = (seen: Seen) => [...seen.html.matchAll(/\+\u202f€(\d+\.00)/g)].map(([, amount]) => amount);
    expect(amounts(first)).toEqual(["12.00", "11.00", "10.00", "9.00", "8.00", "7.00", "6.00", "5.00", "4.00", "3.00"]);
    const older = /data-wallet-page="(\d+)"/.exec(first.html)?.[1] ?? "";
    const second = await open(member, { before: older });
    expect(amounts(second)).toEqual(["2.00", "1.00"]);
    expect(second.words).toContain("Deposit at the casino");
    expect((await open(member, { before: "1e9999" })).status).toBe(200);
  });

  it("answers hostile forms with a page of ours, and leads nowhere else", async () => {
    const member = await unlocked();
    const names = ["site", "unlock", "before", "under", "session_id", "payment"];
    const everywhere = (word: string) => Object.fromEntries(names.map((name) => [name, word]));
    const words = ["", "-1", "99999999999", "151;", "\u0000", "x".repeat(5_000), "//evil.example", "\\evil"];
    const forms = [
      ...words.map((word) => ({ ...everywhere(word), do: "open" })),
      ...words.map((word) => ({ ...everywhere(word), do: "continue" })),
      ...names.map((name) => ({ [name]: "//evil.example" })),
      { do: "x" },
    ];
    for (const form of forms) {
      const seen = await open(member, form);
      expect([200, 303]).toContain(seen.status);
      expect(seen.html + (seen.location ?? "")).not.toContain("evil");
    }
    const foreign = await visitorOf(member.token).post(
      "/portefeuille",
      { do: "open", site: "151", unlock: member.unlock },
      { origin: "http://evil.example", "sec-fetch-site": "cross-site" },
    );
    expect([foreign.status, foreign.html.includes("data-balance")]).toEqual([403, false]);
  });

  it("closes for good with 'Log Out', in this session only", async () => {
    const member = await unlocked();
    const other = await unlocked();
    const visitor = visitorOf(member.token);
    await visitor.post("/portefeuille", { do: "forget", unlock: other.unlock });
    expect((await open(other)).html).toContain("data-balance");
    const gone = await visitor.post("/portefeuille", { do: "forget", unlock: member.unlock });
    expect(gone.location).toBe("/?popup=Menu");
    expect((await open(member)).html).not.toContain("data-balance");
  });
});

describe("the status of a payment (§4)", () => {
  const block = (html: string) => /<section class="payment"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";

  it("is the same on any device and venue host until it has been read (G139)", async () => {
    const member = await unlocked();
    const { transaction_uuid: uuid, link } = await init(member, 75.5);
    const at = (path: string, slug = "port-serac") => visitorOf(member.token, { slug }).open(path);
    for (const slug of ["port-serac", "valombre"]) {
      const words = wordsOf(block(sheetOf(await at("/?popup=Cashless", slug))));
      expect(words).toContain("Redirecting...");
      // Where the member is sent is said before (T40).
      expect(words).toContain(new URL(link).host);
      expect(words).toContain("Payment Page");
    }
    expect((await open(member)).html).not.toContain("data-deposit=");
    const back = `/?popup=Cashless&session_id=${sessionOf(uuid)}&status=payment_created&state=${uuid}`;
    // T4: what the return says is shown, never believed.
    expect(wordsOf(block(sheetOf(await at(back))))).toContain("Waiting for payment");
    expect(wordsOf(block(sheetOf(await at("/?popup=Cashless&session_id=x&status=PAID"))))).not.toContain("completed");
    await tell(uuid, "PENDING_PAYMENT");
    expect(wordsOf(block(sheetOf(await at("/?popup=Cashless"))))).toContain("Waiting for payment");
    await visitorOf(member.token).post("/portefeuille", { do: "continue", payment: uuid });
    expect(block(sheetOf(await at("/?popup=Cashless")))).not.toBe("");
    await tell(uuid, "PAID");
    expect(wordsOf(block(sheetOf(await at("/?popup=Cashless", "valombre"))))).toContain(
      "Payment successfully completed €75.50",
    );
    const opened = await open(member);
    expect(opened.html).toContain('aria-label="Balance: €75.50"');
    expect(opened.words).toMatch(/Deposited during this gaming day€75\.50/);
    const stranger = await wallets.member();
    await visitorOf(stranger.token).post("/portefeuille", { do: "continue", payment: uuid });
    expect(block((await open(member)).html)).not.toBe("");
    expect((await visitorOf(member.token).post("/portefeuille", { do: "continue", payment: uuid })).location).toBe(
      "/?popup=Cashless",
    );
    const after = await open(member);
    expect([block(after.html), after.html.includes("data-deposit=")]).toEqual(["", true]);
    expect(after.words).toContain(uuid);
  });

  it("tells each way in which it may go wrong, and stops waiting (G141, G145)", async () => {
    const words = async (member: Unlocked) => wordsOf(block((await open(member)).html));
    const cancelled = await unlocked();
    await tell((await init(cancelled, 60)).transaction_uuid, "CANCELLED");
    expect(await words(cancelled)).toContain("The last payment was cancelled");
    const failed = await unlocked();
    await tell((await init(failed, 60)).transaction_uuid, "ERROR", { isFinal: true });
    expect(await words(failed)).toContain("Payment failed Your bank did not carry out the transfer.");
    const other = await unlocked();
    await tell((await init(other, 60)).transaction_uuid, "PAID", { amountMinor: 5_000n });
    expect(await words(other)).toContain("We received another amount");
    const kept = await unlocked();
    const { transaction_uuid: uuid } = await init(kept, 60);
    await wallets.floor("POST", `/cards/${kept.card}/insertions`, { machine: "7" });
    await tell(uuid, "PAID");
    clock.advance(25 * 3_600_000);
    await settleFromBank(house.world, house.house.table, uuid);
    await wallets.floor("POST", `/cards/${kept.card}/ejections`, { machine: "7" });
    const { token } = kept;
    const given = block(sheetOf(await visitorOf(token).open("/?popup=Cashless")));
    expect(wordsOf(given)).toContain("Payment failed Your card stayed inserted in a machine.");
    expect(given).not.toContain("data-polled");
  });

  it("goes on at the payment's own venue where nobody is logged in at the host of the return (G139)", async () => {
    const member = await unlocked();
    const session = sessionOf((await init(member, 50)).transaction_uuid);
    const own = `http://port-serac.localhost:3000/?popup=Cashless&session_id=${session}`;
    const back = (host: string, id = session) =>
      house.send(host, `/?popup=Cashless&session_id=${id}&state=x`, { headers: { "accept-language": "en" } });
    expect((await back("localhost:3000")).headers.get("location")).toBe(own);
    expect((await back("valombre.localhost:3000")).headers.get("location")).toBe(own);
    const login = encodeURIComponent(`/?popup=Cashless&session_id=${session}`);
    expect((await back("port-serac.localhost:3000")).headers.get("location")).toBe(`/me-connecter?redirect=${login}`);
    for (const id of ["unknown", "%2F%2Fevil.example", "x".repeat(200)])
      expect((await back("localhost:3000", id)).headers.get("location")).toBe("/");
  });

  it("leads to the bank's page by an address of ours, the payer alone and while it is awaited (T39, T40)", async () => {
    const member = await unlocked();
    const { transaction_uuid: uuid, link } = await init(member, 50);
    const led = async (token: string, payment: string) =>
      (await visitorOf(token).open(`/portefeuille?payment=${payment}`)).location;
    expect(await led(member.token, uuid)).toBe(link);
    const stranger = await wallets.member();
    for (const [token, payment] of [
      [stranger.token, uuid],
      [member.token, "x"],
      [member.token, "00000000-0000-4000-8000-000000000000"],
    ] as const)
      expect(await led(token, payment)).toBe("/?popup=Cashless");
    await tell(uuid, "CANCELLED");
    expect(await led(member.token, uuid)).toBe("/?popup=Cashless");
  });
});

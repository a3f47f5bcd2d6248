import { paymentReference } from "../../src/wallet/payments/payment-names.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GATES } from "../../src/accounts/gates.ts";
import { settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import type { PaymentFact } from "../../src/platform/gateways/bank.ts";
import type { WalletAnswer } from "../../src/wallet/pages/wallet-calls.ts";
import { standingClock } from "../support/clock.ts";
import { formVisitor, type Seen } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let wallets: WalletPeople;
beforeAll(async () => {
  const venues = ["port-serac", "valombre", "la-rochemar", "blankenduin", "montreval"];
  app = await openIsolatedApp({ venues, clock, pictures: "stand-ins" });
  wallets = walletPeopleOf(app);
});
afterAll(() => app.close());

function visitorOf(token: string, { slug = "port-serac", locale = "en" } = {}) {
  const visitor = formVisitor(app, { slug, locale });
  visitor.cookies.set("user_token", token);
  return visitor;
}
const sheetOf = ({ html }: Seen) => /<dialog[^>]*id="cashless-sheet"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? "";
const summaryOf = ({ html }: Seen) => /<section class="wallets-summary"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
const wordsOf = (html: string) =>
  html
    // Large amounts have one element per character.
    .replaceAll(/<\/?i\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
/** What the wallet route answers to the popup's posts. */
const shownOf = ({ html }: Seen) => JSON.parse(html) as WalletAnswer;

async function unlocked(options: Parameters<WalletPeople["member"]>[0] = {}) {
  const member = await wallets.member(options);
  const unlock = (await wallets.unlockNative(member.token, PIN)).body.unlock ?? "";
  return { ...member, unlock };
}
type Unlocked = WalletMember & { unlock: string };
const open = (member: Unlocked, fields: Record<string, string> = {}, where = {}) =>
  visitorOf(member.token, where).post("/portefeuille", { do: "open", site: "151", unlock: member.unlock, ...fields });
const openOf = async (member: Unlocked, fields: Record<string, string> = {}, where = {}) =>
  shownOf(await open(member, fields, where));
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
  const { bank } = app.world.gateways;
  bank.tell(bank.sessionOf(uuid), fact, change);
  await settleFromBank(app.world, app.services.table, uuid);
}
const sessionOf = (uuid: string) => app.world.gateways.bank.sessionOf(uuid);

describe("the access rules of popup=Cashless", () => {
  it("lead to the log-in, then to the Menu, and keep the request", async () => {
    expect(GATES.Cashless.map(({ target }) => target)).toEqual(["Login", "Menu"]);
    const path = "/jeux?popup=Cashless&site=151";
    const back = encodeURIComponent(path);
    expect((await formVisitor(app).open(path)).location).toBe(`/me-connecter?redirect=${back}`);
    const fresh = (await wallets.people.register("cashless-gate@example.test")).body.data?.token ?? "";
    expect((await visitorOf(fresh).open(path)).location).toBe(`/?popup=Menu&redirect=${back}`);
  });

  it("send the new token of a rotated session, both when they open and when they redirect", async () => {
    const member = await wallets.member();
    for (const path of ["/?popup=Cashless&site=151", "/?popup=Cashless"]) {
      // A token is rotated at most once a minute.
      clock.advance(61_000);
      await app.world.database.db.updateTable("sessions").set({ is_rotation_due: true }).execute();
      const seen = await visitorOf(member.token).open(path);
      const cookie = seen.headers.getSetCookie().find((one) => one.startsWith("user_token="));
      expect(cookie, path).toMatch(/^user_token=[\w-]{20,}; /);
      member.token = /^user_token=([\w-]+)/.exec(cookie ?? "")?.[1] ?? "";
    }
  });

  it("lead to the Menu when no wallet can be selected: no membership, no wallet here, or wallets switched off", async () => {
    const guest = await wallets.people.member("cashless-guest@example.test");
    expect((await visitorOf(guest).open("/jeux?popup=Cashless")).location).toBe("/jeux?popup=Menu");
    const member = await wallets.member();
    const at = (slug: string, path = "/?popup=Cashless") => visitorOf(member.token, { slug }).open(path);
    // Without a wallet in the address, the Menu lists them.
    expect((await at("port-serac")).location).toBe("/?popup=Menu");
    expect((await at("valombre")).location).toBe("/?popup=Menu");
    expect((await at("port-serac", "/?popup=Cashless&site=151")).status).toBe(200);
    expect(wordsOf(sheetOf(await at("valombre", "/?popup=Cashless&site=151")))).toContain("Casino de Port-Sérac");
    expect((await at("valombre", "/?popup=Cashless&site=152")).location).toBe("/?popup=Menu");
    expect((await at("blankenduin", "/?popup=Cashless&site=151")).location).toBe("/?popup=Menu");
    expect((await at("montreval", "/?popup=Cashless&site=151")).location).toBe("/");
    for (const site of ["0", "-1", "99999999999", "x", "151;", "%00"])
      expect((await at("valombre", `/?popup=Cashless&site=${site}`)).location).toBe("/?popup=Menu");
  });
});

describe("the Menu", () => {
  it("shows the home site's wallet first, and all of them below, each with its picture", async () => {
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

  it("has no list for a single wallet, and nothing without wallets or on a site that hides them", async () => {
    const one = await wallets.member();
    expect(wordsOf(summaryOf(await visitorOf(one.token).open("/?popup=Menu")))).not.toContain("All My Wallets");
    expect((await visitorOf(one.token, { slug: "blankenduin" }).open("/?popup=Menu")).html).not.toContain("cashless");
    const none = await wallets.member({ sites: [] });
    expect(wordsOf(summaryOf(await visitorOf(none.token).open("/?popup=Menu"))).trim()).toBe("");
  });
});

describe("the locked wallet", () => {
  it("asks for the PIN, shows the genuine address, and tells nothing of the balance", async () => {
    const member = await wallets.member();
    await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "180.50" });
    const sheet = sheetOf(await visitorOf(member.token).open("/?popup=Cashless&site=151"));
    expect(wordsOf(sheet)).toContain("My PIN Code");
    expect(wordsOf(sheet)).toContain(
      "Always make sure you are on the correct address http://port-serac.localhost:3000",
    );
    expect(wordsOf(sheet)).not.toMatch(/180|2,000|2000/);
    // Nothing can send the field's value.
    const field = /<input[^>]*id="wallet-pin"[^>]*>/.exec(sheet)?.[0] ?? "";
    expect(field).toMatch(/autoComplete="current-password"/i);
    expect(field).not.toContain(" name=");
  });

  it("says how many attempts are left, then that reception must reset the PIN", async () => {
    const { token } = await wallets.member();
    const sheet = async () => sheetOf(await visitorOf(token).open("/?popup=Cashless&site=151"));
    expect(wordsOf(await sheet())).not.toContain("left");
    await wallets.unlockNative(token, "0000");
    expect(wordsOf(await sheet())).toContain("You have 2 attempts left.");
    await wallets.unlockNative(token, "0000");
    expect(wordsOf(await sheet())).toContain("You have 1 attempt left.");
    await wallets.unlockNative(token, "0000");
    const blocked = await sheet();
    expect(wordsOf(blocked)).toContain("Your PIN is blocked.");
    expect(blocked).not.toContain('id="wallet-pin"');
    // Where and when it can be reset: the reception's address, its hours now, its phone number.
    const { street_address: street, contact_phone: phone } = await app.world.database.db
      .selectFrom("establishments")
      .select(["street_address", "contact_phone"])
      .where("site_id", "=", 151)
      .executeTakeFirstOrThrow();
    expect(wordsOf(blocked)).toContain(street);
    expect(blocked).toContain(`tel:${phone}`);
    expect(wordsOf(blocked)).toMatch(/Open\. Closes at 4 am/);
  });

  it("shows an error and a way out while the card is in a machine of the venue", async () => {
    const member = await unlocked({ sites: [151, 152] });
    await wallets.floor("POST", `/cards/${member.card}/insertions`, { machine: "7" });
    const words = "Unable to display your account. Make sure your card is not inserted into a machine. Continue";
    expect(wordsOf(sheetOf(await visitorOf(member.token).open("/?popup=Cashless&site=151")))).toContain(words);
    expect(await openOf(member)).toMatchObject({ view: { lock: "inserted" }, open: null });
    expect(sheetOf(await visitorOf(member.token).open("/?popup=Cashless&site=152"))).toContain('id="wallet-pin"');
    await wallets.floor("POST", `/cards/${member.card}/ejections`, { machine: "7" });
    expect((await openOf(member)).open).not.toBeNull();
  });
});

describe("the open wallet", () => {
  it("shows balance, top-up form, limit and today's top-ups, to the handle only", async () => {
    const member = await unlocked();
    await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1640.25" });
    const seen = await open(member);
    expect(seen.headers.get("cache-control")).toBe("no-store");
    const { open: wallet, unlock } = shownOf(seen);
    // The page's own handle is not sent back.
    expect(unlock).toBeNull();
    expect(wallet).toMatchObject({
      balance: "€1,640.25",
      balanceMinor: 164_025,
      limit: "€2,000.00",
      paidInToday: "€0.00",
      deposit: { state: "open", initial: "50", minimum: "50", maximum: "359.75", availableMinor: 35_975 },
    });
    const deposit = wallet?.deposit.state === "open" ? wallet.deposit : null;
    expect(deposit?.presets.map(({ value, isPossible }) => [value, isPossible])).toEqual([
      ["50", true],
      ["100", true],
      ["150", true],
      ["200", true],
      ["250", true],
      ["500", false],
    ]);
    expect(deposit?.beneficiary).toBe("Société du Casino de Port-Sérac SAS");
    const stranger = await unlocked();
    const alert = "Your wallet has closed again. Please re-enter your PIN.";
    for (const other of ["x".repeat(43), member.unlock])
      expect(await openOf({ ...stranger, unlock: other })).toMatchObject({ open: null, alert, unlock: null });
    expect(await openOf({ ...stranger, unlock: "" })).toMatchObject({ open: null, alert: null, unlock: null });
    expect(await openOf({ ...stranger, unlock: "" }, { ended: "true" })).toMatchObject({ open: null, alert });
  });

  it("says 'plafond atteint' when not even 50 € fit, and what a top-up needs", async () => {
    const member = await unlocked();
    await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: "1950.01" });
    expect((await openOf(member)).open?.deposit).toEqual({ state: "full" });
    const phoneless = await unlocked();
    const { db } = app.world.database;
    await db
      .updateTable("accounts")
      .set({ mobile_phone_verified_at: null, mobile_phone: null })
      .where("email", "=", phoneless.email)
      .execute();
    expect((await openOf(phoneless)).open?.deposit).toEqual({ state: "phone" });
    const banned = await unlocked();
    await db
      .updateTable("memberships")
      .set({ excluded_since: clock.now() })
      .where("id", "=", banned.membershipId)
      .execute();
    expect((await openOf(banned)).open?.deposit).toEqual({ state: "refused" });
  });

  it("lists its movements, newest first, ten at a time, each with its receipt", async () => {
    const member = await unlocked();
    for (let at = 1; at <= 12; at += 1)
      await wallets.floor("POST", `/wallets/${member.card}/loads`, { amount: `${at}.00` });
    const first = (await openOf(member)).open;
    const amounts = (wallet: WalletAnswer["open"]) =>
      wallet?.statement.lines.map(({ amount }) => amount.replace("+\u202f€", ""));
    expect(amounts(first)).toEqual(["12.00", "11.00", "10.00", "9.00", "8.00", "7.00", "6.00", "5.00", "4.00", "3.00"]);
    const second = (await openOf(member, { before: first?.statement.older ?? "" })).open;
    expect(amounts(second)).toEqual(["2.00", "1.00"]);
    expect(second?.statement.lines[0]?.kind).toBe("floor-load");
    expect((await open(member, { before: "1e9999" })).status).toBe(200);
  });

  it("answers hostile forms with our own pages, and never redirects elsewhere", async () => {
    const member = await unlocked();
    const names = ["site", "unlock", "before", "under", "session_id", "payment"];
    const everywhere = (word: string) => Object.fromEntries(names.map((name) => [name, word]));
    const words = ["", "-1", "99999999999", "151;", "\u0000", "x".repeat(5_000), "//evil.example", "\\evil"];
    const forms = [
      ...words.map((word) => ({ ...everywhere(word), do: "open" })),
      ...words.map((word) => ({ ...everywhere(word), do: "continue" })),
      ...words.map((word) => ({ ...everywhere(word), do: "withdraw", answer: "wallet" })),
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
    expect([foreign.status, foreign.html.includes("balanceMinor")]).toEqual([403, false]);
  });

  it("is locked for good by 'Log Out', in this session only", async () => {
    const member = await unlocked();
    const other = await unlocked();
    const visitor = visitorOf(member.token);
    await visitor.post("/portefeuille", { do: "forget", unlock: other.unlock });
    expect((await openOf(other)).open).not.toBeNull();
    const gone = await visitor.post("/portefeuille", { do: "forget", unlock: member.unlock });
    expect(gone.location).toBe("/?popup=Menu");
    expect((await openOf(member)).open).toBeNull();
  });
});

describe("the status of a payment", () => {
  const block = (html: string) => /<section class="payment[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";

  it("is the same on any device and venue host until it is dismissed", async () => {
    const member = await unlocked();
    const { transaction_uuid: uuid, link } = await init(member, 75.5);
    const at = (path: string, slug = "port-serac") => visitorOf(member.token, { slug }).open(path);
    for (const slug of ["port-serac", "valombre"]) {
      const words = wordsOf(block(sheetOf(await at("/?popup=Cashless", slug))));
      expect(words).toContain("Redirecting...");
      // The host is shown before the redirect.
      expect(words).toContain(new URL(link).host);
      expect(words).toContain("Payment Page");
    }
    expect((await openOf(member)).view.payment?.uuid).toBe(uuid);
    const back = `/?popup=Cashless&session_id=${sessionOf(uuid)}&status=payment_created&state=${uuid}`;
    // The return's query is displayed but never believed.
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
    expect((await openOf(member)).open).toMatchObject({ balance: "€75.50", paidInToday: "€75.50" });
    const stranger = await wallets.member();
    await visitorOf(stranger.token).post("/portefeuille", { do: "continue", payment: uuid });
    expect((await openOf(member)).view.payment).not.toBeNull();
    expect((await visitorOf(member.token).post("/portefeuille", { do: "continue", payment: uuid })).location).toBe(
      "/?popup=Cashless",
    );
    const after = await openOf(member);
    expect([after.view.payment, after.open?.deposit.state]).toEqual([null, "open"]);
    expect(after.open?.statement.lines[0]?.reference).toBe(paymentReference(uuid));
  });

  it("explains each way to fail, and stops waiting", async () => {
    const at = "/?popup=Cashless&site=151";
    const words = async (member: Unlocked, path = at) =>
      wordsOf(block(sheetOf(await visitorOf(member.token).open(path))));
    const cancelled = await unlocked();
    const { transaction_uuid: left } = await init(cancelled, 60);
    await tell(left, "CANCELLED");
    const back = `${at}&session_id=${sessionOf(left)}`;
    expect(await words(cancelled, back)).toContain("The last payment was cancelled €60.00");
    // On a later visit it is one line beside the wallet.
    expect(await words(cancelled)).toBe("");
    expect(wordsOf(sheetOf(await visitorOf(cancelled.token).open(at)))).toContain(
      "Your last payment, of €60.00, was cancelled. Nothing has been deposited.",
    );
    const failed = await unlocked();
    await tell((await init(failed, 60)).transaction_uuid, "ERROR", { isFinal: true });
    expect(await words(failed)).toContain("Payment failed €60.00 Your bank did not carry out the transfer.");
    const other = await unlocked();
    await tell((await init(other, 60)).transaction_uuid, "PAID", { amountMinor: 5_000n });
    expect(await words(other)).toContain("not the amount you ordered");
    const kept = await unlocked();
    const { transaction_uuid: uuid } = await init(kept, 60);
    await wallets.floor("POST", `/cards/${kept.card}/insertions`, { machine: "7" });
    await tell(uuid, "PAID");
    clock.advance(25 * 3_600_000);
    await settleFromBank(app.world, app.services.table, uuid);
    await wallets.floor("POST", `/cards/${kept.card}/ejections`, { machine: "7" });
    const { token } = kept;
    const given = block(sheetOf(await visitorOf(token).open("/?popup=Cashless")));
    expect(wordsOf(given)).toContain("Payment failed €60.00 Your card stayed inserted in a machine.");
    expect((await openOf(kept)).view.payment).toMatchObject({ isPolled: false, isDecided: true });
  });

  it("redirects to the payment's venue when nobody is logged in at the host of the return", async () => {
    const member = await unlocked();
    const session = sessionOf((await init(member, 50)).transaction_uuid);
    const own = `http://port-serac.localhost:3000/?popup=Cashless&session_id=${session}`;
    const back = (host: string, id = session) =>
      app.send(host, `/?popup=Cashless&session_id=${id}&state=x`, { headers: { "accept-language": "en" } });
    expect((await back("localhost:3000")).headers.get("location")).toBe(own);
    expect((await back("valombre.localhost:3000")).headers.get("location")).toBe(own);
    const login = encodeURIComponent(`/?popup=Cashless&session_id=${session}`);
    expect((await back("port-serac.localhost:3000")).headers.get("location")).toBe(`/me-connecter?redirect=${login}`);
    for (const id of ["unknown", "%2F%2Fevil.example", "x".repeat(200)])
      expect((await back("localhost:3000", id)).headers.get("location")).toBe("/");
  });

  it("redirects to the bank's page, for the payer only and while the payment is open", async () => {
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

  it("leads '/?popup=Cashless' to the wallet of an open or undismissed payment, else to the Menu", async () => {
    const member = await unlocked({ sites: [151, 152] });
    const at = () => visitorOf(member.token).open("/?popup=Cashless");
    expect((await at()).location).toBe("/?popup=Menu");
    const { transaction_uuid: uuid } = await init(member, 50);
    expect(wordsOf(block(sheetOf(await at())))).toContain("Redirecting...");
    await tell(uuid, "PAID");
    expect(wordsOf(block(sheetOf(await at())))).toContain("Payment successfully completed");
    await visitorOf(member.token).post("/portefeuille", { do: "continue", payment: uuid });
    expect((await at()).location).toBe("/?popup=Menu");
  });

  it("says that the bank has not answered an order, which the member may cancel", async () => {
    const member = await unlocked();
    const { bank } = app.world.gateways;
    bank.fault.on = "lost";
    await init(member, 80);
    bank.fault.on = null;
    const shown = await openOf(member);
    const uuid = shown.view.payment?.uuid ?? "";
    expect(shown.view.payment).toMatchObject({ isUnanswered: true, link: null, amountMinor: 8_000 });
    const stranger = await unlocked();
    await open(stranger, { do: "withdraw", answer: "wallet", payment: uuid });
    expect((await openOf(member)).view.payment?.uuid).toBe(uuid);
    const after = await openOf(member, { do: "withdraw", answer: "wallet", payment: uuid });
    expect([after.view.payment, after.open?.reserved]).toEqual([null, null]);
    // Only the bank can cancel a payment that it has answered.
    const { transaction_uuid: other } = await init(member, 90);
    const kept = await openOf(member, { do: "withdraw", answer: "wallet", payment: other });
    expect(kept.view.payment?.uuid).toBe(other);
  });
});

describe("the return from the bank", () => {
  /** Orders as the page does, by the session cookie. Returns the cookie of the answer. */
  async function ordered(member: Unlocked, { slot = member.unlock, headers = {} } = {}) {
    const answer = await app.send("port-serac.localhost:3000", "/api/transaction/init", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "http://port-serac.localhost:3000",
        cookie: `user_token=${member.token}`,
        ...headers,
      },
      body: JSON.stringify({
        provider: "instant_transfer",
        return_url: "http://port-serac.localhost:3000/?popup=Cashless",
        from: "web",
        site_id: 151,
        product: { type: "cashless", amount: 50, currency: "EUR" },
        data: { site_id: 151, pin_code: slot },
      }),
    });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { transaction_uuid: string } };
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("wallet_return="));
    return { uuid: data.transaction_uuid, cookie, token: /=([\w-]{43});/.exec(cookie ?? "")?.[1] ?? "" };
  }
  /** Returns with the cookie and without a handle. */
  async function comeBack(member: { token: string }, token: string, fields: Record<string, string> = {}) {
    const visitor = visitorOf(member.token);
    visitor.cookies.set("wallet_return", token);
    const seen = await visitor.post("/portefeuille", { do: "open", site: "151", ...fields });
    return { ...shownOf(seen), cookies: seen.headers.getSetCookie() };
  }

  it("an order with a handle sets a cookie of five minutes for the wallet's route only", async () => {
    const { cookie } = await ordered(await unlocked());
    expect(cookie).toMatch(/; Max-Age=300; Path=\/portefeuille; Secure; HttpOnly; SameSite=Lax$/);
  });

  it("the first return exchanges the cookie for a new handle; a second one does not", async () => {
    const member = await unlocked();
    const { token } = await ordered(member);
    const back = await comeBack(member, token);
    expect(back.open).not.toBeNull();
    expect(back.unlock).toMatch(/^[\w-]{43}$/);
    expect(back.unlock).not.toBe(member.unlock);
    expect(back.cookies.join()).toContain("wallet_return=; Max-Age=0");
    expect((await wallets.unlock(member.token, back.unlock ?? "")).status).toBe(200);
    expect(await comeBack(member, token)).toMatchObject({ open: null, unlock: null, alert: null });
  });

  it("the cookie stays unused while the page has its handle", async () => {
    const member = await unlocked();
    const { token } = await ordered(member);
    const before = await comeBack(member, token, { unlock: member.unlock });
    expect([before.open === null, before.cookies.join().includes("wallet_return")]).toEqual([false, false]);
    expect((await comeBack(member, token)).open).not.toBeNull();
  });

  it("the cookie unlocks nothing for another session or site, after five minutes, after 'Log Out' or a new PIN", async () => {
    const member = await unlocked({ sites: [151, 152] });
    const { token } = await ordered(member);
    const second = (await wallets.people.logIn(member.email)).body.data?.token ?? "";
    expect((await comeBack({ token: second }, token)).open).toBeNull();
    expect((await comeBack(member, token, { site: "152" })).open).toBeNull();
    const again = async (between: () => unknown) => {
      const { token: newer } = await ordered(member, {
        slot: (await wallets.unlockNative(member.token, PIN)).body.unlock ?? "",
      });
      await between();
      return (await comeBack(member, newer)).open;
    };
    expect(await again(() => undefined)).not.toBeNull();
    expect(await again(() => clock.advance(300_000))).toBeNull();
    expect(await again(() => visitorOf(member.token).post("/portefeuille", { do: "forget" }))).toBeNull();
    expect(await again(() => wallets.floor("PUT", `/members/${member.card}/pin`, { pin: PIN }))).toBeNull();
  });

  it("the cookie is set however the member is known, but not for an order with the PIN itself", async () => {
    const member = await unlocked();
    const bearer = { authorization: `Bearer ${member.token}` };
    const { token } = await ordered(member, { headers: bearer });
    expect((await comeBack(member, token)).open).not.toBeNull();
    const other = await unlocked();
    const box = await wallets.box(other.token, PIN);
    expect((await ordered(other, { slot: box })).cookie).toBeUndefined();
  });
});

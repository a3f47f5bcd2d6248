import naughtyStrings from "big-list-of-naughty-strings" with { type: "json" };
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureHeadlessShell } from "../../bin/ensure-browser.ts";
import { sanitiseInline, sanitiseRich } from "../../src/content/sanitise.server.ts";
import { standingClock } from "../support/clock.ts";
import { deskVisitor, type DeskVisitor } from "../desk/desk-visitor.ts";
import { BROWSER_ARGS } from "../e2e/browser-args.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SCRIPT_VECTORS } from "../content/script-vectors.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const ORIGIN = "http://port-serac.localhost:3000";
/** Our own vectors and the Big List of Naughty Strings (MIT), except for strings that PostgreSQL cannot store. */
const VECTORS = [...SCRIPT_VECTORS, ...naughtyStrings].filter((text) => text !== "" && !/[\0\uD800-\uDFFF]/.test(text));
/** One member carries every vector. More members would mean more pages, not more vectors. */
const MEMBERS = 1;

describe("hostile text in a member's data", () => {
  let app: TestApp;
  let wallets: WalletPeople;
  let desk: DeskVisitor;
  let browser: Browser;
  beforeAll(async () => {
    const clock = standingClock(SATURDAY_EVENING);
    app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
    wallets = walletPeopleOf(app);
    desk = await deskVisitor(app, { name: "Camille", locale: "fr" });
    browser = await chromium.launch({ executablePath: await ensureHeadlessShell(), args: BROWSER_ARGS });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.close();
    await app.world.database.close();
  });

  it("is refused as a name, as a nickname and on the floor's cards", async () => {
    const marked = SCRIPT_VECTORS.filter((text) => /[<>"&;(]/.test(text));
    const member = await wallets.member();
    for (const text of marked.slice(0, 25)) {
      for (const pseudo of [text, text.slice(0, 20)])
        expect([422, 429], pseudo).toContain((await wallets.call("PUT", "/users", member.token, { pseudo })).status);
      const person = { lastname: text, firstname: text, birthday: "1980-02-03" };
      expect((await wallets.floor("PUT", "/cards/4000000000000002", person)).status, text).toBe(422);
    }
  });

  it(
    "never runs once it is in the database, at the desk and on the member's pages, with the policy on and off",
    { timeout: 240_000 },
    async () => {
      const people: { member: WalletMember; paths: string[] }[] = [];
      for (let at = 0; at < MEMBERS; at += 1) {
        const member = await wallets.member();
        await beginTopUp(member);
        await callNames(member, at);
        const found = await desk.find(member.card);
        expect(found).toMatch(/^\/desk\/membres\//);
        people.push({ member, paths: [found ?? ""] });
      }
      const executed: string[] = [];
      let shown = 0;
      for (const bypassCSP of [false, true])
        for (const { member, paths } of people) {
          const context = await watched(bypassCSP, executed, member);
          const page = await context.newPage();
          const own = ["Menu", "Account", "Card", "Offers", "Cashless"].map((popup) => `/?popup=${popup}`);
          for (const path of [
            ...own,
            "/pseudo",
            ...paths,
            "/desk/paiements",
            "/desk/vigilance?all=1",
            "/desk/journal",
          ]) {
            const answer = await page.goto(`${ORIGIN}${path}`, { waitUntil: "load" });
            expect(answer?.status(), path).toBe(200);
            if ((await page.content()).includes("canary")) shown += 1;
          }
          await context.close();
        }
      expect(executed).toEqual([]);
      // The nickname's page, the desk's page of the member and its payments, each with the policy on and off.
      expect(shown).toBeGreaterThanOrEqual(MEMBERS * 2 * 3);
    },
  );

  it("survives the sanitiser only as allowed tags, which Chromium's parser leaves unchanged", async () => {
    const pieces = fc.oneof(fc.constantFrom(...VECTORS), fc.string({ unit: "binary", maxLength: 8 }));
    const texts = fc
      .sample(fc.array(pieces, { maxLength: 8 }), { numRuns: 400, seed: 7 })
      .map((parts) => parts.join(""));
    const page = await browser.newPage();
    for (const [sanitise, tags] of [
      [sanitiseInline, ["B", "I", "U", "A", "BR"]],
      [sanitiseRich, ["B", "I", "U", "A", "BR", "P", "H2", "H3", "H4", "UL", "OL", "LI"]],
    ] as const) {
      const clean = texts.map(sanitise);
      const read = await parsedIn(page, clean);
      for (const [at, { html, again, elements, attributes }] of read.entries()) {
        expect(again, clean[at]).toBe(html);
        expect(
          elements.filter((tag) => !tags.some((one) => one === tag)),
          clean[at],
        ).toEqual([]);
        expect(
          attributes.filter((name) => !/^href=(https?:\/\/|mailto:|tel:)/i.test(name)),
          clean[at],
        ).toEqual([]);
      }
      // What the engine serialised passes through the server's sanitiser unchanged.
      const back = await parsedIn(
        page,
        read.map(({ html }) => sanitise(html)),
      );
      expect(back.map(({ html }) => html)).toEqual(read.map(({ html }) => html));
    }
    await page.close();
  });

  /** Each fragment read and written by the engine, and what it found in it. */
  function parsedIn(page: Page, fragments: string[]) {
    return page.evaluate(
      (all) =>
        all.map((fragment) => {
          const read = (html: string) => new DOMParser().parseFromString(`<body>${html}`, "text/html").body;
          const body = read(fragment);
          const elements = [...body.querySelectorAll("*")];
          return {
            html: body.innerHTML,
            again: read(body.innerHTML).innerHTML,
            elements: elements.map(({ tagName }) => tagName),
            attributes: elements.flatMap((one) => [...one.attributes].map(({ name, value }) => `${name}=${value}`)),
          };
        }),
      fragments,
    );
  }

  /** So that the desk's lists of payments and of vigilance name the member. */
  async function beginTopUp(member: WalletMember): Promise<void> {
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    const init = await wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: `${ORIGIN}/?popup=Cashless`,
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 50, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    expect(init.status).toBe(200);
    const { floor } = wallets;
    expect((await floor("POST", `/wallets/${member.card}/loads`, { amount: "50.00" })).status).toBe(200);
  }

  /** Past every check, as if one of them had failed: every text that a member has is vectors, all of them over the members. */
  async function callNames({ email, membershipId }: WalletMember, at: number): Promise<void> {
    const own = VECTORS.filter((_, number) => number % MEMBERS === at);
    const some = (from: number) => [...own.slice(from), ...own.slice(0, from)].join(" ");
    const { db } = app.world.database;
    await db
      .updateTable("accounts")
      .set({
        lastname: some(0),
        firstname: some(40),
        pseudo: some(80),
        pseudo_folded: `vectors ${at}`,
        email: some(20).toLowerCase().slice(0, 600),
      })
      .where("email", "=", email)
      .execute();
    await db
      .updateTable("memberships")
      .set({ lastname: some(0), firstname: some(40) })
      .where("id", "=", membershipId)
      .execute();
  }

  /** A browser context whose requests the app answers. Records every canary that a vector calls and every request to another host. */
  async function watched(bypassCSP: boolean, executed: string[], { token }: WalletMember): Promise<BrowserContext> {
    // The worker would fetch past the route below, find no server and show its page for people who are offline.
    const context = await browser.newContext({ bypassCSP, locale: "fr-FR", serviceWorkers: "block" });
    const note = (what: string) => executed.push(`${what} (policy ${bypassCSP ? "off" : "on"})`);
    await context.exposeFunction("noteExecution", note);
    await context.addInitScript(() => {
      const told = window as unknown as Record<string, unknown> & { noteExecution: (what: string) => void };
      for (const name of ["canary", "alert", "confirm", "prompt", "print"])
        told[name] = () => told.noteExecution(`${name} on ${location.href}`);
    });
    await context.route("**/*", async (route) => {
      const request = route.request();
      const url = new URL(request.url());
      if (url.origin !== ORIGIN) {
        note(`asked ${request.url()}`);
        return route.abort();
      }
      // No vector is a picture or a face of ours, and there are many.
      if (["image", "font"].includes(request.resourceType())) return route.fulfill({ status: 204 });
      const body = request.postDataBuffer();
      const answer = await app.send(url.host, url.pathname + url.search, {
        method: request.method(),
        headers: { ...(await request.allHeaders()), "accept-encoding": "identity" },
        ...(body === null ? {} : { body: new Uint8Array(body) }),
      });
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== "set-cookie"));
      return route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
    });
    await context.addCookies([
      { name: "user_token", value: token, url: ORIGIN, httpOnly: true, secure: true },
      { name: "operator_token", value: desk.staff.token, url: ORIGIN, httpOnly: true, secure: true },
    ]);
    return context;
  }
});

import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import naughtyStrings from "big-list-of-naughty-strings" with { type: "json" };
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { openSecrets } from "../../src/platform/secrets/secrets.server.ts";
import { amount } from "../support/proof.ts";
import { SCRIPT_VECTORS } from "../content/script-vectors.ts";
import { api, comeAs, newMember, type NewMember } from "./new-member.ts";
import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { DATA_DIR, staffToken } from "./staff-link.ts";
import { expect, test } from "./watched.ts";

/** Our own vectors and the Big List of Naughty Strings (MIT). */
const VECTORS = [...SCRIPT_VECTORS, ...naughtyStrings].filter((text) => text !== "" && !/[\0\uD800-\uDFFF]/.test(text));
/** A venue that is not visible, so no other test looks at it. */
const SLUG = "bientot";
/** Pages that consist of one text of the venue, by address and key. */
const TEXT_PAGES = ["cgu", "politique-de-confidentialite"];

/**
 * How many pages of each kind to open from lists, and how many offers to make. `npm run proof -- vectors` uses more.
 */
const LINKS = amount({ test: 2, proof: 6 });
const OFFERS = amount({ test: 5, proof: 8 });
/** Pages that one browser opens in parallel. */
const TABS = 2;

test.describe.configure({ mode: "serial" });

/** Stored once, opened twice: with the policy that visitors get, and without any. */
let stored: Stored;
type Stored = { cookies: { url: string; value: string }[]; editor: string; member: NewMember; paths: string[] };

test("runs no script from any field of operators and members, with and without the security policy @once", async ({
  browser,
  allowComplaint,
}) => {
  test.setTimeout(300_000);
  allowComplaint(/./);
  stored = await store(browser);
  const { paths } = stored;
  const seen = await Promise.all([false, true].map((bypassCSP) => look(browser, stored, bypassCSP)));
  for (const { executed, showing } of seen) {
    expect(executed).toEqual([]);
    expect(showing.length, "pages that show stored vectors").toBeGreaterThan(10);
    for (const address of paths.filter((one) => one.endsWith("cgu") || one.includes("locale=en")))
      expect(showing).toContain(address);
  }
});

/** Opens every page in which a stored vector could run. Records what ran, and where. */
async function look(
  browser: Browser,
  { cookies, editor, member, paths }: Stored,
  bypassCSP: boolean,
): Promise<{ executed: string[]; showing: string[] }> {
  const [executed, showing]: [string[], string[]] = [[], []];
  const context = await watched(browser, bypassCSP, executed);
  await comeAs(context, member);
  for (const { url, value } of cookies) await staffCookie(context, url, value);
  const left = [...paths];
  async function walk(): Promise<void> {
    const page = await pageOf(context);
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      await page.goto(address, { waitUntil: "domcontentloaded" });
      executed.push(...(await suspects(page, address)));
      if ((await page.content()).includes("canary")) showing.push(address);
    }
    await page.close();
  }
  const isEnglish = (address: string) => address.includes("locale=en");
  // A page in English sets the language of those that follow, so they come last.
  const english = left.splice(left.findIndex(isEnglish));
  await Promise.all(Array.from({ length: TABS }, walk));
  left.push(...english);
  await walk();
  const page = await pageOf(context);
  executed.push(...(await typed(page)));
  // The editor's page has a policy of its own, without Trusted Types.
  await staffCookie(context, home(SLUG), editor);
  for (const path of ["?locale=fr", "cgu"]) {
    await page.goto(home(SLUG, path));
    executed.push(...(await suspects(page, `${path} in the editor`)));
  }
  await context.close();
  return { executed, showing };
}

/**
 * A page without pictures and fonts. They contain no text, and encoding the pictures of a new venue would take most of the time. The
 * browser itself blocks them: a route would ask the test about every request.
 */
async function pageOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*/media/*", "*.woff2"] });
  return page;
}

test("detects a script that does run, so that the test above can fail @once", async ({ browser, allowComplaint }) => {
  allowComplaint(/./);
  const executed: string[] = [];
  const context = await watched(browser, true, executed);
  const page = await context.newPage();
  await page.goto(home(SLUG, "cgu"));
  await page.evaluate(() => {
    const image = document.createElement("img");
    image.setAttribute("onerror", "canary(1)");
    image.src = "x:";
    document.body.append(image);
  });
  await expect.poll(() => executed.length).toBeGreaterThan(0);
  expect(await suspects(page, "here")).not.toEqual([]);
  await context.close();
});

test.afterAll(async () => {
  if (stored !== undefined) await importVenue(await venueFile());
});

/** Puts vectors into every text of the venue, its pages and its offers, as far as each accepts them. */
async function store(browser: Browser): Promise<Stored> {
  await importWithVectors(await venueFile());
  const editor = await staffToken(SLUG, "Script");
  await saveTexts(editor);
  await describePictures(editor);
  const member = await newMember();
  await tryNicknames(member);
  const [desk, offers] = [
    await staffToken(SLUG, "Script", ["MEMBERS_READ", "AUDIT", "STAFF", "VENUE_DATA"]),
    await staffToken("port-serac", "Script", ["OFFERS", "AUDIT"]),
  ];
  const made = await makeOffers(browser, offers, member);
  const pages = ["", "agenda", "restauration"];
  const items = (await Promise.all(pages.map(linksOf))).flat();
  const own = [...TEXT_PAGES, "legal-notices", "jeux", "spectacles", "?popup=Menu", "desk/journal", "desk/equipe"];
  const cookies = [
    { url: home(SLUG), value: desk },
    { url: home("port-serac"), value: offers },
  ];
  return {
    cookies,
    editor,
    member,
    // The browser keeps the language of an address, so English ones come last.
    paths: [
      ...new Set([...[...pages, ...own].map((path) => home(SLUG, path)), ...items, ...made]),
      ...["", "agenda", ...TEXT_PAGES].map((path) => home(SLUG, `${path}?locale=en`)),
    ],
  };
}

function staffCookie(context: BrowserContext, url: string, value: string): Promise<void> {
  return context.addCookies([{ name: "operator_token", value, url, httpOnly: true, secure: true }]);
}

async function venueFile(): Promise<object> {
  return JSON.parse(await readFile(`demo/venues/${SLUG}.json`, "utf8")) as object;
}

async function importVenue(data: object): Promise<{ status: number; problems: { key: string }[] }> {
  const { importKey } = openSecrets(`${DATA_DIR}/secrets.json`);
  const answer = await api("POST", "/imports", { data }, { authorization: `Bearer ${importKey}` });
  return {
    status: answer.status,
    problems: Array.isArray(answer.body.error) ? (answer.body.error as { key: string }[]) : [],
  };
}

/**
 * Puts several vectors into every text of the import, or one, or none. The import's errors name the texts that it
 * refuses.
 */
async function importWithVectors(original: object): Promise<void> {
  const trials = new Map<string, number>();
  for (let round = 0; round < 8; round += 1) {
    let at = 0;
    const data = replaced(original, "", (path, text) => {
      at += 1;
      const trial = trials.get(path) ?? 0;
      if (trial > 1) return text;
      const some = Array.from(
        { length: trial === 0 ? 12 : 1 },
        (_, n) => VECTORS[(at * 13 + n) % VECTORS.length] ?? "",
      );
      return some.join(" ");
    });
    const { status, problems } = await importVenue(data as object);
    if (status === 200) return;
    expect(problems.length, `${status}`).toBeGreaterThan(0);
    for (const { key } of problems)
      for (const path of pathsAt(original, key)) trials.set(path, (trials.get(path) ?? 0) + 1);
  }
  throw new Error("The import accepted no vectors");
}

function replaced(value: unknown, path: string, change: (path: string, text: string) => string): unknown {
  if (typeof value === "string") return change(path, value);
  if (Array.isArray(value)) return value.map((one, at) => replaced(one, `${path}[${at}]`, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaced(one, path === "" ? key : `${path}.${key}`, change)]),
  );
}

/** The texts that a problem's path names or contains. A problem without a path is about all of them. */
function pathsAt(original: object, problem: string): string[] {
  const paths: string[] = [];
  replaced(original, "", (path, text) => {
    paths.push(path);
    return text;
  });
  const plain = (path: string) => path.replaceAll(/[[\].]+/g, ".").replace(/\.$/, "");
  const wanted = plain(problem);
  const found = paths.filter((path) => plain(path) === wanted || plain(path).startsWith(`${wanted}.`));
  return found.length === 0 ? paths : found;
}

/**
 * Saves texts of two pages in both languages: every vector in a paragraph, and some in every other kind of block. All
 * must be stored.
 */
async function saveTexts(token: string): Promise<void> {
  const blocks = [
    ...VECTORS.map((text) => ({ type: "paragraph", data: { text } })),
    ...VECTORS.slice(0, 40).map((text) => ({ type: "quote", data: { text, caption: text } })),
    { type: "list", data: { style: "unordered", items: VECTORS.slice(0, 100) } },
    { type: "list", data: { style: "ordered", items: VECTORS.slice(100, 200) } },
  ];
  const places = TEXT_PAGES.flatMap((key) => ["fr", "en"].map((locale) => ({ key, locale })));
  const each = Math.ceil(blocks.length / places.length);
  for (const [at, { key, locale }] of places.entries()) {
    const headers = { authorization: `Bearer ${token}`, locale, origin: home(SLUG).slice(0, -1) };
    const save = (some: object[]) =>
      api("PUT", "/project/content", { key, content: JSON.stringify({ blocks: some }) }, headers);
    let some = blocks.slice(at * each, (at + 1) * each);
    let saved = await save(some);
    if (saved.status === 422) {
      // Leaves out the few vectors that the editor's checks or a limit refuse.
      const named = (Array.isArray(saved.body.error) ? (saved.body.error as { key: string }[]) : []).map(
        (problem) => /^content\.blocks\.(\d+)/.exec(problem.key)?.[1],
      );
      some = some.filter((_, number) => !named.includes(String(number)));
      saved = await save(some);
    }
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(some.length, `${key} in ${locale}`).toBeGreaterThan(each * 0.9);
  }
}

/** Puts vectors into the descriptions of pictures in both languages, up to their maximum length. */
async function describePictures(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, origin: home(SLUG).slice(0, -1) };
  const { id } = ((await venueFile()) as { project: { id: number } }).project;
  const { imgList = {} } = (await api("GET", `/project/${id}`)).body as { imgList?: Record<string, object> };
  const short = VECTORS.filter((text) => text.trim() !== "" && text.length <= 90);
  let described = 0;
  for (const [at, key] of Object.keys(imgList).slice(0, 6).entries()) {
    const words = (from: number) => [0, 1, 2].map((n) => short[(at * 29 + from + n * 5) % short.length]).join(" ");
    const alt = { fr: words(0).slice(0, 300), en: words(90).slice(0, 300) };
    const { status } = await api("PUT", `/operators/pictures/${id}/${key}`, { alt }, headers);
    if (status === 200) described += 1;
  }
  expect(described, "pictures described by vectors").toBeGreaterThan(2);
}

/** No vector becomes a nickname, whole or cut, because nicknames consist of letters and little else. */
async function tryNicknames({ token }: NewMember): Promise<void> {
  const names = SCRIPT_VECTORS.filter((text) => text.includes("<")).slice(0, 12);
  for (const pseudo of names.flatMap((text) => [text, text.slice(0, 20)])) {
    const { status } = await api("PUT", "/users", { pseudo }, { authorization: `Bearer ${token}` });
    expect([422, 429], pseudo).toContain(status);
  }
}

/**
 * Makes offers for one member of Port-Sérac with the desk's form. Returns the addresses where the operator and the
 * member see them.
 */
async function makeOffers(browser: Browser, token: string, { card, token: own }: NewMember): Promise<string[]> {
  const context = await browser.newContext();
  await staffCookie(context, home("port-serac"), token);
  const page = await context.newPage();
  await page.goto(home("port-serac", "desk/offres/nouvelle"));
  const short = VECTORS.filter((text) => text.trim() !== "" && text.length <= 60);
  const long = VECTORS.filter((text) => text.trim() !== "" && text.length <= 400);
  const seen: string[] = [];
  for (let at = 0; at < OFFERS; at += 1) {
    const some = (count: number, from: string[], max: number) =>
      Array.from({ length: count }, (_, n) => from[(at * 41 + n * 7) % from.length] ?? "")
        .join(" ")
        .slice(0, max)
        .trim();
    const fields = {
      key: randomUUID(),
      type: "treat",
      label_fr: some(1, short, 60),
      label_en: some(1, short, 60),
      description_fr: some(12, long, 1000),
      description_en: some(12, long, 1000),
      product_fr: some(2, short, 100),
      product_en: some(2, short, 100),
      legal_fr: some(6, long, 500),
      legal_en: some(6, long, 500),
      target: "member",
      card_number: card,
    };
    const made = await page.evaluate(async (sent) => {
      const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(sent) });
      return answer.url;
    }, fields);
    if (!made.endsWith("/nouvelle")) seen.push(made);
  }
  await page.context().close();
  expect(seen.length).toBeGreaterThan(OFFERS / 2);
  const { body } = await api("GET", "/users/offers/available", undefined, { authorization: `Bearer ${own}` });
  const { offers = [] } = body as { offers?: { code: string }[] };
  const gifts = offers.map(({ code }) => home("port-serac", `?popup=Offers&qrcode=${code}`));
  return [
    ...seen,
    ...gifts,
    home("port-serac", "?popup=Offers"),
    home("port-serac", "?popup=Menu"),
    home("port-serac", "desk/offres"),
    home("port-serac", "desk/journal"),
  ];
}

/** The links of a page within its own site. */
async function linksOf(path: string): Promise<string[]> {
  const { text } = await get(SLUG, `/${path}`);
  const links = [...text.matchAll(/href="\/((?:agenda|spectacles|restauration|activite|meetings-events)\/[^"#?]+)"/g)];
  const pages = links.filter(([, link = ""]) => !link.endsWith(".ics"));
  return pages.map(([, link = ""]) => home(SLUG, link.replaceAll("&amp;", "&"))).slice(0, LINKS);
}

/** A browser that records every call of a vector and every request to a foreign host. */
async function watched(browser: Browser, bypassCSP: boolean, executed: string[]): Promise<BrowserContext> {
  const context = await browser.newContext({ bypassCSP, locale: "fr-FR" });
  const note = (what: string) => executed.push(`${what} (policy ${bypassCSP ? "off" : "on"})`);
  await context.exposeFunction("noteExecution", note);
  await context.addInitScript(() => {
    const told = window as unknown as Record<string, unknown> & { noteExecution: (what: string) => void };
    for (const name of ["canary", "alert", "confirm", "prompt", "print"])
      told[name] = () => told.noteExecution(`${name} on ${location.href}`);
  });
  context.on("page", (page) => page.on("dialog", (dialog) => void dialog.dismiss()));
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && !/(^|\.)localhost$/.test(hostname)) note(`asked ${request.url()}`);
  });
  return context;
}

/** What could run later: event handlers in the markup, script addresses, and elements that our pages never use. */
async function suspects(page: Page, address: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const wrong: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      if (["OBJECT", "EMBED", "APPLET", "BASE", "FRAME", "FRAMESET"].includes(element.tagName))
        wrong.push(element.tagName);
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === "srcdoc" || (name === "style" && /url\(|expression/i.test(value)))
          wrong.push(`${element.tagName} ${name}`);
        const isAddress = ["href", "src", "action", "formaction", "xlink:href", "data"].includes(name);
        const scheme = /^[\s\p{Cc}]*([a-z][a-z0-9+.-]*):/iu.exec(value)?.[1]?.toLowerCase();
        if (
          isAddress &&
          scheme !== undefined &&
          !["http", "https", "mailto", "tel", "blob"].includes(scheme) &&
          !/^data:(image|font|,$)/.test(value)
        )
          wrong.push(`${element.tagName} ${name}=${value.slice(0, 60)}`);
      }
    }
    return wrong;
  });
  return found.map((what) => `${what} on ${address}`);
}

/** Pages that repeat form input: the desk's search and the log-in, sent without script. */
async function typed(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const text = VECTORS.filter((one) => !/[\r\n]/.test(one))
      .slice(at * 5, at * 5 + 5)
      .join(" ")
      .slice(0, 290);
    for (const [address, field] of [
      [home(SLUG, "desk/membres"), "who"],
      [home(SLUG, "me-connecter"), "email"],
      [home(SLUG, "creer-un-compte-form"), "lastname"],
    ] as const) {
      await page.goto(address, { waitUntil: "domcontentloaded" });
      const box = page.locator(`[name=${field}]`).first();
      if ((await box.count()) === 0) continue;
      await box.fill(text);
      const isAnswered = page.waitForEvent("domcontentloaded");
      await box.evaluate((input: HTMLInputElement) => void setTimeout(() => input.form?.submit()));
      await isAnswered;
      found.push(...(await suspects(page, `${address} with ${field}`)));
    }
    await page.goto(
      `${home(SLUG, "me-connecter")}?error=${encodeURIComponent(text)}&redirect=${encodeURIComponent(text)}`,
    );
    found.push(...(await suspects(page, "the log-in's query")));
  }
  return found;
}

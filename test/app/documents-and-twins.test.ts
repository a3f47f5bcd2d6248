import fc from "fast-check";
import {
  UNSAFE_decodeViaTurboStream as decodeViaTurboStream,
  UNSAFE_SingleFetchRedirectSymbol as REDIRECT,
} from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWNER_HEADER } from "../../src/loyalty/offline-card/store.ts";
import { twinOf } from "../../src/platform/page-cache/address.ts";
import pages from "../../src/routes.ts";
import { standingClock } from "../support/clock.ts";
import { giftHelpers } from "../gifts/gift-helpers.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { amount, IS_PROOF } from "../support/proof.ts";
import { pagePatterns } from "./route-table.ts";
import { logInStaff } from "../support/staff.ts";
import { walletPeopleOf } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const VENUES = ["port-serac", "montreval"];
/** A venue with every feature, one that hides the member area, and the group's own host. */
const HOSTS = ["port-serac.localhost:3000", "montreval.localhost:3000", "localhost:3000"];
const [HOST = ""] = HOSTS;
const POPUPS = ["Menu", "Account", "Card", "Offers", "Cashless", "Nonsense"];
/** Paths whose POST ends the session. */
const ENDS_SESSION = new Set(["/me-deconnecter", "/desk/sortie"]);
/** Posting to this document also loads it, and nothing is found there; its data twin is only the action's answer. */
const LOADED_AFTER_POST = new Set(["/desk/images/x", "/connexion/relier"]);
/** An address that shows something, for patterns where "x" in place of a parameter does not. */
const EXAMPLES: Record<string, string[]> = {
  "/agenda/:id/:name": ["/agenda/5103/x"],
  "/agenda/:query": ["/agenda/5101"],
  "/spectacles/:id/:name": ["/spectacles/5101/cabaret-nu-la-nouvelle-revue", "/spectacles/5101/x"],
  "/jeux/:key": ["/jeux/black-jack"],
  "/media/rules/:key": ["/media/rules/black-jack"],
  "/restauration/:slug": ["/restauration/la-brasserie-du-quai"],
  "/activite/:slug": ["/activite/cabaret-nu"],
  "/meetings-events/:slug": ["/meetings-events/evenements-prives"],
  "/connexion/:provider": ["/connexion/google"],
  "/connexion/:provider/retour": ["/connexion/google/retour?state=x&code=x", "/connexion/apple/retour"],
  "/desk/historique/:section": ["/desk/historique/horaires"],
  "/desk/historique/:section/:item": ["/desk/historique/agenda/5101"],
  "/desk/apercu/:section": ["/desk/apercu/horaires"],
  "/desk/apercu/:section/:item": ["/desk/apercu/agenda/5101"],
  "/*": ["/nowhere/at/all"],
};
const ADDRESSES = pagePatterns(pages).flatMap((pattern) => {
  const isList = /^\/desk\/(agenda|tables|activites|jeux)\/:item$/.test(pattern);
  const blank = pattern.replaceAll(/:\w+/g, "x").replace(/\*$/, "x");
  return [blank, ...(EXAMPLES[pattern] ?? []), ...(isList ? [pattern.replace(":item", "nouveau")] : [])];
});
/** Other spellings of the same page, and queries. */
const SPELLINGS = [
  "/agenda/",
  "/AGENDA",
  "/%61genda",
  "/?locale=en",
  "/agenda?tab=week&utm_source=x",
  "/jeux/jackpots?slot=3",
];

type Caller = { name: string; cookie: string; again: () => Promise<string> };
type Way = "GET" | "POST" | "foreign POST";
/** What an answer tells the caller, whether it is a document or a twin. */
type Observed = {
  status: number;
  target: string | null;
  isCacheable: boolean;
  keeping: string | null;
  cookies: string[];
  owner: string | null;
};

let app: TestApp;
let people: People;
let callers: Caller[];
let places = 0;

beforeAll(async () => {
  const clock = standingClock(SATURDAY_EVENING);
  app = await openIsolatedApp({ venues: VENUES, clock, pictures: "stand-ins" });
  people = peopleOf(app);
  const wallets = walletPeopleOf(app, people);
  const gifts = giftHelpers(app);
  const member = await wallets.member();
  await gifts.gift(await gifts.offer(), { membershipId: member.membershipId });
  const fresh = (await people.register("fresh@example.test")).body.data?.token ?? "";
  const staff = await logInStaff(app, { name: "Camille" });
  const elsewhere = await logInStaff(app, { name: "Elsewhere", venues: ["montreval"] });
  const logIn = async (email: string) => sessionOf((await people.logIn(email)).body.data?.token ?? "");
  callers = [
    { name: "nobody", cookie: "", again: async () => "" },
    { name: "a member", cookie: sessionOf(member.token), again: () => logIn(member.email) },
    { name: "an account without phone and card", cookie: sessionOf(fresh), again: () => logIn("fresh@example.test") },
    { name: "an ended session", cookie: sessionOf("a".repeat(43)), again: async () => sessionOf("a".repeat(43)) },
    { name: "staff", cookie: staff.cookie, again: async () => (await logInStaff(app, { name: "Again" })).cookie },
    { name: "staff of another site", cookie: elsewhere.cookie, again: async () => elsewhere.cookie },
  ];
}, 120_000);
afterAll(() => app.close());

const sessionOf = (token: string) => `user_token=${token}`;

type Sent = { host?: string; headers?: Record<string, string>; method?: string; body?: BodyInit; duplex?: string };

function ask(path: string, { host = HOST, headers = {}, ...init }: Sent = {}): Promise<Response> {
  places += 1;
  // Each request has its own client address, so that rate limits do not add up.
  const from = { "x-forwarded-for": `100.${(places >> 16) & 255}.${(places >> 8) & 255}.${places & 255}` };
  return app.send(host, path, {
    redirect: "manual",
    ...init,
    headers: { "accept-language": "fr", ...from, ...headers },
  });
}

function sent(way: Way, host: string, cookie: string): Sent {
  const headers: Record<string, string> = cookie === "" ? {} : { cookie };
  if (way === "GET") return { host, headers };
  const from =
    way === "POST"
      ? { origin: `http://${host}`, "sec-fetch-site": "same-origin" }
      : { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return { host, method: "POST", body: "", headers: { ...headers, ...from, ...type } };
}

/** The address of the data twin, as the router requests it. */
function twinAddress(address: string): string {
  const { pathname, search } = new URL(address, "http://page");
  return twinOf(pathname) + search;
}

async function told(
  answer: Response,
  address: string,
  { host = HOST, headers = {} }: Sent,
  way: Way,
): Promise<Observed> {
  const asked = new Request(`http://${host}${address}`, { headers: { "accept-language": "fr", ...headers } });
  const key = way === "GET" ? app.pageHandler.askedBy(asked, app.services.table.find(host) ?? null)?.key : undefined;
  const redirect = await redirectOf(answer);
  return {
    status: redirect?.status ?? answer.status,
    target: redirect === null ? null : withoutChance(redirect.target),
    isCacheable: key !== undefined && app.pageHandler.cache.get(key) !== undefined,
    keeping: answer.headers.get("cache-control"),
    cookies: answer.headers
      .getSetCookie()
      .map((line) => line.split("=")[0] ?? "")
      .sort(),
    owner: answer.headers.get(OWNER_HEADER),
  };
}

/** Where an answer redirects to: a document by Location, a twin by the router's header (204) or in its data (202). */
async function redirectOf(answer: Response): Promise<{ status: number; target: string } | null> {
  const location = answer.headers.get("location");
  if (location !== null) return { status: answer.status, target: location };
  const target = answer.headers.get("x-remix-redirect");
  if (answer.status === 204 && target !== null) return { status: Number(answer.headers.get("x-remix-status")), target };
  if (answer.status !== 202 || answer.body === null) return null;
  const { value } = await decodeViaTurboStream(answer.body, globalThis);
  const data = value as { [REDIRECT]?: Redirect } & Redirect;
  const { redirect, status } = data[REDIRECT] ?? data;
  return { status, target: redirect };
}
type Redirect = { redirect: string; status: number };

/** Removes state and nonce, which are random for each visit. */
function withoutChance(target: string): string {
  return target.replaceAll(/(state|nonce)=[\w-]+/g, "$1=…");
}

/** The expected caching: a document is always revalidated; the twin of a cached public page may be reused for a while. */
function expectedKeeping({ keeping, status, isCacheable }: Observed, address: string): string | RegExp {
  const hasPopup = new URL(address, "http://page").searchParams.has("popup");
  if (keeping !== "no-cache") return keeping ?? "";
  return isCacheable && status === 200 && !hasPopup ? /^private, max-age=([1-9]|[1-5]\d|60)$/ : "private, no-cache";
}

/** How a document and its twin differ. */
async function differences(address: string, host: string, caller: Caller, way: Way): Promise<string[]> {
  const isFresh = way === "POST" && ENDS_SESSION.has(address);
  const init = async () => sent(way, host, isFresh ? await caller.again() : caller.cookie);
  const [forDocument, forTwin] = [await init(), await init()];
  const document = await told(await ask(address, forDocument), address, forDocument, way);
  const answer = await ask(twinAddress(address), forTwin);
  // When the document is a refusal page, the twin tells the router to load the document.
  if ([403, 404].includes(document.status) && isLedTo(answer, address)) return [];
  const twin = await told(answer, twinAddress(address), forTwin, way);
  const where = `${way} ${address} of ${host} by ${caller.name}`;
  const { keeping, ...rest } = twin;
  const { keeping: _, ...expected } = document;
  const expectedCaching = expectedKeeping(document, address);
  const isCachedAsExpected =
    typeof expectedCaching === "string" ? expectedCaching === (keeping ?? "") : expectedCaching.test(keeping ?? "");
  return [
    ...(document.status >= 500 || twin.status >= 500 ? [`${where}: a 5xx, ${document.status}, ${twin.status}`] : []),
    ...(JSON.stringify(rest) === JSON.stringify(expected)
      ? []
      : [`${where}: ${JSON.stringify(expected)}, its twin ${JSON.stringify(rest)}`]),
    ...(answer.headers.has("location") ? [`${where}: the router would follow ${answer.status} to a document`] : []),
    ...(isCachedAsExpected ? [] : [`${where}: the twin is told ${keeping}, expected ${expectedCaching}`]),
  ];
}

function isLedTo({ status, headers }: Response, address: string): boolean {
  const reloads = headers.get("x-remix-reload-document") === "true";
  return status === 204 && reloads && headers.get("x-remix-redirect") === address;
}

/** All callers on a whole site; on the other hosts only the two extremes. */
const ASKED = HOSTS.flatMap((host) => (host === HOST ? [0, 1, 2, 3, 4, 5] : [0, 1]).map((at) => ({ host, at })));

/** A foreign form is refused by its origin, which has nothing to do with the host, so one host suffices. */
const waysAt = (host: string): Way[] => [
  "GET",
  "POST",
  ...(host === HOST || IS_PROOF ? (["foreign POST"] as const) : []),
];

describe("a document and its data twin obey the same rules", () => {
  it.each([...new Set([...ADDRESSES, ...SPELLINGS])])("%s", async (address) => {
    const wrong: string[] = [];
    for (const { host, at } of ASKED)
      for (const way of waysAt(host))
        if (way === "GET" || !LOADED_AFTER_POST.has(address))
          wrong.push(...(await differences(address, host, callers[at] as Caller, way)));
    expect(wrong).toEqual([]);
  });

  it.each(POPUPS)("popup=%s over a page", async (popup) => {
    const wrong: string[] = [];
    for (const path of ["/", "/agenda", "/jeux/black-jack", "/players-plus", "/mon-compte"])
      for (const { host, at } of ASKED)
        wrong.push(...(await differences(`${path}?popup=${popup}`, host, callers[at] as Caller, "GET")));
    expect(wrong).toEqual([]);
  });

  it("caches the twin of every cached page, and of no other", async () => {
    const kept: string[] = [];
    for (const address of ADDRESSES) {
      const answer = await ask(twinAddress(address));
      if (answer.headers.get("cache-control")?.startsWith("private, max-age=") === true) kept.push(address);
    }
    expect(kept).toEqual(expect.arrayContaining(["/", "/agenda", "/jeux/black-jack", "/players-plus/reglement"]));
    for (const address of kept) expect(address).not.toMatch(/^\/(session|mon-compte|portefeuille|desk|native)/);
  });
});

describe("a hostile request for a twin never causes a server error", () => {
  const everybody = async (path: string) => {
    const answer = await ask(path);
    return { etag: answer.headers.get("etag"), text: await answer.text() };
  };

  it("returns the same bytes whatever loaders it names", async () => {
    const whole = await everybody("/agenda.data");
    expect(whole.etag).not.toBeNull();
    for (const routes of [
      "nowhere",
      "",
      "venue",
      "root,venue,nowhere",
      "x".repeat(5_000),
      "__proto__",
      "%E0%A4%A",
      "%00",
    ])
      expect(await everybody(`/agenda.data?_routes=${routes}`), routes.slice(0, 30)).toEqual(whole);
    expect(await everybody("/agenda.data?_routes=venue&_routes=root&index&index=1")).toEqual(whole);
  });

  it("reveals no more than the page when it names an unknown loader", async () => {
    for (const caller of callers)
      for (const routes of ["nowhere", "desk", "venue,desk,routes/desk", "constructor"])
        for (const address of ["/mon-compte", "/session", "/players-plus", "/desk/membres", "/portefeuille"]) {
          const { headers = {} } = sent("GET", HOST, caller.cookie);
          const answer = await ask(`${address}.data?_routes=${routes}`, { headers });
          const plain = await ask(`${address}.data`, { headers });
          expect([address, caller.name, answer.status]).toEqual([address, caller.name, plain.status]);
          expect((await answer.text()).length).toBeLessThanOrEqual((await plain.text()).length + 200);
        }
  });

  it("gives staff of another site, and invalid sessions, the public bytes of a page", async () => {
    const whole = await everybody("/agenda.data");
    const foreign = callers.filter(({ name }) => /another site|ended/.test(name)).map(({ cookie }) => cookie);
    const broken = [
      "user_token=;",
      "user_token",
      "=;=;;",
      "user_token=%E0%A4%A",
      `user_token=${"x".repeat(4_000)}`,
      "locale=%00",
    ];
    for (const cookie of [...foreign, ...broken]) {
      const answer = await ask("/agenda.data", { headers: { cookie } });
      expect([cookie.slice(0, 40), await answer.text()]).toEqual([cookie.slice(0, 40), whole.text]);
    }
  });

  const PIECE = new Uint8Array(65_536).fill("x".charCodeAt(0));
  /** A body of so many bytes. Only the pieces that the server reads are made. */
  function long(size: number): ReadableStream<Uint8Array> {
    let left = size;
    return new ReadableStream({
      pull(stream) {
        if (left <= 0) return stream.close();
        stream.enqueue(PIECE);
        left -= PIECE.length;
      },
    });
  }
  const MANY_FIELDS = new TextEncoder().encode("a=&".repeat(10_000));
  const OWN = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
  const FORM = { ...OWN, "content-type": "application/x-www-form-urlencoded" };

  type Hostile = { name: string; init: () => Sent; refusals: number[]; by: Caller[] };

  /** A method is refused before anybody looks at the caller, so one caller tries each, another one at the next address. */
  function wrongMethods(address: string): Hostile[] {
    const all = threeCallers();
    return ["PUT", "PATCH", "DELETE", "OPTIONS"].map((name, at) => ({
      name,
      init: () => ({ method: name, headers: OWN }),
      refusals: [405],
      by: IS_PROOF ? all : all.slice((ADDRESSES.indexOf(address) + at) % all.length).slice(0, 1),
    }));
  }

  function wrongBodies(address: string): Hostile[] {
    const tooLong = takesFiles(address) ? 13_000_000 : 1_100_000;
    const post = (name: string, headers: Record<string, string>, body: () => BodyInit, refusal: number) => ({
      name,
      init: () => ({ method: "POST", headers, body: body(), duplex: "half" }),
      refusals: [refusal, 405, 401],
      by: threeCallers(),
    });
    return [
      post("a body over the limit", FORM, () => long(tooLong), 413),
      post("10,000 fields", FORM, () => MANY_FIELDS, 400),
      post("JSON", { ...OWN, "content-type": "application/json" }, () => "{}", 415),
      post("text", { ...OWN, "content-type": "text/plain" }, () => new Uint8Array([0xff, 0x25, 0x00]), 415),
    ];
  }

  it.each(ADDRESSES)("refuses wrong methods and bodies at %s as the document does", async (address) => {
    const wrong: string[] = [];
    for (const { name, init, refusals, by } of [...wrongMethods(address), ...wrongBodies(address)])
      for (const { cookie, name: caller } of by) {
        const statusAt = async (path: string) => {
          const { headers, ...rest } = init();
          return (await ask(path, { ...rest, headers: { ...headers, ...(cookie === "" ? {} : { cookie }) } })).status;
        };
        const [document, twin] = [await statusAt(address), await statusAt(twinAddress(address))];
        if (document !== twin || !refusals.includes(twin))
          wrong.push(`${name} by ${caller}: ${document}, its twin ${twin}`);
      }
    expect(wrong).toEqual([]);
  });

  const threeCallers = () => callers.filter(({ name }) => /^(nobody|a member|staff)$/.test(name));

  const MALFORMED = [
    "/%E0%A4%A.data",
    "/%00.data",
    "/.data",
    "/_.data/",
    "/_.data/_.data",
    "/agenda/_.data/_.data",
    "/_.data.data",
    "/agenda.data.data",
    "/%2e%2e/_.data",
    "/agenda.DATA",
    "/agenda%2edata",
    "/agenda%00.data",
    "//evil.example/_.data",
    "///evil.example.data",
    "/%5Cevil.example.data",
    "/%2Fevil.example/_.data?popup=no",
    "/desk/%E0%A4%A.data",
    "/mon-compte/%E0%A4%A.data",
    "/mon%2Dcompte.data",
    "/media/rules/%E0%A4%A.data",
    "/agenda.data?popup=%E0%A4%A",
    "/agenda.data?popup=__proto__",
    "/agenda.data?locale=%00&tab=%FF",
    "/agenda.data?%",
    "/agenda.data??popup=Menu",
    "/?popup=Menu/_.data",
    `/${"x".repeat(3_000)}.data`,
    `/agenda.data?${"x".repeat(5_000)}`,
    `/agenda/${encodeURIComponent("\u0000\uD7FF🃏")}/_.data`,
  ];

  it.each(MALFORMED)("%s", async (address) => {
    for (const { cookie } of callers)
      for (const way of ["GET", "POST", "foreign POST"] as const)
        await mustBeHarmless(address, sent(way, HOST, cookie));
  });

  it("causes no error for any path, query and cookie", async () => {
    const part = fc.oneof(
      fc.webSegment(),
      fc.constantFrom("agenda", "desk", "mon-compte", "session", "%E0%A4%A", "%00", "..", ""),
    );
    const twins = fc.record({
      path: fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`),
      ending: fc.constantFrom(".data", "/_.data", "_.data", ".data.data", ".Data"),
      query: fc.oneof(
        fc.webQueryParameters(),
        fc.constantFrom("_routes=venue", "popup=Card", "popup=Cashless&site=1", "index", "over=//x"),
      ),
      at: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(twins, async ({ path, ending, query, at }) => {
        const { cookie = "" } = callers[at % callers.length] ?? {};
        await mustBeHarmless(`${path}${ending}?${query}`, sent("GET", HOST, cookie));
      }),
      { numRuns: amount({ test: 150, proof: 5_000 }) },
    );
  });

  const takesFiles = (address: string) => /^\/(desk\/(images|fichier)|mon-compte\/photo)/.test(address);

  /** Checks that the answer is no server error and does not redirect to another host. */
  async function mustBeHarmless(address: string, init: Sent): Promise<void> {
    const answer = await ask(address, init);
    expect(answer.status, address).toBeLessThan(500);
    const target = (await redirectOf(answer))?.target ?? "/";
    expect(target, address).toMatch(/^\/(?![/\\])|^http:\/\/[\w-]+\.localhost:3000\//);
  }
});

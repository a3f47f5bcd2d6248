import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { twinOf } from "../../src/platform/page-cache/address.ts";
import type { CachedPage } from "../../src/platform/page-cache/cache.server.ts";
import pages from "../../src/routes.ts";
import { standingClock } from "../support/clock.ts";
import { giftHelpers } from "../gifts/gift-helpers.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { pagePatterns } from "./route-table.ts";
import { PIN, walletPeopleOf } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const SLUG = "port-serac";
const SITE = `http://${SLUG}.localhost`;
const POPUPS = ["Menu", "Account", "Card", "Offers", "Cashless"];
/** Names that no page contains otherwise, and each member's balance in euros. */
const MEMBERS = [
  { lastname: "Quinquelampion", pseudo: "Serinbleuet", balance: "4321.09" },
  { lastname: "Zibelinotte", pseudo: "Grenatdoux", balance: "3654.03" },
];
/** Addresses for routes with parameters. */
const EXAMPLES = [
  "/spectacles/5101/cabaret-nu-la-nouvelle-revue",
  "/agenda/5103/les-nuits-du-lac-en-concert",
  "/jeux/black-jack",
  "/media/rules/black-jack",
  "/restauration/la-brasserie-du-quai",
  "/activite/cabaret-nu",
  "/meetings-events/evenements-prives",
  "/jeux/jackpots?slot=3",
  "/agenda?tab=week",
];
const ADDRESSES = [...pagePatterns(pages).filter((pattern) => !/[:*]|^\/desk/.test(pattern)), ...EXAMPLES];

/** `words` are shown to the member; `secrets` are shown to nobody. */
type Member = { cookie: string; words: string[]; secrets: string[] };

let app: TestApp;
let members: Member[];
const keys = new Set<string>();

beforeAll(async () => {
  app = await openIsolatedApp({ venues: [SLUG], clock: standingClock(SATURDAY_EVENING), pictures: "stand-ins" });
  watchKeys();
  members = [];
  for (const one of MEMBERS) members.push(await settled(one));
});
afterAll(() => app.close());

/** Records the keys asked of the page cache, so that all of its entries can be read. */
function watchKeys(): void {
  const { cache } = app.pageHandler;
  const fill = cache.fill;
  cache.fill = (key, render) => {
    keys.add(key);
    return fill(key, render);
  };
}

/** Creates a member with a name, a phone, a card, a balance, a gift and an unlocked wallet; `words` are unique to the member. */
async function settled({ lastname, pseudo, balance }: (typeof MEMBERS)[number]): Promise<Member> {
  const wallets = walletPeopleOf(app);
  const gifts = giftHelpers(app);
  const { token, email, card, membershipId } = await wallets.member({ lastname });
  await wallets.call("PUT", "/users", token, { pseudo });
  const earned = await wallets.floor("POST", "/earnings", { card_number: card, amount: balance, family: "slots" });
  expect(earned).toEqual({ status: 200, body: { balance } });
  const code = await gifts.gift(await gifts.offer(), { membershipId });
  const { unlock = "" } = (await wallets.unlockNative(token, PIN)).body;
  const account = await app.world.database.db
    .selectFrom("accounts")
    .select(["id", "mobile_phone", "customer_id"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const phone = account.mobile_phone?.slice(3) ?? "";
  const words = [lastname, pseudo, email, phone, card, balance, code];
  const secrets = [token, unlock, account.id, account.customer_id];
  expect([...words, ...secrets].filter((word) => word.length < 6)).toEqual([]);
  return { cookie: `user_token=${token}; has_session=1`, words, secrets };
}

const CODINGS = ["br", "gzip", "identity"];

/** Pages with a popup are not asked in Brotli: what was asked so is soon compressed harder, which takes a quarter of a second. */
function read(path: string, cookie: string, at: number): Promise<Response> {
  const coding = CODINGS[at % CODINGS.length] ?? "br";
  return app.get(SLUG, path, {
    cookie,
    "accept-language": at % 2 === 0 ? "fr" : "en",
    "accept-encoding": coding === "br" && path.includes("popup=") ? "gzip" : coding,
  });
}

function post(path: string, cookie: string, fields: Record<string, string>): Promise<Response> {
  return app.send(`${SLUG}.localhost`, path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie, "accept-language": "fr", origin: SITE, "sec-fetch-site": "same-origin" },
  });
}

async function textOf(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const coding = answer.headers.get("content-encoding");
  return (coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

/** Removes separators within numbers and writes commas as points, to compare texts. */
function plain(text: string): string {
  return text.replaceAll(/[\s\u00A0\u202F]|&nbsp;/g, "").replaceAll(",", ".");
}

function wordsIn(text: string): string[] {
  const searched = plain(text);
  return members
    .flatMap(({ words, secrets }) => [...words, ...secrets])
    .filter((word) => searched.includes(plain(word)));
}

/** All that the cache stores of a page: its key, its headers and its bytes in each encoding. */
function whole(key: string, page: CachedPage): string {
  const { identity, brotli, gzip, headers, tags } = page;
  const coded = [brotli === null ? null : brotliDecompressSync(brotli), gzip === null ? null : gunzipSync(gzip)];
  return [key, JSON.stringify([headers, tags]), identity, ...coded].map(String).join("\n");
}

it("a cached page and its data twin hold no word of the members who were the first to visit", async () => {
  const told: string[] = [];
  for (const [row, address] of ADDRESSES.entries())
    for (const [column, popup] of [null, ...POPUPS].entries()) {
      const at = row + column;
      const { cookie = "" } = members[(at >> 1) % members.length] ?? {};
      const url = new URL(address, SITE);
      if (popup !== null) url.searchParams.set("popup", popup);
      for (const path of [url.pathname, twinOf(url.pathname)]) {
        const answer = await read(path + url.search, cookie, at);
        expect(answer.status, path).toBeLessThan(500);
        told.push(await textOf(answer));
      }
    }
  for (const { cookie } of members)
    for (const path of ["/mon-compte", "/pseudo", "/portefeuille"].flatMap((one) => [one, twinOf(one)]))
      await post(path, cookie, { intent: "optins", CANAL_SMS: "1", do: "open", site: "151" });
  // The answers contain the words, so that the next check can fail.
  expect(wordsIn(told.join("\n"))).toEqual(expect.arrayContaining(members.flatMap(({ words }) => words)));

  const kept = [...keys].flatMap((key) => {
    const page = app.pageHandler.cache.get(key);
    return page === undefined ? [] : [{ key, page }];
  });
  expect(kept).toHaveLength(app.pageHandler.cache.size());
  const keysOf = (isTwin: boolean) => kept.map(({ key }) => key).filter((key) => key.endsWith("\ndata") === isTwin);
  const documents = keysOf(false);
  expect(documents.length).toBeGreaterThan(40);
  expect(keysOf(true).sort()).toEqual(documents.map((key) => `${key}data`).sort());
  const leaks = kept.flatMap(({ key, page }) =>
    wordsIn(whole(key, page)).map((word) => `${word} in ${key.replaceAll("\n", " ")}`),
  );
  expect(leaks).toEqual([]);
}, 180_000);

import { randomUUID } from "node:crypto";
import { issueGift } from "../src/gifts/gifts.server.ts";
import { offersView } from "../src/gifts/view.server.ts";
import { burn } from "../src/gifts/burns.server.ts";
import { cardView } from "../src/loyalty/card-view.server.ts";
import { loyaltyStatement } from "../src/loyalty/balance/statement.server.ts";
import { tryPasswordHash } from "../src/accounts/login/login.server.ts";
import { memberOfToken } from "../src/accounts/sessions/sessions.server.ts";
import type { Member } from "../src/accounts/member.ts";
import type { Visit } from "../src/accounts/visit.server.ts";
import { inTransaction, openDatabase } from "../src/platform/database/database.server.ts";
import type { Venue } from "../src/venues/venue.ts";
import { settled } from "../test/app/bulk.ts";
import { standingClock } from "../test/support/clock.ts";
import { filledAt, fillMembers, OFFER, type Filled } from "../test/app/filled-members.ts";
import { openTestApp, type TestApp } from "../test/support/test-app.ts";
import { startPostgres, type TestPostgres } from "../test/support/postgres.ts";
import { SATURDAY_EVENING } from "../test/support/world.ts";
import { allowLargeFill, createBenchDatabase } from "./bench-database.ts";
import type { Ratio } from "./ratio.ts";
import { scansOf } from "./scans.ts";
import { CALLS_OF_A_SIDE, growth, placeOf } from "./side-by-side.ts";

const MANY = Number(process.env["BENCH_MEMBERS"] ?? 1_000_000);
const FEW = Number(process.env["BENCH_MEMBERS_FEW"] ?? 10_000);
const SITE = 151;
const AT = new Date(SATURDAY_EVENING);
const clock = standingClock(AT);

/** The app over a filled database, its venue, and the people that the bench asks about. */
type Club = {
  app: TestApp;
  venue: Venue;
  personAt: (at: number) => Filled;
  members: Map<number, Member>;
  /** The gifts that the kiosks will scan. */
  gifts: { code: string; cardNumber: string }[];
};

/**
 * The slowdown from 10,000 to a million members on one PostgreSQL with fsync on: looking up a log-in, all of a log-in
 * but the hash, the card, the gifts, the statement and a gift burn. Also whether any of them scans a whole table.
 */
export async function membersGrowth(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    await allowLargeFill(postgres);
    const urls = [
      await filledDatabase(postgres, "bench_few", FEW),
      await filledDatabase(postgres, "bench_many", MANY),
    ] as const;
    const scans = await scansOf([...urls]);
    const small = await clubOf(urls[0], FEW);
    const large = await clubOf(urls[1], MANY);
    const ratios: Ratio[] = [];
    for (const [name, call] of CALLS)
      ratios.push(await growth(`${name}: ${MANY} members / ${FEW}`, { large, small }, call));
    for (const club of [large, small]) await issueGifts(club);
    ratios.push(await growth(`burn: ${MANY} members / ${FEW}`, { large, small }, burnOne));
    for (const { app } of [large, small]) {
      await app.close();
      await app.world.database.close();
    }
    return [...ratios, await scans()];
  } finally {
    await postgres.stop();
  }
}

const CALLS: [name: string, call: (club: Club, at: number) => Promise<unknown>][] = [
  ["log-in but its hash", logIn],
  ["session", ({ app, personAt }, at) => memberOfToken(app.world, personAt(at).token)],
  ["card", async (club, at) => whole(await cardView(club.app.world, club.venue, await memberAt(club, at)))],
  ["gifts", gifts],
  ["statement", statement],
];

async function filledDatabase(postgres: TestPostgres, name: string, members: number): Promise<string> {
  const url = await createBenchDatabase(postgres, name);
  const database = await openDatabase({ url });
  const app = await openTestApp(database, { venues: ["port-serac"], clock, pictures: "stand-ins" });
  await fillMembers(database, { members }, AT);
  await settled(database);
  await app.close();
  await database.close();
  return url;
}

async function clubOf(url: string, members: number): Promise<Club> {
  const app = await openTestApp(await openDatabase({ url }), { clock });
  const venue = app.services.table.bySite(SITE);
  if (venue === undefined) throw new Error("The bench's venue is missing");
  return { app, venue, personAt: (at) => filledAt(placeOf(at, members)), members: new Map(), gifts: [] };
}

async function logIn({ app, venue, personAt }: Club, at: number): Promise<void> {
  const { email, accountId, passwordHash } = personAt(at);
  const visit: Visit = {
    venue,
    venues: [venue],
    locale: "fr",
    client: { ip: "192.0.2.1", block: `block ${randomUUID()}` },
    device: "Firefox, Windows",
    kind: "web",
    browser: null,
    browserOf: null,
    captcha: null,
  };
  const tried = await tryPasswordHash(app.world, visit, email, async () => passwordHash);
  if (!("ok" in tried) || tried.ok.accountId !== accountId)
    throw new Error("A log-in of the bench failed or opened another account");
}

/** The member as a page has them before it calls the rooms. */
async function memberAt({ app, personAt, members }: Club, at: number): Promise<Member> {
  const known = members.get(at) ?? whole(await memberOfToken(app.world, personAt(at).token));
  members.set(at, known);
  return known;
}

async function gifts(club: Club, at: number): Promise<void> {
  const { app, venue } = club;
  const place = { venue, locale: "fr" as const, address: "/" };
  const { body } = await offersView(app.world, place, await memberAt(club, at), new URLSearchParams());
  if (!("list" in body) || body.list.tiles.length !== 2) throw new Error("A member of the bench has the wrong gifts");
}

async function statement({ app, personAt }: Club, at: number): Promise<void> {
  const { lines } = await loyaltyStatement(app.world, personAt(at).membershipId, null);
  if (lines.length !== 2) throw new Error("A member of the bench has the wrong statement");
}

async function issueGifts({ app, personAt, gifts: stock }: Club): Promise<void> {
  const { world } = app;
  await inTransaction(world.database, async (tx) => {
    for (let at = 0; at < CALLS_OF_A_SIDE; at += 1) {
      const { membershipId, card } = personAt(at);
      const given = { offerId: OFFER, to: { membershipId }, campaign: "operator" as const };
      stock.push({ code: whole(await issueGift(world, tx, given)), cardNumber: card });
    }
  });
}

async function burnOne({ app, venue, gifts: stock }: Club): Promise<void> {
  const { world } = app;
  const gift = whole(stock.pop() ?? null);
  const order = { ...gift, eventId: randomUUID(), products: null, registerAnswer: "unasked" as const };
  const burned = await inTransaction(world.database, (tx) => burn(world, tx, venue, order));
  if (!("gift" in burned)) throw new Error("A gift of the bench could not be burned");
}

function whole<Value>(value: Value | null): Value {
  if (value === null) throw new Error("A member of the bench is missing");
  return value;
}

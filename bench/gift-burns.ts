import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openDatabase, type Database } from "../src/platform/database.server.ts";
import { migrate } from "../src/platform/migrations.server.ts";
import { burnGift, giftsOfHolder } from "../src/gifts/queries.server.ts";
import { newCode } from "../src/gifts/gifts.server.ts";
import { type Ratio, ratioOf } from "./ratio.ts";

const FEW = 10_000;
/** A million by `BENCH_MEMBERS`; less by default, so that a run takes a minute. */
const MANY = Number(process.env["BENCH_MEMBERS"] ?? 100_000);
const READS = 300;
const BURNS = 1_000;
const AT_ONCE = 500;
const PLACE = { siteId: 151, establishmentId: 51, takesUnauthorised: true, currency: "EUR" } as const;

/**
 * A member's list of gifts with many members against few (at most 1.2), and burns a second: on `BENCH_DATABASE_URL`, an empty
 * PostgreSQL database, or else on an embedded one in memory.
 */
export async function giftBurns(): Promise<Ratio[]> {
  const url = process.env["BENCH_DATABASE_URL"];
  const database = await openDatabase(url === undefined ? {} : { url });
  try {
    await migrate(database);
    await makeOffer(database);
    await makeMembers(database, 0, FEW);
    const few = await listMicros(database, FEW);
    await makeMembers(database, FEW, MANY);
    const many = await listMicros(database, MANY);
    const list = ratioOf("gifts list, many members / few", {
      a: many,
      b: few,
      budget: 1.2,
      unit: "µs",
      members: MANY,
      database: database.kind,
    });
    return [list, await burnRate(database)];
  } finally {
    await database.close();
  }
}

/** One after the other and eight at a time: the second must not be slower than the first. */
async function burnRate(database: Database): Promise<Ratio> {
  const codes = (
    await database.db.selectFrom("gifts").select("code").where("status", "=", "available").limit(BURNS).execute()
  ).map(({ code }) => code);
  const half = codes.length / 2;
  const alone = await seconds(async () => {
    for (const code of codes.slice(0, half)) await burn(database, code);
  });
  const together = await seconds(async () => {
    const queue = codes.slice(half);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let code = queue.pop(); code !== undefined; code = queue.pop()) await burn(database, code);
      }),
    );
  });
  const perSecond = Math.round(half / together);
  return ratioOf("gift burns, eight at a time / one", {
    a: (together * 1e6) / half,
    b: (alone * 1e6) / half,
    budget: 1.2,
    unit: "µs",
    burns_per_second: perSecond,
    database: database.kind,
  });
}

async function burn(database: Database, code: string): Promise<void> {
  const isBurned = await database.transact((tx) => burnGift(tx, code, PLACE, new Date()));
  if (!isBurned) throw new Error("A gift of the bench could not be burned");
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** The middle of many reads, so that one hiccup does not count. */
async function listMicros(database: Database, members: number): Promise<number> {
  const times: number[] = [];
  const now = new Date();
  for (let at = 0; at < READS; at += 1) {
    const membershipId = idOf(Math.floor(Math.random() * members));
    const holder = { accountId: randomUUID(), membershipId };
    const started = performance.now();
    const gifts = await giftsOfHolder(database.db, holder, { status: "available", now, since: now });
    times.push((performance.now() - started) * 1000);
    if (gifts.length !== 3) throw new Error("A member of the bench has other gifts than it was given");
  }
  return times.sort((a, b) => a - b)[READS / 2] ?? 0;
}

const idOf = (at: number) => String(10_000_000 + at);

async function makeOffer({ db }: Database): Promise<void> {
  const words = JSON.stringify({ fr: "Un café", en: "A coffee" });
  await db
    .insertInto("offers")
    .values({
      id: "bench",
      type: "treat",
      label: words,
      description: words,
      is_auth: true,
      play_minor: null,
      play_currency: null,
      is_authorised_ch: false,
      life_gaming_days: null,
      life_months: null,
      expires_at: null,
      created_at: new Date(),
    })
    .execute();
  await sql`insert into establishments (id, site_id, slug, name, label, is_visible, country, pasino, preposition, company,
      street_address, postal_code, locality, primary_color, logo_gold, cover_picture, contact_phone, show_contact_email,
      hide_accessibility, parking, smoking_area, tagline, presentation, opening_hours, social, extra_links, legal_notice,
      games_summary, meetings_active, updated_at)
    values (51, 151, 'bench', 'Bench', 'Bench', true, 'FR', 0, 'de', '', '', '', '', '#cd2d26', true, 'bench', '', true,
      false, true, true, '{}', '{}', '[]', '{}', '[]', '[]', '{}', false, ${new Date()})`.execute(db);
  await db.insertInto("offer_establishments").values({ offer_id: "bench", establishment_id: 51 }).execute();
}

/** Members from one number to the next, three gifts each. */
async function makeMembers({ db }: Database, from: number, to: number): Promise<void> {
  const now = new Date();
  for (let start = from; start < to; start += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, to - start) }, (_, at) => idOf(start + at));
    await db
      .insertInto("memberships")
      .values(
        ids.map((id) => ({
          id,
          wallet_key: `BENCH${id.slice(1)}`,
          person_hash: randomBytes(32),
          lastname: null,
          lastname_normalised: null,
          firstname: null,
          firstname_normalised: null,
          birthday: null,
          mobile_phone: null,
          home_site_id: PLACE.siteId,
          status: "active" as const,
          joined_at: now,
          excluded_since: null,
          exclusion_checked_at: null,
        })),
      )
      .execute();
    await db
      .insertInto("gifts")
      .values(
        ids.flatMap((id) =>
          [1, 2, 3].map(() => ({
            code: newCode({ random: (size) => randomBytes(size) }),
            offer_id: "bench",
            membership_id: id,
            account_id: null,
            campaign: "operator" as const,
            campaign_key: null,
            status: "available" as const,
            issued_at: now,
            available_from: now,
            expires_at: null,
            reserved_until: null,
            reserved_site_id: null,
            burned_at: null,
            cancelled_at: null,
          })),
        ),
      )
      .execute();
  }
  await sql`analyze`.execute(db);
}

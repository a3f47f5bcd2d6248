import { DAY_MS } from "../durations.ts";
import { sql } from "kysely";
import { inTransaction, type Database } from "../database/database.server.ts";
import { reencrypted } from "../cryptography.server.ts";
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from "./encrypted-columns.ts";
import { adoptSecrets, generationOf, rotated, writeSecrets } from "./secrets.server.ts";
import type { World } from "../world.ts";

const CHANNEL = "secrets";
/** Whatever is signed or hashed with the keys before a rotation has expired by then. */
const APART_DAYS = 7;
const PAGES_AT_ONCE = 64;

/**
 * Replaces the keys of the installation: writes them into the secrets file, tells every node, and encrypts all stored values anew. The keys
 * before it stay valid until the next rotation, so nothing that was handed out before ends. Refused within a week of the last one unless
 * `isAnyway`, because tickets, codes, cookies and links of the keys before that one then end at once.
 */
export async function rotateSecrets(
  world: World,
  { isAnyway }: { isAnyway: boolean },
): Promise<{ ok: { generation: string; reencrypted: number } } | { problem: string }> {
  const { database, secrets, config } = world;
  const last = await database.db.selectFrom("installation").select("rotated_at").executeTakeFirst();
  const since = world.now().getTime() - (last?.rotated_at?.getTime() ?? 0);
  if (since < APART_DAYS * DAY_MS && !isAnyway)
    return {
      problem: `The last rotation was on ${last?.rotated_at?.toISOString()}. The keys before it would end now: wait until a week has passed, or add --anyway.`,
    };
  // Nothing may be left that only the older of the two generations opens.
  await reencryptAll(world);
  const next = rotated(secrets);
  try {
    writeSecrets(config.secretsFile, next);
  } catch (error) {
    return { problem: `The secrets file cannot be written: ${error instanceof Error ? error.message : String(error)}` };
  }
  adoptSecrets(secrets, config.secretsFile);
  const generation = generationOf(next);
  await inTransaction(database, async (tx) => {
    await tx.updateTable("installation").set({ generation, rotated_at: world.now() }).execute();
    await database.notify(tx, CHANNEL, generation);
  });
  return { ok: { generation, reencrypted: await reencryptAll(world) } };
}

async function reencryptAll(world: World): Promise<number> {
  let count = 0;
  for (const column of ENCRYPTED_COLUMNS) count += await reencryptColumn(world, column);
  return count;
}

/** Walks a table by its pages, so that it needs neither an index nor the table's key. */
async function reencryptColumn(world: World, { table, column, purpose }: EncryptedColumn): Promise<number> {
  const { db } = world.database;
  let count = 0;
  for (let page = 0; page < (await pagesOf(db, table)); page += PAGES_AT_ONCE) {
    const { rows } = await sql<{ place: string; encrypted: Uint8Array }>`
      select ctid::text as place, ${sql.ref(column)} as encrypted from ${sql.table(table)}
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid
        and ${sql.ref(column)} is not null`.execute(db);
    for (const { place, encrypted } of rows) {
      const anew = reencrypted(world, purpose, encrypted);
      if (anew === null) continue;
      // A row that changed meanwhile was encrypted by whoever changed it.
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
        where ctid = ${place}::tid and ${sql.ref(column)} = ${encrypted}`.execute(db);
      count += 1;
    }
  }
  return count;
}

async function pagesOf(db: Database["db"], table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as pages`.execute(db);
  return rows[0]?.pages ?? 0;
}

import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { eraseLocked } from "./data/erasure.server.ts";
import { DEMO_ACCOUNTS } from "./demo-accounts.ts";

const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email);

/** The addresses of the demonstration with which somebody could log in, whose password is published. */
export async function demoLogIns({ database }: Pick<World, "database">): Promise<string[]> {
  const rows = await database.db
    .selectFrom("accounts")
    .select("email")
    .where("email", "in", EMAILS)
    .where("disabled_at", "is", null)
    .orderBy("email")
    .execute();
  return rows.flatMap(({ email }) => (email === null ? [] : [email]));
}

/** True if a person has an account here that is none of the demonstration's. */
export async function hasOwnAccounts({ database }: Pick<World, "database">): Promise<boolean> {
  const own = await database.db
    .selectFrom("accounts")
    .select("id")
    .where("status", "=", "confirmed")
    .where("email", "not in", EMAILS)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

/** Erases the persons of the demonstration, as any account is erased. Nobody is told: their addresses do not exist. Returns how many. */
export async function eraseDemoAccounts(world: World): Promise<number> {
  return inTransaction(world.database, async (tx) => {
    const rows = await tx.selectFrom("accounts").select("id").where("email", "in", EMAILS).forUpdate().execute();
    for (const { id } of rows) await eraseLocked(world, tx, id);
    return rows.length;
  });
}

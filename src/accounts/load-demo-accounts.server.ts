import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { createAccount } from "./accounts.server.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from "./demo-accounts.ts";
import { hashPassword } from "./login/password-hash.server.ts";

const DEMO_VENUE = "port-serac";

/** Makes the demo accounts that do not exist yet. Call it after the venues are loaded. */
export async function loadDemoAccounts(world: World, table: VenueTable): Promise<void> {
  await table.reload();
  const venue = table.all().find(({ slug }) => slug === DEMO_VENUE) ?? null;
  const rows = await world.database.db
    .selectFrom("accounts")
    .select("email")
    .where(
      "email",
      "in",
      DEMO_ACCOUNTS.map(({ email }) => email),
    )
    .execute();
  const stored = new Set(rows.map(({ email }) => email));
  for (const account of DEMO_ACCOUNTS.filter(({ email }) => !stored.has(email))) await load(world, venue, account);
}

async function load(world: World, venue: Venue | null, account: DemoAccount): Promise<void> {
  const passwordHash = await hashPassword(world, account.email, DEMO_PASSWORD);
  await inTransaction(world.database, async (tx) => {
    const id = await createAccount(world, tx, {
      status: account.isConfirmed ? "confirmed" : "pending",
      email: account.email,
      passwordHash,
      identity: {
        civility_id: account.civility,
        firstname: account.firstname,
        lastname: account.lastname,
        birthday: account.birthday,
      },
      optins: { CANAL_EMAIL: account.phone !== null, CANAL_SMS: account.phone !== null, CANAL_LETTER: false },
      venue,
      locale: "fr",
    });
    await tx
      .updateTable("accounts")
      .set({
        mobile_phone: account.phone,
        mobile_phone_verified_at: account.phone === null ? null : world.now(),
      })
      .where("id", "=", id)
      .execute();
  });
}

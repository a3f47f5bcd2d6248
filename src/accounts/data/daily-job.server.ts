import { DAY_MS } from "../../platform/durations.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { erasureAfter, graceCutoff } from "./deletion.server.ts";
import { eraseAccount } from "./erasure.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { inactiveMail } from "../mails/profile-mails.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";

export const DAILY_QUEUE = "members.daily";
const INACTIVE_YEARS = 3;
/** Data that were typed for an address that nobody confirmed are erased after 90 days. */
const PENDING_MS = 90 * DAY_MS;
const AT_ONCE = 500;

/**
 * The daily job of accounts; running it twice does no harm. Erases accounts whose 30 days of grace after a deletion are over, and
 * pending accounts of 90 days. Announces the erasure after three years in which neither account nor card was used, and erases 30 days
 * later. Accounts whose member has money in a wallet wait until it is paid out.
 */
export async function runDailyJob(world: World, venueOf: VenueTable["byProject"]): Promise<void> {
  await eraseRequested(world, venueOf);
  await eraseUnconfirmed(world, venueOf);
  await eraseInactive(world, venueOf);
  await warnInactive(world, venueOf);
}

async function eraseRequested(world: World, venueOf: VenueTable["byProject"]): Promise<void> {
  const due = graceCutoff(world.now());
  await eraseEach(
    world,
    venueOf,
    () => accounts(world).where("deletion_requested_at", "<=", due),
    (account) => account.deletion_requested_at !== null && account.deletion_requested_at <= due,
  );
}

async function eraseUnconfirmed(world: World, venueOf: VenueTable["byProject"]): Promise<void> {
  const due = new Date(world.now().getTime() - PENDING_MS);
  await eraseEach(
    world,
    venueOf,
    // Filter by created_at, which has an index; last_seen_at is never earlier.
    () =>
      accounts(world).where("status", "=", "pending").where("created_at", "<=", due).where("last_seen_at", "<=", due),
    (account) => account.status === "pending" && account.last_seen_at <= due,
  );
}

async function eraseInactive(world: World, venueOf: VenueTable["byProject"]): Promise<void> {
  const noticed = graceCutoff(world.now());
  const due = inactiveSince(world);
  await eraseEach(
    world,
    venueOf,
    () => accounts(world).where("inactivity_noticed_at", "<=", noticed).where("last_seen_at", "<=", due),
    (account) => account.last_seen_at <= due,
  );
}

/** Leaves out disabled accounts: erasing one would end the ban. */
function accounts(world: World) {
  return world.database.db
    .selectFrom("accounts")
    .select("id")
    .where("status", "!=", "erased")
    .where("disabled_at", "is", null)
    .orderBy("id")
    .limit(AT_ONCE);
}

type Due = ReturnType<typeof accounts>;

/** Erases in batches. Each begins after the last account of the batch before, because accounts with money stay due. */
async function eraseEach(
  world: World,
  venueOf: VenueTable["byProject"],
  due: () => Due,
  mayErase: Parameters<typeof eraseAccount>[3],
): Promise<void> {
  for (let rows = await due().execute(); rows.length > 0;) {
    for (const { id } of rows) await eraseAccount(world, venueOf, id, mayErase);
    const last = rows.at(-1)?.id ?? "";
    rows = rows.length < AT_ONCE ? [] : await due().where("id", ">", last).execute();
  }
}

async function warnInactive(world: World, venueOf: VenueTable["byProject"]): Promise<void> {
  const due = inactiveSince(world);
  const rows = await world.database.db
    .selectFrom("accounts")
    .select(["id", "project_id"])
    .where("status", "=", "confirmed")
    .where("disabled_at", "is", null)
    .where("deletion_requested_at", "is", null)
    .where("inactivity_noticed_at", "is", null)
    .where("last_seen_at", "<=", due)
    .execute();
  for (const row of rows) {
    const sender = await mailSender(world, venueOf(row.project_id));
    await inTransaction(world.database, async (tx) => {
      const account = await tx
        .updateTable("accounts")
        .set({ inactivity_noticed_at: world.now() })
        .where("id", "=", row.id)
        .where("inactivity_noticed_at", "is", null)
        .where("last_seen_at", "<=", due)
        .returning(["email", "firstname", "locale"])
        .executeTakeFirst();
      if (account === undefined || account.email === null) return;
      const frame = { sender, locale: account.locale, firstname: account.firstname, to: account.email };
      const moneyAt = await world.hooks.accounts.moneyLeft(tx, row.id);
      const mail = inactiveMail(frame, erasureAfter(world.now()), moneyAt);
      await queueMail(world, tx, { id: world.uuid(), kind: "inactive", accountId: row.id, mail });
    });
  }
}

function inactiveSince(world: World): Date {
  const since = world.now();
  since.setUTCFullYear(since.getUTCFullYear() - INACTIVE_YEARS);
  return since;
}

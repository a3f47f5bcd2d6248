import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { SocialEvent, SocialProvider } from "../../platform/gateways/social.ts";
import { keyedHashes } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { setConsents } from "../accounts.server.ts";
import { markForDeletion } from "../data/deletion.server.ts";
import { mailSender, type MailSender } from "../../mail/sender.server.ts";
import { revokeSessions } from "../sessions/open-sessions.server.ts";

/**
 * Applies a provider's webhook event. A link made after the event stays, so an old event that is sent again does nothing. Where access
 * ended, the link and the account's sessions end. Where the person asked the provider for deletion, an account without any other
 * log-in is deleted as on request. Where the address stopped taking mail, the e-mail opt-in is turned off.
 */
export async function applyProviderEvent(
  world: World,
  venueOf: VenueTable["byProject"],
  provider: SocialProvider,
  event: SocialEvent,
): Promise<void> {
  if (event.kind === "other") return;
  const linked = await world.database.db
    .selectFrom("social_identities")
    .innerJoin("accounts", "accounts.id", "social_identities.account_id")
    .select(["accounts.id", "project_id"])
    .where("provider", "=", provider)
    .where("subject", "=", event.subject)
    .where("linked_at", "<=", event.at)
    .executeTakeFirst();
  if (linked === undefined) return;
  const sender = await mailSender(world, venueOf(linked.project_id));
  await inTransaction(world.database, (tx) =>
    event.kind === "email_stopped"
      ? setConsents(world, tx, linked.id, { CANAL_EMAIL: false }, provider)
      : unlink(world, tx, sender, linked.id, provider, event),
  );
}

async function unlink(
  world: World,
  tx: Transaction,
  sender: MailSender,
  accountId: string,
  provider: SocialProvider,
  event: SocialEvent,
): Promise<void> {
  const account = await tx
    .selectFrom("accounts")
    .select(["password_hash", "locale"])
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom("social_identities")
    .where("provider", "=", provider)
    .where("subject", "=", event.subject)
    .where("linked_at", "<=", event.at)
    .execute();
  await revokeSessions(world, tx, [accountId]);
  const other = await tx
    .selectFrom("social_identities")
    .select("provider")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (event.kind === "deleted" && other === undefined && account.password_hash === null)
    await markForDeletion(world, tx, accountId, { sender, locale: account.locale });
}

const MAC_LENGTH = 16;

/** The code of a deletion request. It holds its own time and a MAC, so nothing is stored for it. */
export function confirmationCode(world: World, at: Date): string {
  const time = at.getTime().toString(36);
  return `${time}${macsOf(world, time)[0]}`;
}

/** The time of a request; null for a code that was never issued. */
export function requestTime(world: World, code: string): Date | null {
  const time = code.slice(0, -MAC_LENGTH);
  if (!/^[0-9a-z]{1,12}$/.test(time) || !macsOf(world, time).some((mac) => code === `${time}${mac}`)) return null;
  return new Date(Number.parseInt(time, 36));
}

function macsOf(world: World, time: string): string[] {
  const macs = keyedHashes(world, "request", "deletion at a provider", time);
  return macs.map((mac) => Buffer.from(mac).toString("hex").slice(0, MAC_LENGTH));
}

import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { lockChangingAccount, mayChange, openChange, type EmailChange } from "../email/change-queries.server.ts";
import { confirmedAccount } from "../email/pending-accounts.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { addressInUseMail, agreeAtNewAddressMail } from "./email-change-mails.server.ts";
import { isQueued, queueMail } from "../../mail/outbox.server.ts";
import { issueToken } from "../password/one-time-tokens.server.ts";

export const NEW_ADDRESS_QUEUE = "members.new_address";
/** The job's data: whose change it is, and the id of the mail, so that a repeated job writes none twice. */
export type NewAddressOrder = { accountId: string; change: string; mail: string };

/** Orders the mail to the new address of a change, in the caller's transaction. Nothing is looked up about that address here. */
export async function orderNewAddressMail(
  world: World,
  tx: Transaction,
  { account_id: accountId, id: change }: Pick<EmailChange, "account_id" | "id">,
): Promise<void> {
  const order: NewAddressOrder = { accountId, change, mail: world.uuid() };
  await world.jobs.send(tx, NEW_ADDRESS_QUEUE, order);
}

/**
 * The job: writes to the new address of a change that is still open. A free address gets a link to agree; one of a confirmed account is
 * told so and gets none, so the change ends by itself after 48 hours. Only the mailbox's holder learns which. The export of the account
 * that changes shows the same mail in both cases.
 */
export async function writeToNewAddress(
  world: World,
  venueOf: VenueTable["byProject"],
  { accountId, change: id, mail: mailId }: NewAddressOrder,
): Promise<void> {
  const asked = await openChange(world.database.db, accountId, world.now());
  if (asked?.id !== id) return;
  // Read before the transaction: a sender is read on a connection of its own.
  const sender = await mailSender(world, venueOf(asked.project_id));
  await inTransaction(world.database, async (tx) => {
    const account = await lockChangingAccount(tx, accountId);
    const change = await openChange(tx, accountId, world.now());
    if (account === undefined || !mayChange(account) || change?.id !== id || (await isQueued(tx, mailId))) return;
    // The mailbox may be a stranger's: do not write the member's name to it.
    const frame = { sender, locale: account.locale, firstname: null, to: change.new_email };
    const isInUse = (await confirmedAccount(tx, change.new_email)) !== undefined;
    const mail = isInUse
      ? addressInUseMail(frame)
      : agreeAtNewAddressMail(frame, await issueToken(world, tx, "email_change_new", { accountId }));
    await queueMail(world, tx, { id: mailId, kind: "email_change", accountId, mail });
  });
}

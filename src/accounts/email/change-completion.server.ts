import { audit } from "../../staff/audit.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { endEmailChange } from "./change-end.server.ts";
import { setAddress, type ChangingAccount, type EmailChange } from "./change-queries.server.ts";
import { endPendingAccounts } from "./pending-accounts.server.ts";
import type { MailSender } from "../../mail/sender.server.ts";
import { addressChangedMail, welcomeAtNewAddressMail } from "../mails/email-change-mails.server.ts";
import { issueToken, voidTokens } from "../password/one-time-tokens.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import { revokeSessions } from "../sessions/open-sessions.server.ts";
import { endIdentities } from "../social/identities.server.ts";
import { trailSubject } from "../trail-subject.ts";

/** The state of a change: waiting for the other address, done, or ended because another account has the address. */
export type ChangeOutcome = "waiting" | "changed" | "taken";

/**
 * Makes the change where both addresses have agreed, in the caller's transaction, which holds the account's row. The password ends,
 * because the address is its salt, and with it every session and link. Accounts that were pending for the new address end too. Whether
 * another account has the address is looked up only now, when its mailbox has agreed.
 */
export async function completeChange(
  world: World,
  tx: Transaction,
  { change, account, sender }: { change: EmailChange; account: ChangingAccount; sender: MailSender },
): Promise<ChangeOutcome> {
  const { new_email: email } = change;
  if (change.new_agreed_at === null || change.old_agreed_at === null) return "waiting";
  if (!(await endPendingAccounts(world, tx, email))) return endTaken(world, tx, change, account);
  await setAddress(tx, account.id, email, world.now());
  // Whoever controls the lost mailbox may have linked their own social log-in through it.
  if (change.vouched_by !== null) await endIdentities(tx, account.id);
  await revokeSessions(world, tx, [account.id]);
  await endEmailChange(world, tx, account.id, "changed");
  await voidTokens(world, tx, [account.id]);
  await tellBoth(world, tx, change, account, sender);
  await auditEmailChange(world, tx, change, account, "member.change_email", { change: change.id });
  return "changed";
}

/** Tells the old address of the change. Sends the new one a link to a password, where there was one or no other log-in is left. */
async function tellBoth(
  world: World,
  tx: Transaction,
  { new_email: email, vouched_by: voucher }: EmailChange,
  account: ChangingAccount,
  sender: MailSender,
): Promise<void> {
  const { id: accountId, locale, firstname, password_hash: password } = account;
  const keepsProviders = voucher === null;
  const needsPassword = password !== null || !keepsProviders;
  const token = needsPassword ? await issueToken(world, tx, "password_reset", { accountId }) : null;
  const mails = [welcomeAtNewAddressMail({ sender, locale, firstname, to: email }, { token, keepsProviders })];
  if (account.email !== null) mails.push(addressChangedMail({ sender, locale, firstname, to: account.email }, email));
  for (const mail of mails) await queueMail(world, tx, { id: world.uuid(), kind: "email_changed", accountId, mail });
}

async function endTaken(
  world: World,
  tx: Transaction,
  change: EmailChange,
  account: ChangingAccount,
): Promise<"taken"> {
  await endEmailChange(world, tx, account.id, "taken");
  await auditEmailChange(world, tx, change, account, "member.email_taken", { change: change.id });
  return "taken";
}

/** Writes what the holders of both addresses do into the audit trail of the venue that asked. */
export async function auditEmailChange(
  world: World,
  tx: Transaction,
  change: EmailChange,
  { id: accountId, playersplus_id: membershipId }: ChangingAccount,
  action: string,
  after: object,
): Promise<void> {
  const author = { sessionId: change.asked_session, name: change.asked_by };
  const subject = trailSubject({ accountId, membershipId });
  await audit(world, tx, author, { projectId: change.project_id, action, subject, before: null, after });
}

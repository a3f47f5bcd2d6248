import { audit } from "../../staff/audit.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { endEmailChange } from "./change-end.server.ts";
import { setAddress, type ChangingAccount, type EmailChange } from "./change-queries.server.ts";
import { clearAddress, confirmedAccount } from "./confirmation.server.ts";
import type { MailHouse } from "../outbox/account-mails.server.ts";
import { addressChangedMail, welcomeAtNewAddressMail } from "../outbox/email-change-mails.server.ts";
import { issueToken, voidTokens } from "../password/one-time-tokens.server.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { revokeSessions } from "../sessions/sessions.server.ts";
import { endIdentities } from "../social/identities.server.ts";
import { trailSubject } from "../trail-subject.ts";

/** What a change has come to: it waits for the other side, it is done, or somebody else has the address by now and it is over. */
export type Settled = "waiting" | "changed" | "taken";

/**
 * Changes the address where both sides have agreed, in the caller's transaction, which holds the account's row. The password ends with the
 * address that salts it, every session and link with it; whoever was pending for the new address is over, as by a confirmation (G50).
 */
export async function settleChange(
  world: World,
  tx: Transaction,
  { change, account, house }: { change: EmailChange; account: ChangingAccount; house: MailHouse },
): Promise<Settled> {
  const { new_email: email } = change;
  if ((await confirmedAccount(tx, email)) !== undefined) return endTaken(world, tx, change, account);
  if (change.new_agreed_at === null || change.old_agreed_at === null) return "waiting";
  if (!(await clearAddress(world, tx, email))) return endTaken(world, tx, change, account);
  await setAddress(tx, account.id, email, world.now());
  // Whoever has the lost mailbox may have linked a log-in of their own by it (providers.md, 4).
  if (change.vouched_by !== null) await endIdentities(tx, account.id);
  await revokeSessions(world, tx, [account.id]);
  await endEmailChange(world, tx, account.id, "changed");
  await voidTokens(world, tx, [account.id]);
  await tellBoth(world, tx, change, account, house);
  await tellTrail(world, tx, change, account, "member.change_email", { change: change.id });
  return "changed";
}

/** The old address is told that it is over; the new one gets the way to a password, where there was one or nothing else is left to log in by. */
async function tellBoth(
  world: World,
  tx: Transaction,
  { new_email: email, vouched_by: voucher }: EmailChange,
  account: ChangingAccount,
  house: MailHouse,
): Promise<void> {
  const { id: accountId, locale, firstname, password_hash: password } = account;
  const keepsProviders = voucher === null;
  const needsPassword = password !== null || !keepsProviders;
  const token = needsPassword ? await issueToken(world, tx, "password_reset", { accountId }) : null;
  const mails = [welcomeAtNewAddressMail({ house, locale, firstname, to: email }, { token, keepsProviders })];
  if (account.email !== null) mails.push(addressChangedMail({ house, locale, firstname, to: account.email }, email));
  for (const mail of mails) await queueMail(world, tx, { id: world.uuid(), kind: "email_changed", accountId, mail });
}

async function endTaken(
  world: World,
  tx: Transaction,
  change: EmailChange,
  account: ChangingAccount,
): Promise<"taken"> {
  await endEmailChange(world, tx, account.id, "taken");
  await tellTrail(world, tx, change, account, "member.email_taken", { change: change.id });
  return "taken";
}

/** What the holders of both addresses do stands in the trail of the house that asked, under the name of who did. */
export async function tellTrail(
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

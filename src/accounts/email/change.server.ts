import type { Operator } from "../../staff/operator.ts";
import { chainOf, countAsOnePerson, rootOf } from "../../staff/second-person.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { emailAddress } from "../contract.ts";
import { endEmailChange } from "./change-end.server.ts";
import {
  askersOf,
  insertChange,
  lockChangingAccount,
  mayChange,
  noteAgreement,
  openChange,
  type ChangingAccount,
} from "./change-queries.server.ts";
import { completeChange } from "./change-completion.server.ts";
import type { MailSender } from "../../mail/sender.server.ts";
import { agreeAtOldAddressMail } from "../mails/email-change-mails.server.ts";
import { maskedEmail } from "./masked-address.ts";
import { orderNewAddressMail } from "../mails/new-address-mail.server.ts";
import { EMAIL_CHANGE_SECONDS, issueToken } from "../password/one-time-tokens.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";

/** Limits for an operator, because each request writes to two mailboxes. */
const CHANGES_BY_OPERATOR = [
  { limit: 20, seconds: 600 },
  { limit: 60, seconds: 86_400 },
];
/** Limits shared by all whose tickets come from one person, so that a ticket under another name brings no new ones. */
const CHANGES_FROM_ONE_ROOT = [
  { limit: 60, seconds: 600 },
  { limit: 180, seconds: 86_400 },
];
const CHANGES_OF_ACCOUNT = [
  { limit: 5, seconds: 600 },
  { limit: 10, seconds: 86_400 },
];
const EMAIL_MAX = 254;

export type EmailChangeRefusal =
  | "email_missing"
  | "email_long"
  | "email_invalid"
  | "email_same"
  | "email_taken"
  | "email_too_many"
  | "email_unconfirmed"
  | "email_disabled"
  | "email_leaving"
  | "email_no_area"
  | "email_none"
  | "email_agreed"
  | "same_person";
type Refused = { refusal: EmailChangeRefusal };

/** The operator, the account, and the venue in whose name the mails are written. */
export type ChangeAtDesk = { accountId: string; operator: Operator; venue: Venue; sender: MailSender };

/**
 * Asks for another address of a confirmed account, in the caller's transaction: both addresses are written to. An open change is
 * replaced. The answer does not depend on whether another account has the new address: that is not looked up. Returns the id of the new
 * change and of the replaced one.
 */
export async function askEmailChange(
  world: World,
  tx: Transaction,
  { accountId, operator, venue, sender }: ChangeAtDesk,
  typed: string,
): Promise<{ id: string; replaced: string | null } | Refused> {
  const account = await lockChangingAccount(tx, accountId);
  if (account === undefined) return { refusal: "email_unconfirmed" };
  // The links would lead to pages that this site hides.
  if (venue.config.account_hidden) return { refusal: "email_no_area" };
  const address = addressFor(account, typed);
  if ("refusal" in address) return address;
  if (!(await mayAsk(world, tx, operator, accountId))) return { refusal: "email_too_many" };
  const replaced = await endEmailChange(world, tx, accountId, "replaced");
  const id = world.uuid();
  await insertChange(tx, {
    id,
    account_id: accountId,
    new_email: address.email,
    project_id: venue.projectId,
    asked_at: world.now(),
    asked_by: operator.name,
    asked_session: operator.sessionId,
    asked_issuers: JSON.stringify(operator.issuers),
    expires_at: new Date(world.now().getTime() + EMAIL_CHANGE_SECONDS * 1000),
  });
  await writeToOld(world, tx, account, address, sender);
  await orderNewAddressMail(world, tx, { id, account_id: accountId });
  return { id, replaced };
}

async function mayAsk(world: World, tx: Transaction, operator: Operator, accountId: string): Promise<boolean> {
  const own = await hit(world, tx, ["email change by", ...chainOf(operator)], CHANGES_BY_OPERATOR);
  if (!own.isAllowed) return false;
  const fromRoot = await hit(world, tx, ["email changes by", rootOf(operator)], CHANGES_FROM_ONE_ROOT);
  return fromRoot.isAllowed && (await hit(world, tx, ["email change of", accountId], CHANGES_OF_ACCOUNT)).isAllowed;
}

/** The typed address, if this account may have it. */
function addressFor(account: ChangingAccount, typed: string): { email: string; old: string } | Refused {
  const address = typed.trim();
  if (account.disabled_at !== null) return { refusal: "email_disabled" };
  if (account.status !== "confirmed" || account.email === null) return { refusal: "email_unconfirmed" };
  if (account.deletion_requested_at !== null) return { refusal: "email_leaving" };
  if (address === "") return { refusal: "email_missing" };
  if (address.length > EMAIL_MAX) return { refusal: "email_long" };
  const parsed = emailAddress.safeParse(address);
  if (!parsed.success) return { refusal: "email_invalid" };
  return parsed.data === account.email ? { refusal: "email_same" } : { email: parsed.data, old: account.email };
}

async function writeToOld(
  world: World,
  tx: Transaction,
  { id: accountId, locale, firstname }: ChangingAccount,
  { email, old }: { email: string; old: string },
  sender: MailSender,
): Promise<void> {
  const token = await issueToken(world, tx, "email_change_old", { accountId });
  const mail = agreeAtOldAddressMail({ sender, locale, firstname, to: old }, email, token);
  await queueMail(world, tx, { id: world.uuid(), kind: "email_change", accountId, mail });
}

/**
 * Agrees in place of the old address, whose mailbox is lost, after the operator has seen an identity document. Two people are needed:
 * "same_person" refuses an operator who ever asked for this change, or who is linked to one who did by a log-in ticket.
 */
export async function agreeForOldAddress(
  world: World,
  tx: Transaction,
  { accountId, operator, sender }: ChangeAtDesk,
): Promise<{ id: string } | Refused> {
  const account = await lockChangingAccount(tx, accountId);
  const change = await openChange(tx, accountId, world.now());
  if (account === undefined || change === undefined || !mayChange(account)) return { refusal: "email_none" };
  if (change.old_agreed_at !== null) return { refusal: "email_agreed" };
  if (isOwnRequest(await askersOf(tx, change), operator)) return { refusal: "same_person" };
  const agreed = await noteAgreement(tx, change.id, {
    old_agreed_at: world.now(),
    vouched_by: operator.name,
    vouched_session: operator.sessionId,
  });
  const outcome = await completeChange(world, tx, { change: agreed, account, sender });
  return outcome === "taken" ? { refusal: "email_taken" } : { id: change.id };
}

/** Ends an open change before it takes effect. Returns its id. */
export async function withdrawEmailChange(
  world: World,
  tx: Transaction,
  { accountId }: ChangeAtDesk,
): Promise<{ id: string } | Refused> {
  await lockChangingAccount(tx, accountId);
  const id = await endEmailChange(world, tx, accountId, "withdrawn");
  return id === null ? { refusal: "email_none" } : { id };
}

/** The open change of an account as an operator sees it; null where there is none. */
export async function emailChangeAtDesk(
  world: World,
  { operator, mayAct }: { operator: Operator; mayAct: boolean },
  accountId: string,
) {
  const { db } = world.database;
  const change = await openChange(db, accountId, world.now());
  if (change === undefined) return null;
  const isOwn = isOwnRequest(await askersOf(db, change), operator);
  const mayVouch = mayAct && !isOwn && change.old_agreed_at === null;
  return {
    /** In full for an operator who may vouch for it, because they must see what they agree to; masked for others. */
    address: mayVouch ? change.new_email : maskedEmail(change.new_email),
    askedBy: change.asked_by,
    askedAt: change.asked_at,
    expiresAt: change.expires_at,
    isNewAgreed: change.new_agreed_at !== null,
    isOldAgreed: change.old_agreed_at !== null,
    vouchedBy: change.vouched_by,
    /** True where this operator, or one linked to them, asked for the change. */
    isOwn,
    mayVouch,
  };
}

function isOwnRequest(askers: Awaited<ReturnType<typeof askersOf>>, operator: Operator): boolean {
  return askers.some(
    ({ asked_by: name, asked_session: session, asked_issuers: issuers }) =>
      session === operator.sessionId || countAsOnePerson({ name, issuers }, operator),
  );
}

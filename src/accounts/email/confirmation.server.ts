import * as paths from "../../venues/paths.ts";
import { sql } from "kysely";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { hit } from "../../platform/http/limits.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { tooMany, type EmailConfirmationInput, type EmailValidationInput, type Refused } from "../contract.ts";
import { openLogin } from "../login/login.server.ts";
import { alreadyRegisteredMail, confirmationMail, mailSender } from "../outbox/account-mails.server.ts";
import type { Member } from "../member.ts";
import { issueToken, takeToken, voidTokens } from "../password/one-time-tokens.server.ts";
import { isQueued, queueMail } from "../outbox/outbox.server.ts";
import { revokeSessions, rotateAtNextIntrospection, rotateSession } from "../sessions/sessions.server.ts";
import { accessRefusal, venueOfCallback, type Visit } from "../visit.server.ts";

export const CONFIRMATION_QUEUE = "members.confirmation";
const RESENDS = [
  { limit: 1, seconds: 60 },
  { limit: 5, seconds: 86_400 },
];
/** A stranger who registers an address repeatedly cannot fill its mailbox. */
const MAILS_TO_AN_ADDRESS = [{ limit: 10, seconds: 86_400 }];

/** The job's data. The person is looked up when the mail is made. */
export type ConfirmationOrder = { mailId: string; accountId: string; projectId: number | null; locale: Locale };

/** Orders the confirmation mail of a pending account, in the caller's transaction. */
export async function requestConfirmation(
  world: World,
  tx: Transaction,
  { accountId, venue, locale }: { accountId: string; venue: Venue | null; locale: Locale },
): Promise<void> {
  const order: ConfirmationOrder = { mailId: world.uuid(), accountId, projectId: venue?.projectId ?? null, locale };
  await world.jobs.send(tx, CONFIRMATION_QUEUE, order);
}

/**
 * The job: mails a link to a free address, and 'you already have an account' to a taken one. The caller cannot tell which. A
 * repeated job does nothing.
 */
export async function makeConfirmation(world: World, venue: Venue | null, order: ConfirmationOrder): Promise<void> {
  const sender = await mailSender(world, venue);
  await inTransaction(world.database, async (tx) => {
    if (await isQueued(tx, order.mailId)) return;
    const account = await tx
      .selectFrom("accounts")
      .select(["id", "email", "firstname"])
      .where("id", "=", order.accountId)
      .where("status", "=", "pending")
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (account === undefined || account.email === null) return;
    const counted = await hit(world, tx, ["mail to", account.email], MAILS_TO_AN_ADDRESS);
    if (!counted.isAllowed) return;
    const frame = { sender, locale: order.locale, to: account.email };
    const owner = await confirmedAccount(tx, account.email);
    const mail =
      owner === undefined
        ? confirmationMail(
            // The name was typed by whoever registered: do not let them write into a stranger's mailbox.
            { ...frame, firstname: null },
            await issueToken(world, tx, "email_confirmation", { accountId: account.id }),
          )
        : alreadyRegisteredMail({ ...frame, firstname: owner.firstname });
    await queueMail(world, tx, { id: order.mailId, kind: "confirmation", accountId: owner?.id ?? account.id, mail });
  });
}

/** Sends the confirmation mail again (POST /users/email-validation): only to the caller's own address, one a minute and five a day. */
export async function resendConfirmation(
  world: World,
  visit: Visit,
  member: Member,
  { email, callback_url }: EmailValidationInput,
): Promise<{ ok: { result: true } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const site = venueOfCallback(world, visit, callback_url, paths.confirmEmail, "callback_url");
  if (!("venue" in site)) return site;
  if (email !== member.email) return { problems: [{ key: "email", message: "members_email_invalid" }] };
  if (member.isEmailValid) return { ok: { result: true } };
  return inTransaction(world.database, async (tx) => {
    const counted = await hit(world, tx, ["confirmation", member.accountId], RESENDS);
    if (!counted.isAllowed) return tooMany(counted);
    const { accountId } = member;
    await requestConfirmation(world, tx, { accountId, venue: site.venue, locale: visit.locale });
    return { ok: { result: true } };
  });
}

/** `token` logs in. It is null where another member is logged in: a confirmation never switches the account. */
export type Confirmed = { result: true; accountId: string; token: string | null; browser?: string };

/**
 * Confirms an address by the link of the mail (POST /users/email-confirmation). The account becomes the only one of the address; other
 * pending accounts of the address end, with their sessions. So whoever registered a foreign address gains nothing.
 */
export async function confirmEmail(
  world: World,
  visit: Visit,
  member: Member | null,
  input: EmailConfirmationInput,
): Promise<{ ok: Confirmed } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const confirmed = await inTransaction(
    world.database,
    async (tx): Promise<{ ok: Confirmed } | Refused> => {
      const taken = await takeToken(world, tx, "email_confirmation", input.token_validation_email);
      const accountId = taken?.accountId ?? null;
      if (accountId === null || !(await confirmPendingAccount(world, tx, accountId)))
        return { refusal: { kind: "bad_request", error: "members_link_dead" } };
      return { ok: { result: true, accountId, token: await tokenAfter(world, tx, member, accountId) } };
    },
    { isRepeatable: true },
  );
  if (!("ok" in confirmed) || member !== null) return confirmed;
  // A full log-in: it remembers the browser and looks for an existing card once.
  const opened = await openLogin(world, visit, confirmed.ok.accountId);
  return opened === null ? confirmed : { ok: { ...confirmed.ok, token: opened.token, browser: opened.browser } };
}

async function tokenAfter(
  world: World,
  tx: Transaction,
  member: Member | null,
  accountId: string,
): Promise<string | null> {
  await tx
    .updateTable("sessions")
    .set({ is_rotation_due: true })
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .execute();
  if (member?.accountId !== accountId) return null;
  const token = await rotateSession(world, tx, member.sessionId);
  if (token === null) await rotateAtNextIntrospection(tx, member.sessionId);
  return token;
}

/**
 * Makes a pending account the only account of its address, in the caller's transaction. Ends the other pending ones. Returns false
 * where the address already has an account or this one is not pending.
 */
export async function confirmPendingAccount(world: World, tx: Transaction, accountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined || account.email === null) return false;
  const rivals = await lockAddress(tx, account.email);
  const own = rivals.find((rival) => rival.id === accountId);
  if (own?.status !== "pending" || rivals.some((rival) => rival.status === "confirmed")) return false;
  await tx
    .updateTable("accounts")
    .set({ status: "confirmed", email_confirmed_at: world.now() })
    .where("id", "=", accountId)
    .execute();
  await supersedePending(world, tx, account.email);
  return true;
}

/** Ends every pending account of an address, with its sessions and links. */
async function supersedePending(world: World, tx: Transaction, email: string): Promise<void> {
  const ended = await tx
    .updateTable("accounts")
    .set({ status: "superseded", password_hash: null, pseudo: null, pseudo_folded: null })
    .where("email", "=", email)
    .where("status", "=", "pending")
    .returning("id")
    .execute();
  const ids = ended.map(({ id }) => id);
  await revokeSessions(world, tx, ids);
  await voidTokens(world, tx, ids);
  if (ids.length > 0) await tx.deleteFrom("social_identities").where("account_id", "in", ids).execute();
}

/** Ends the pending accounts of an address that a provider vouches for. Returns false where a confirmed account has it. */
export async function endPendingAccounts(world: World, tx: Transaction, email: string): Promise<boolean> {
  const rivals = await lockAddress(tx, email);
  if (rivals.some((rival) => rival.status === "confirmed")) return false;
  await supersedePending(world, tx, email);
  return true;
}

/**
 * Locks all accounts of an address in one order, so that confirmations of it run one by one. Also locks the address itself, because
 * an account with another address may be about to change to it (`change-settling.server.ts`).
 */
async function lockAddress(tx: Transaction, email: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`.execute(tx);
  return tx
    .selectFrom("accounts")
    .select(["id", "status", "firstname", "disabled_at"])
    .where("email", "=", email)
    .where("status", "in", ["pending", "confirmed"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export function confirmedAccount(tx: Transaction, email: string) {
  return tx
    .selectFrom("accounts")
    .select(["id", "firstname", "disabled_at"])
    .where("email", "=", email)
    .where("status", "=", "confirmed")
    .executeTakeFirst();
}

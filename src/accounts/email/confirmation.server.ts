import * as paths from "../../venues/paths.ts";
import { sql } from "kysely";
import { type Db, inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { hit, type HitResult } from "../../platform/http/counted-limits.server.ts";
import { tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { disown, isDisowned } from "../disown.server.ts";
import {
  DEAD_LINK,
  tooMany,
  type EmailConfirmationInput,
  type EmailValidationInput,
  type Refused,
} from "../contract.ts";
import { openLogin } from "../login/login.server.ts";
import { alreadyRegisteredWords, confirmationWords } from "../mails/account-mails.server.ts";
import { askForMail, type MakePart } from "../../mail/requests.server.ts";
import type { Member } from "../member.ts";
import { addressOfToken, issueToken, peekToken, takeToken } from "../password/one-time-tokens.server.ts";
import { rotateAtNextIntrospection, rotateSession } from "../sessions/sessions.server.ts";
import { accessRefusal, venueOfCallback, type Visit } from "../visit.server.ts";
import { confirmedAccount, confirmPendingAccount, lockAddress, supersedePending } from "./pending-accounts.server.ts";

/** How often the confirmation mail of one account is sent again. Requests of the member and of staff count together. */
const RESENDS = [
  { limit: 1, seconds: 60 },
  { limit: 5, seconds: 86_400 },
];

/** Asks for the confirmation mail of a pending account, in the caller's transaction. */
export function requestConfirmation(
  world: World,
  tx: Transaction,
  accountId: string,
  email: string,
  { venue, locale, device, network }: Pick<Visit, "venue" | "locale" | "device"> & { network: string },
): Promise<{ waitSeconds: number }> {
  const order = { email, accountId, projectId: venue?.projectId ?? null, locale, device, logIn: null };
  return askForMail(world, tx, { kind: "registration", network, order });
}

/**
 * The part of a mail that answers a registration: a link for a free address, 'you already have an account' for a taken one. The caller of
 * the registration cannot tell which. Nothing where the holder said 'It was not me' in the last 30 days.
 */
export const registrationPart: MakePart = async (world, tx, frame, { accountId, email }) => {
  if (await isDisowned(world, tx, "registration", email)) return null;
  const account = await tx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("email", "=", email)
    .where("status", "=", "pending")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (account === undefined) return null;
  const owner = await confirmedAccount(tx, email);
  if (owner !== undefined)
    return { words: alreadyRegisteredWords(frame), firstname: owner.firstname, accountId: owner.id };
  const token = await issueToken(world, tx, "email_confirmation", { accountId: account.id });
  // The name was typed by whoever registered: do not let them write into a stranger's mailbox.
  return { words: confirmationWords(frame, token), firstname: null, accountId: account.id };
};

/** Counts one more sending of an account's confirmation mail: one a minute and five a day. */
export function countResend(world: World, tx: Transaction, accountId: string): Promise<HitResult> {
  return hit(world, tx, ["confirmation", accountId], RESENDS);
}

/**
 * Sends the confirmation mail again (POST /users/email-validation), only to the caller's own address, once a minute and five times a day.
 * Says how long it waits, as every mail that is asked for (`askForMail`).
 */
export async function resendConfirmation(
  world: World,
  visit: Visit,
  member: Member,
  { email, callback_url }: EmailValidationInput,
): Promise<{ ok: { result: true; waitSeconds: number } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const site = venueOfCallback(world, visit, callback_url, paths.confirmEmail, "callback_url");
  if (!("venue" in site)) return site;
  if (email !== member.email) return { problems: [{ key: "email", message: "members_email_invalid" }] };
  if (member.isEmailValid) return { ok: { result: true, waitSeconds: 0 } };
  const { accountId } = member;
  const from = { ...visit, venue: site.venue, network: visit.client.block };
  return inTransaction(world.database, async (tx) => {
    const counted = await countResend(world, tx, accountId);
    if (!counted.isAllowed) return tooMany(counted);
    return { ok: { result: true, ...(await requestConfirmation(world, tx, accountId, email, from)) } };
  });
}

/** The registration that a link is about: when and with what kind of device ('Firefox, Windows', or nothing) it was made. */
export type AskedRegistration = { accountId: string; askedAt: Date; device: string; isOwn: boolean };

/**
 * The registration that a valid link confirms: this browser's own one of the address, known by its session or its cookie, else the one
 * for which the link was sent. So a stranger's later registration keeps nobody from their own. Null for a dead link.
 */
export async function registrationAsked(
  world: World,
  visit: Visit,
  member: Member | null,
  token: string,
): Promise<AskedRegistration | null> {
  const held = await peekToken(world, "email_confirmation", token);
  return held?.accountId == null ? null : registrationFor(world.database.db, visit, member, held.accountId);
}

async function registrationFor(
  db: Db,
  { browser }: Visit,
  member: Member | null,
  accountId: string,
): Promise<AskedRegistration | null> {
  const { rows } = await sql<{ id: string; created_at: Date; device: string | null; is_own: boolean | null }>`
    select a.id, a.created_at, own.is_own,
      (select device from sessions where account_id = a.id order by created_at limit 1) as device
    from accounts linked
    join accounts a on a.email = linked.email and a.status = 'pending'
    cross join lateral (select a.id = ${member?.accountId ?? null}::uuid or exists (
      select 1 from known_browsers
      where account_id = a.id and browser_hash = ${browser === null ? null : tokenHash(browser)}::bytea
    ) as is_own) own
    where linked.id = ${accountId}::uuid and (own.is_own is true or a.id = linked.id)
    order by own.is_own is true desc, a.id = ${member?.accountId ?? null}::uuid desc nulls last, a.created_at desc, a.id
    limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return { accountId: row.id, askedAt: row.created_at, device: row.device ?? "", isOwn: row.is_own ?? false };
}

/**
 * `token` logs in. It is null unless the call carries the session or the browser that registered: whoever only has the link logs in
 * afterwards. It is also null where another member is logged in, because a confirmation never switches the account.
 */
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
  const confirmed = await byLink(world, visit, member, input, async (tx, { accountId, isOwn }) => {
    if (!(await confirmPendingAccount(world, tx, accountId))) return DEAD_LINK;
    const token = await tokenAfter(world, tx, member, accountId);
    return { ok: { result: true as const, accountId, token, isOwn } };
  });
  if (!("ok" in confirmed)) return confirmed;
  const { isOwn, ...done } = confirmed.ok;
  if (member !== null || !isOwn) return { ok: done };
  // A full log-in: it remembers the browser and looks for an existing card once.
  const opened = await openLogin(world, visit, done.accountId);
  return { ok: opened === null ? done : { ...done, token: opened.token, browser: opened.browser } };
}

/**
 * 'It was not me', answered by the link of the mail: ends the registration with its sessions, and stops further registration mails to the
 * address for 30 days.
 */
export async function disownRegistration(
  world: World,
  visit: Visit,
  member: Member | null,
  input: EmailConfirmationInput,
): Promise<{ ok: { accountId: string } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  return byLink(world, visit, member, input, async (tx, { accountId, email }) => {
    await supersedePending(world, tx, email, accountId);
    await disown(world, tx, "registration", email);
    return { ok: { accountId } };
  });
}

/**
 * Uses a link up, in a transaction, for the registration that it is about in this browser. The address is locked before the link, so that
 * links of several accounts of one address are used one after the other.
 */
async function byLink<Answer extends object>(
  world: World,
  visit: Visit,
  member: Member | null,
  { token_validation_email: token }: EmailConfirmationInput,
  act: (tx: Transaction, asked: AskedRegistration & { email: string }) => Promise<{ ok: Answer } | Refused>,
): Promise<{ ok: Answer } | Refused> {
  const email = await addressOfToken(world, "email_confirmation", token);
  if (email === null) return DEAD_LINK;
  return inTransaction(
    world.database,
    async (tx) => {
      await lockAddress(tx, email);
      const taken = await takeToken(world, tx, "email_confirmation", token);
      const asked = taken?.accountId == null ? null : await registrationFor(tx, visit, member, taken.accountId);
      return asked === null ? DEAD_LINK : act(tx, { ...asked, email });
    },
    { isRepeatable: true },
  );
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

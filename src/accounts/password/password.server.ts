import * as paths from "../../venues/paths.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { forgetHits, hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import { captchaRefusal } from "../login/captcha.server.ts";
import { DEAD_LINK, tooMany, type RecoverInput, type Refused, type ResetInput } from "../contract.ts";
import type { ChangePasswordInput } from "../profile/contract.ts";
import { confirmedAccount, confirmPendingAccount } from "../email/pending-accounts.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { passwordChangedMail, resetWords } from "../mails/account-mails.server.ts";
import type { Member } from "../member.ts";
import { addressOfToken, issueToken, peekToken, takeToken, voidTokens } from "./one-time-tokens.server.ts";
import { FRESH_NEEDED, CURRENT_PASSWORD_GUESSES, isFresh, noteProof } from "../reauthentication/proof.server.ts";
import { askForMail, type MakePart } from "../../mail/requests.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import { hashInTurn, isSameHash } from "../login/password-hash.server.ts";
import { endUnvouchedIdentities } from "../social/identities.server.ts";
import { PROVIDER_NAMES } from "../social/provider-names.ts";
import { passwordProblems } from "../register.server.ts";
import { rotateAtNextIntrospection } from "../sessions/sessions.server.ts";
import { revokeSessions } from "../sessions/open-sessions.server.ts";
import { accessRefusal, venueOfCallback, type Visit } from "../visit.server.ts";

/** From the fourth recovery of a network in an hour on, a proof of work is needed. */
const FREE_RECOVERIES = [{ limit: 3, seconds: 3600 }];
const RECOVERIES = [{ limit: 200, seconds: 3600 }];
const DEFINITIONS = [{ limit: 20, seconds: 86_400 }];
/** A change resets the count of guesses and sends a mail, so changes are limited too. */
const CHANGES = [{ limit: 10, seconds: 86_400 }];

/**
 * Asks for a link to a new password (POST /password/recover). Always answers true, and looks up nobody before the reply. `waitSeconds` is
 * how long the network has to wait for the mail, because of its own earlier requests.
 */
export async function recover(
  world: World,
  visit: Visit,
  input: RecoverInput,
): Promise<{ ok: { result: true; waitSeconds: number } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const site = venueOfCallback(world, visit, input.callback_url, paths.reset, "callback_url");
  if (!("venue" in site)) return site;
  const limited = await recoveryRefused(world, visit);
  if (limited !== null) return limited;
  return { ok: { result: true, ...(await askForLink(world, { ...visit, venue: site.venue }, input.email)) } };
}

/**
 * Sends a member without a password a link to set a first one. The member is logged in, so no proof of work is needed and only their
 * own limit counts: 20 requests a day; the mail waits as for every recovery.
 */
export async function definePassword(
  world: World,
  visit: Visit,
  member: Member,
): Promise<{ ok: { waitSeconds: number } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const counted = await hit(world, world.database.db, ["define password", member.accountId], DEFINITIONS);
  if (!counted.isAllowed) return tooMany(counted);
  return { ok: await askForLink(world, visit, member.email) };
}

function askForLink(
  world: World,
  { venue, locale, device, client }: Visit,
  email: string,
): Promise<{ waitSeconds: number }> {
  const order = { email, projectId: venue?.projectId ?? null, locale, device, accountId: null, logIn: null };
  return inTransaction(world.database, (tx) =>
    askForMail(world, tx, { kind: "recovery", network: client.block, order }),
  );
}

async function recoveryRefused(world: World, visit: Visit): Promise<Refused | null> {
  const { db } = world.database;
  const { block } = visit.client;
  const free = visit.captcha === null && (await hit(world, db, ["free recovery", block], FREE_RECOVERIES)).isAllowed;
  if (!free) {
    const robot = await captchaRefusal(world, visit);
    if (robot !== null) return { refusal: robot };
  }
  const counted = await hit(world, db, ["recovery", block], RECOVERIES);
  return counted.isAllowed ? null : tooMany(counted);
}

/** The part of a mail that answers a recovery: a link for the confirmed account of the address, else for the newest pending one. */
export const recoveryPart: MakePart = async (world, tx, frame, { email }) => {
  const account = (await confirmedAccount(tx, email)) ?? (await newestPending(tx, email));
  if (account === undefined || account.disabled_at !== null || !(await keepsAddress(tx, account.id, email)))
    return null;
  const token = await issueToken(world, tx, "password_reset", { accountId: account.id });
  return { words: resetWords(frame, token), firstname: account.firstname, accountId: account.id };
};

/** Checks under the account's lock that it still has the address, which may be changing. */
async function keepsAddress(tx: Transaction, accountId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function newestPending(tx: Transaction, email: string) {
  const account = await tx
    .selectFrom("accounts")
    .select(["id", "disabled_at"])
    .where("email", "=", email)
    .where("status", "=", "pending")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  // The name was typed by whoever registered: do not let them write into a stranger's mailbox.
  return account === undefined ? undefined : { ...account, firstname: null };
}

/** True for a valid reset link. Does not use it up. */
export async function isResetLinkAlive(world: World, token: string): Promise<boolean> {
  return (await peekToken(world, "password_reset", token)) !== null;
}

/**
 * Sets a new password by the link of the mail (POST /password/reset), and ends every session and the links of providers that had not
 * verified the address. The mail's link proves the mailbox: a pending
 * account becomes the account of its address, without the phone number and links that whoever registered it may have left.
 */
export async function reset(
  world: World,
  visit: Visit,
  { token, password }: ResetInput,
): Promise<{ ok: { result: true } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const problems = passwordProblems(password);
  if (problems.length > 0) return { problems };
  const email = await addressOfToken(world, "password_reset", token);
  if (email === null) return DEAD_LINK;
  const hashed = await hashInTurn(world, visit, email, password);
  if ("refusal" in hashed) return hashed;
  const sender = await mailSender(world, visit.venue);
  return inTransaction(
    world.database,
    async (tx) => {
      const taken = await takeToken(world, tx, "password_reset", token);
      if (taken?.accountId == null || !(await claim(world, tx, taken.accountId))) return DEAD_LINK;
      const unlinked = await setPassword(world, tx, taken.accountId, hashed.hash, null);
      await forgetHits(world, tx, ["login account", email]);
      const mail = passwordChangedMail({ sender, locale: visit.locale, firstname: null, to: email }, unlinked);
      await queueMail(world, tx, { id: world.uuid(), kind: "password_changed", accountId: taken.accountId, mail });
      return { ok: { result: true as const } };
    },
    { isRepeatable: true },
  );
}

/** Returns false for an account that must not be used. Promotes a pending one and removes its number and links. */
async function claim(world: World, tx: Transaction, accountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("accounts")
    .select(["status", "disabled_at"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined || account.disabled_at !== null) return false;
  if (account.status === "confirmed") return true;
  if (account.status !== "pending" || !(await confirmPendingAccount(world, tx, accountId))) return false;
  await tx.deleteFrom("social_identities").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("known_browsers").where("account_id", "=", accountId).execute();
  await tx
    .updateTable("accounts")
    .set({ mobile_phone: null, mobile_phone_verified_at: null })
    .where("id", "=", accountId)
    .execute();
  return true;
}

/**
 * Changes the password of a member (PUT /users), who gives the current one or has a fresh proof. Every other session ends; this one gets a new token at its next introspection. An
 * account without a password gets its first one by mail instead (`definePassword`). A mail tells the holder, if the address is
 * confirmed.
 */
export async function changePassword(
  world: World,
  visit: Visit,
  member: Member,
  input: ChangePasswordInput,
): Promise<{ ok: { result: true } } | Refused> {
  const problems = passwordProblems(input.password);
  if (problems.length > 0) return { problems };
  const current = await currentHash(world, visit, member, input);
  if (current !== null && !("hash" in current)) return current;
  const next = await hashInTurn(world, visit, member.email, input.password);
  if ("refusal" in next) return next;
  const sender = await mailSender(world, visit.venue);
  return inTransaction(world.database, async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["status", "password_hash"])
      .where("id", "=", member.accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const kept = account?.password_hash ?? null;
    // An account without a password has nothing to change: it gets its first one by mail.
    if (current === null ? kept === null : !isSameHash(current.hash, kept))
      return { problems: [{ key: "current_password", message: "members_password_current_wrong" }] };
    if (isSameHash(next.hash, kept)) return { problems: [{ key: "password", message: "members_password_same" }] };
    const changes = await hit(world, tx, ["password changes", member.accountId], CHANGES);
    if (!changes.isAllowed) return tooMany(changes);
    const unlinked = await setPassword(world, tx, member.accountId, next.hash, member.sessionId);
    await rotateAtNextIntrospection(tx, member.sessionId);
    await forgetHits(world, tx, ["current password", member.accountId]);
    if (current !== null) await noteProof(world, tx, member);
    if (account?.status !== "confirmed") return { ok: { result: true } };
    const frame = { sender, locale: visit.locale, firstname: member.firstname, to: member.email };
    const mail = passwordChangedMail(frame, unlinked);
    await queueMail(world, tx, { id: world.uuid(), kind: "password_changed", accountId: member.accountId, mail });
    return { ok: { result: true } };
  });
}

/** The hash of the typed current password, counted as a guess; null where a fresh proof stands for it. */
async function currentHash(
  world: World,
  visit: Visit,
  member: Member,
  { current_password: password }: ChangePasswordInput,
): Promise<{ hash: string } | null | Refused> {
  if (password === undefined) return isFresh(world, member) ? null : FRESH_NEEDED;
  const key = ["current password", member.accountId] as const;
  const counted = await hit(world, world.database.db, key, CURRENT_PASSWORD_GUESSES);
  return counted.isAllowed ? hashInTurn(world, visit, member.email, password) : tooMany(counted);
}

/**
 * Ends every session but one, and the links of providers that had not verified the address: a stranger may have made them. Returns the
 * names of those providers.
 */
async function setPassword(
  world: World,
  tx: Transaction,
  accountId: string,
  hash: string,
  exceptSessionId: string | null,
): Promise<string[]> {
  await tx
    .updateTable("accounts")
    .set({ password_hash: hash, password_changed_at: world.now() })
    .where("id", "=", accountId)
    .execute();
  await revokeSessions(world, tx, [accountId], exceptSessionId);
  await voidTokens(world, tx, [accountId], "password_reset");
  return (await endUnvouchedIdentities(tx, accountId)).map((provider) => PROVIDER_NAMES[provider]);
}

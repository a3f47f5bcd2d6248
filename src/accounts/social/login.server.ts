import { inTransaction } from "../../platform/database/database.server.ts";
import type { SocialIdentity, SocialProvider } from "../../platform/gateways/social.ts";
import type { World } from "../../platform/world.ts";
import { ageProblems, createAccount } from "../accounts.server.ts";
import {
  DEAD_LINK,
  personName,
  type LinkInput,
  type MessageKey,
  type Problem,
  type Refused,
  type SocialLoginInput,
} from "../contract.ts";
import { confirmedAccount, endPendingAccounts } from "../email/pending-accounts.server.ts";
import { openLogin, CREDENTIALS_WRONG } from "../login/login.server.ts";
import { undoGuess, countGuess } from "../login/limits.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { linkedMail } from "../mails/account-mails.server.ts";
import { issueToken, peekToken, takeToken } from "../password/one-time-tokens.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import { hashPassword, inHashingTurn, isSameHash } from "../login/password-hash.server.ts";
import { memberOfToken, type LoggedIn } from "../sessions/sessions.server.ts";
import { logOut } from "../sessions/open-sessions.server.ts";
import {
  accountOfIdentity,
  linkIdentity,
  renewIdentity,
  encryptProviderLogIn,
  decryptProviderLogIn,
  type ProviderLogIn,
} from "./identities.server.ts";
import { accessRefusal, venueOfOrigin, type Visit } from "../visit.server.ts";
import { askForSocialMail } from "./social-mail.server.ts";
import { PROVIDER_NAMES } from "./provider-names.ts";
import { providerFailed, providerIdentity } from "./provider-identity.server.ts";

/** The data with which step 1 of the registration is filled in. */
export type Prefill = Pick<SocialIdentity, "email" | "isEmailVerified" | "firstname" | "lastname" | "birthday">;

/** A social log-in leads to a session, to step 1 of the registration, or to a mail that says how to go on. */
export type SocialOutcome =
  | { ok: LoggedIn }
  | { registration: { token: string; prefill: Prefill; missing: Problem[] } }
  | Refused;

/** POST /auth/{provider}: the body holds the provider's token. */
export async function logInByProviderCall(
  world: World,
  visit: Visit,
  provider: SocialProvider,
  { access_token: token, nonce, origin }: SocialLoginInput,
): Promise<SocialOutcome> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const site = venueOfOrigin(world, visit, origin);
  if ("problems" in site) return site;
  const given = { token, nonce: nonce ?? null, refreshToken: null };
  return logInByProvider(world, { ...visit, venue: site.venue }, provider, given, "enrolled");
}

/** What happens to a new person whose data are complete: "enrolled" makes the account at once, "registering" shows step 1. */
type Newcomer = "enrolled" | "registering";

/**
 * Logs in by a provider's token, which its gateway has checked in full. A new person continues with `registration.token`, which stands
 * for the provider's data, once, for an hour. On the site they always see step 1, where they accept the terms. By the API they do so
 * only where data are missing.
 */
export async function logInByProvider(
  world: World,
  visit: Visit,
  provider: SocialProvider,
  given: { token: string; nonce: string | null; refreshToken: string | null },
  newcomer: Newcomer,
): Promise<SocialOutcome> {
  const identified = await providerIdentity(world, visit, { provider, token: given.token, nonce: given.nonce });
  if ("refusal" in identified) return identified;
  const identity = { ...identified.identity, ...properNames(identified.identity) };
  return enterWithIdentity(world, visit, { identity, refreshToken: given.refreshToken, asked: null }, newcomer);
}

/** The linking rule: who an unknown or known subject becomes. See docs/product/accounts.md#social-log-in. */
async function enterWithIdentity(
  world: World,
  visit: Visit,
  proven: ProviderLogIn,
  newcomer: Newcomer,
): Promise<SocialOutcome> {
  const { identity } = proven;
  const linked = await accountOfIdentity(world, identity);
  if (linked !== undefined && linked.status !== "superseded" && linked.status !== "erased")
    return linked.disabled_at === null
      ? enter(world, visit, proven, linked.id)
      : { refusal: providerFailed(identity.provider) };
  // Nobody vouches for this address, so nothing is looked up about its holder before the reply.
  if (identity.email !== null && !identity.isEmailVerified)
    return askForSocialMail(world, visit, proven, identity.email);
  const owner = identity.email === null ? undefined : await confirmedAccount(world.database.db, identity.email);
  if (owner !== undefined && owner.disabled_at !== null) return { refusal: providerFailed(identity.provider) };
  if (owner !== undefined) return linkAndEnter(world, visit, proven, owner.id);
  if (identity.provider === "apple" && identity.email === null)
    return { refusal: { kind: "unauthenticated", error: "members_provider_apple_missing" } };
  const missing = missingFields(identity);
  if (missing.length > 0 || newcomer === "registering") return startRegistration(world, proven, missing);
  return enrol(world, visit, proven);
}

async function enter(world: World, visit: Visit, proven: ProviderLogIn, accountId: string): Promise<SocialOutcome> {
  const isLinked = await inTransaction(world.database, (tx) => renewIdentity(world, tx, accountId, proven));
  return isLinked ? openFor(world, visit, proven, accountId) : { refusal: providerFailed(proven.identity.provider) };
}

/** Refuses a disabled account and an ended link. The link is checked after the session is open, so that no change slips in between. */
async function openFor(
  world: World,
  visit: Visit,
  proven: ProviderLogIn,
  accountId: string,
): Promise<{ ok: LoggedIn } | Refused> {
  const opened = await openLogin(world, visit, accountId);
  if (opened !== null && (await accountOfIdentity(world, proven.identity))?.id === accountId) return { ok: opened };
  const member = opened === null ? null : await memberOfToken(world, opened.token);
  if (member !== null) await logOut(world, member);
  return { refusal: providerFailed(proven.identity.provider) };
}

async function linkAndEnter(
  world: World,
  visit: Visit,
  proven: ProviderLogIn,
  accountId: string,
): Promise<SocialOutcome> {
  const isLinked = await linkAndTell(world, visit, proven, accountId, async () => true);
  return isLinked ? openFor(world, visit, proven, accountId) : { refusal: providerFailed(proven.identity.provider) };
}

/** Links and mails the holder in one transaction, if `may` agrees inside it and the account still has the address. */
async function linkAndTell(
  world: World,
  visit: Visit,
  proven: ProviderLogIn,
  accountId: string,
  may: (tx: Parameters<typeof linkIdentity>[1]) => Promise<boolean>,
): Promise<boolean> {
  const sender = await mailSender(world, visit.venue);
  return inTransaction(world.database, async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["email", "firstname"])
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (account === undefined || account.email === null || account.email !== proven.identity.email) return false;
    if (!(await may(tx)) || !(await linkIdentity(world, tx, accountId, proven))) return false;
    const frame = { sender, locale: visit.locale, firstname: account.firstname, to: account.email };
    const mail = linkedMail(frame, PROVIDER_NAMES[proven.identity.provider]);
    await queueMail(world, tx, { id: world.uuid(), kind: "social_linked", accountId, mail });
    return true;
  });
}

/** Providers allow any text as a name. A name that our rule refuses counts as missing. */
function properNames({ firstname, lastname }: SocialIdentity): Pick<SocialIdentity, "firstname" | "lastname"> {
  const [first, last] = [firstname, lastname].map((name) => personName.safeParse(name).data ?? null);
  return { firstname: first ?? null, lastname: last ?? null };
}

/** The data that the provider did not give, to be asked for. */
function missingFields({ firstname, lastname, birthday, isEmailVerified }: SocialIdentity): Problem[] {
  const message: MessageKey = "members_required";
  const fields = { firstname, lastname, birthday, email: isEmailVerified ? "verified" : null };
  return Object.entries(fields).flatMap(([key, value]) => (value === null ? [{ key, message }] : []));
}

async function startRegistration(world: World, proven: ProviderLogIn, missing: Problem[]): Promise<SocialOutcome> {
  const encryptedPayload = encryptProviderLogIn(world, proven);
  const token = await inTransaction(world.database, (tx) =>
    issueToken(world, tx, "social_registration", { accountId: null, encryptedPayload }),
  );
  return { registration: { token, prefill: prefillOf(proven.identity), missing } };
}

function prefillOf({ email, isEmailVerified, firstname, lastname, birthday }: SocialIdentity): Prefill {
  return { email, isEmailVerified, firstname, lastname, birthday };
}

/** The data behind a registration token, to fill in step 1; null for a used or expired one. */
export async function registrationPrefill(world: World, token: string): Promise<Prefill | null> {
  const held = await peekToken(world, "social_registration", token);
  const proven = decryptProviderLogIn(world, held?.encryptedPayload ?? null);
  return proven === null ? null : prefillOf(proven.identity);
}

/** Makes a confirmed account for a new person with complete data. Pending accounts of the address end. */
async function enrol(world: World, visit: Visit, proven: ProviderLogIn): Promise<SocialOutcome> {
  const { email, firstname, lastname, birthday, provider } = proven.identity;
  if (email === null || firstname === null || lastname === null || birthday === null)
    return { refusal: providerFailed(provider) };
  const problems = ageProblems(world, visit.venue, birthday);
  if (problems.length > 0) return { problems };
  const identity = { civility_id: null, firstname, lastname, birthday };
  const accountId = await inTransaction(world.database, async (tx) => {
    if (!(await endPendingAccounts(world, tx, email))) return null;
    const id = await createAccount(world, tx, {
      status: "confirmed",
      email,
      passwordHash: null,
      identity,
      optins: { CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false },
      venue: visit.venue,
      locale: visit.locale,
    });
    return (await linkIdentity(world, tx, id, proven)) ? id : null;
  });
  return accountId === null ? { refusal: providerFailed(provider) } : openFor(world, visit, proven, accountId);
}

/** POST /auth/link: links a social log-in to the account whose password is given. */
export async function linkByPassword(
  world: World,
  visit: Visit,
  { linking_token: token, password }: LinkInput,
): Promise<{ ok: LoggedIn } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const held = await peekToken(world, "social_linking", token);
  const proven = decryptProviderLogIn(world, held?.encryptedPayload ?? null);
  const email = proven?.identity.email ?? null;
  const accountId = held?.accountId ?? null;
  if (proven === null || email === null || accountId === null) return DEAD_LINK;
  const guessed = await inHashingTurn(visit, async () => {
    const guess = await countGuess(world, visit, email);
    return "refusal" in guess ? guess : { ok: guess.ok, hash: await hashPassword(world, email, password) };
  });
  if (!("ok" in guessed)) return guessed;
  const owner = await confirmedAccount(world.database.db, email);
  if (owner === undefined || owner.id !== accountId || !isSameHash(guessed.hash, owner.password_hash))
    return CREDENTIALS_WRONG;
  await inTransaction(world.database, (tx) => undoGuess(world, tx, guessed.ok, true));
  const isLinked = await linkAndTell(
    world,
    visit,
    proven,
    accountId,
    async (tx) => (await takeToken(world, tx, "social_linking", token)) !== null,
  );
  if (!isLinked) return DEAD_LINK;
  const opened = await openLogin(world, visit, accountId, owner.password_hash);
  return opened === null ? CREDENTIALS_WRONG : { ok: opened };
}

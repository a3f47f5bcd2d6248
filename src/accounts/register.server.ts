import * as paths from "../venues/paths.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { hit } from "../platform/http/counted-limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { ageProblems, createAccount } from "./accounts.server.ts";
import { captchaRefusal } from "./login/captcha.server.ts";
import { isCommonPassword } from "./password/common-passwords.ts";
import {
  DEAD_LINK,
  identityInput,
  readInput,
  registrationProblems,
  tooMany,
  type Problem,
  type Refused,
  type RegisterInput,
  type SocialRegisterInput,
} from "./contract.ts";
import { requestConfirmation } from "./email/confirmation.server.ts";
import { endPendingAccounts } from "./email/pending-accounts.server.ts";
import { peekToken, takeToken } from "./password/one-time-tokens.server.ts";
import { linkIdentity, decryptProviderLogIn, type ProviderLogIn } from "./social/identities.server.ts";
import { isSameBrowser } from "./social/social-mail.server.ts";
import { hashInTurn } from "./login/password-hash.server.ts";
import { openSession, rememberBrowser } from "./sessions/sessions.server.ts";
import { accessRefusal, venueOfCallback, type Visit } from "./visit.server.ts";

/** Limits of one network: the guests of a whole casino may share the address of its wireless network. */
const REGISTRATIONS = [
  { limit: 100, seconds: 3600 },
  { limit: 300, seconds: 86_400 },
];

/**
 * `browser` is the value of the cookie that marks this browser as the one that registered. `waitSeconds` is how long the network has to
 * wait for the confirmation mail, because of its own earlier requests.
 */
export type Registered = { token: string; accountId: string; browser: string; waitSeconds: number };

/** Checks step 1 of the form before step 2 is shown: names, birthday and age. Null where all is well. */
export function identityRefused(world: World, venue: Venue | null, input: unknown): { problems: Problem[] } | null {
  const read = readInput(identityInput, input);
  const problems = inputProblems(world, venue, input, "problems" in read ? read.problems : []);
  return problems.length === 0 ? null : { problems };
}

/**
 * All problems of a registration: those that its schema found (`problems`), a wrong age and a common password. The last two are checked
 * although another field is invalid, so that everything is reported at once.
 */
export function inputProblems(world: World, venue: Venue | null, input: unknown, problems: Problem[]): Problem[] {
  const { birthday, password } = Object(input) as { birthday?: unknown; password?: unknown };
  const isSound = (field: string) => problems.every(({ key }) => key !== field);
  return [
    ...problems,
    ...(typeof birthday === "string" && isSound("birthday") ? ageProblems(world, venue, birthday) : []),
    ...(typeof password === "string" && isSound("password") ? passwordProblems(password) : []),
  ];
}

/** The site that the callback of a registration names, or all its problems; `found` are those of its schema. */
function registrationSite(
  world: World,
  visit: Visit,
  input: unknown,
  found: Problem[],
): { venue: Venue | null } | Refused {
  const key = "validation_callback_url";
  const given: unknown = Object(input)[key];
  const site = venueOfCallback(world, visit, typeof given === "string" ? given : "", paths.confirmEmail, key);
  if ("refusal" in site && found.length === 0) return site;
  const problems = inputProblems(world, "venue" in site ? site.venue : visit.venue, input, found);
  if ("problems" in site && problems.every((problem) => problem.key !== key)) problems.push(...site.problems);
  return problems.length === 0 ? site : { problems };
}

class TakenMeanwhile extends Error {}

/**
 * Makes an account and its session (POST /users/web). A known address gets the same answer in the same time, so that nobody learns who
 * has an account; only the mail that a job sends later differs. A `registration_token` finishes a registration that a social log-in
 * began: an address that the provider vouches for makes a confirmed account; any other is confirmed by mail as usual. A registration that
 * goes on by mail does so only in the browser that began it. One with a token needs no proof of work.
 */
export async function register(
  world: World,
  visit: Visit,
  input: RegisterInput | SocialRegisterInput,
): Promise<{ ok: Registered } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const isSocial = typeof input.registration_token === "string";
  const held = await heldBy(world, input);
  if (isSocial && (held === null || !isSameBrowser(held, visit))) return DEAD_LINK;
  const site = registrationSite(world, visit, input, []);
  if (!("venue" in site)) return site;
  const robot = isSocial ? null : await captchaRefusal(world, visit);
  if (robot !== null) return { refusal: robot };
  const counted = await hit(world, world.database.db, ["registration", visit.client.block], REGISTRATIONS);
  if (!counted.isAllowed) return tooMany(counted);
  const email = vouchedAddress(held) ?? input.email;
  return makeAccount(world, { ...visit, venue: site.venue }, { ...input, email }, held);
}

/** A registration with the address that its provider vouches for, which counts instead of a typed one. */
export async function withVouchedAddress(world: World, given: unknown): Promise<unknown> {
  const vouched = vouchedAddress(await heldBy(world, given));
  return vouched === null ? given : { ...Object(given), email: vouched };
}

/** The refusal of a registration that its schema does not accept: the schema's problems, and those that only the server can find. */
export function registrationRefused(world: World, visit: Visit, given: unknown): Refused {
  const site = registrationSite(world, visit, given, registrationProblems(given));
  if ("venue" in site) throw new Error("A registration without a problem was refused");
  return site;
}

function vouchedAddress(held: ProviderLogIn | null): string | null {
  return held?.identity.isEmailVerified === true ? held.identity.email : null;
}

async function heldBy(world: World, input: unknown): Promise<ProviderLogIn | null> {
  const token: unknown = Object(input).registration_token;
  if (typeof token !== "string") return null;
  const held = await peekToken(world, "social_registration", token);
  return decryptProviderLogIn(world, held?.encryptedPayload ?? null);
}

/** Reports a common password as a problem of the field. */
export function passwordProblems(password: string): Problem[] {
  return isCommonPassword(password) ? [{ key: "password", message: "members_password_common" }] : [];
}

async function makeAccount(
  world: World,
  visit: Visit,
  input: RegisterInput | SocialRegisterInput,
  proven: ProviderLogIn | null,
): Promise<{ ok: Registered } | Refused> {
  const { email, password, registration_token: registration } = input;
  const isConfirmed = vouchedAddress(proven) !== null;
  const hashed = password === undefined ? { hash: null } : await hashInTurn(world, visit, email, password);
  if ("refusal" in hashed) return hashed;
  try {
    return await inTransaction(world.database, async (tx) => {
      const isDead = registration != null && (await takeToken(world, tx, "social_registration", registration)) === null;
      if (isDead) return DEAD_LINK;
      if (isConfirmed && !(await endPendingAccounts(world, tx, email))) throw new TakenMeanwhile();
      const accountId = await createAccount(world, tx, {
        status: isConfirmed ? "confirmed" : "pending",
        email,
        passwordHash: hashed.hash,
        identity: input,
        optins: input.optins,
        venue: visit.venue,
        locale: visit.locale,
      });
      if (proven !== null && !(await linkIdentity(world, tx, accountId, proven))) throw new TakenMeanwhile();
      const { token } = await openSession(world, tx, accountId, visit);
      const browser = await rememberBrowser(world, tx, { id: accountId, isConfirmed }, visit);
      const from = { ...visit, network: visit.client.block };
      const mail = isConfirmed ? { waitSeconds: 0 } : await requestConfirmation(world, tx, accountId, email, from);
      return { ok: { token, accountId, browser, ...mail } };
    });
  } catch (error) {
    // The same person registered twice at once: the other account stands, and the next log-in finds it.
    if (error instanceof TakenMeanwhile) return DEAD_LINK;
    throw error;
  }
}

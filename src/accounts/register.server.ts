import * as paths from "../venues/paths.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { hit } from "../platform/http/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { ageProblems, createAccount } from "./accounts.server.ts";
import { captchaRefusal } from "./login/captcha.server.ts";
import { isCommonPassword } from "./password/common-passwords.ts";
import { identityInput, readInput, tooMany, type Problem, type Refused, type RegisterInput } from "./contract.ts";
import { requestConfirmation, type ConfirmationRequest } from "./email/confirmation.server.ts";
import { hashInTurn } from "./login/password-hash.server.ts";
import { openSession, rememberBrowser } from "./sessions/sessions.server.ts";
import { accessRefusal, venueOfCallback, type Visit } from "./visit.server.ts";

/** Limits of one network: the guests of a whole casino may share the address of its wireless network. */
export const REGISTRATIONS = [
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
export function registrationSite(
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

/**
 * Makes a pending account and its session (POST /users/web). A known address gets the same answer in the same time, so that nobody
 * learns who has an account; only the mail that a job sends later differs.
 */
export async function register(
  world: World,
  visit: Visit,
  input: RegisterInput,
): Promise<{ ok: Registered } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const site = registrationSite(world, visit, input, []);
  if (!("venue" in site)) return site;
  const robot = await captchaRefusal(world, visit);
  if (robot !== null) return { refusal: robot };
  const counted = await hit(world, world.database.db, ["registration", visit.client.block], REGISTRATIONS);
  if (!counted.isAllowed) return tooMany(counted);
  return makeAccount(world, { ...visit, venue: site.venue }, input);
}

/** Reports a common password as a problem of the field. */
export function passwordProblems(password: string): Problem[] {
  return isCommonPassword(password) ? [{ key: "password", message: "members_password_common" }] : [];
}

/** The request for the confirmation mail of a registration. */
export function requestOf(
  { venue, locale, device, client }: Visit,
  accountId: string,
  email: string,
): ConfirmationRequest {
  return { accountId, email, venue, locale, device, network: client.block };
}

async function makeAccount(world: World, visit: Visit, input: RegisterInput): Promise<{ ok: Registered } | Refused> {
  const hashed = await hashInTurn(world, visit, input.email, input.password);
  if ("refusal" in hashed) return hashed;
  return inTransaction(world.database, async (tx) => {
    const accountId = await createAccount(world, tx, {
      status: "pending",
      email: input.email,
      passwordHash: hashed.hash,
      identity: input,
      optins: input.optins,
      venue: visit.venue,
      locale: visit.locale,
    });
    const { token } = await openSession(world, tx, accountId, visit);
    const browser = await rememberBrowser(world, tx, { id: accountId, isConfirmed: false }, visit);
    const mail = await requestConfirmation(world, tx, requestOf(visit, accountId, input.email));
    return { ok: { token, accountId, browser, ...mail } };
  });
}

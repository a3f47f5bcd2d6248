import { inTransaction } from "../platform/database.server.ts";
import { hit } from "../platform/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { ageProblems, createAccount } from "./accounts.server.ts";
import { captchaRefusal } from "./captcha.server.ts";
import { isCommonPassword } from "./common-passwords.ts";
import {
  identityInput,
  problemsOf,
  registerInput,
  type Problem,
  type Refused,
  type RegisterInput,
} from "./contract.ts";
import { requestConfirmation } from "./email-confirmation.server.ts";
import { hashPassword } from "./password-hash.server.ts";
import { openSession } from "./sessions.server.ts";
import { refusedAtTheDoor, venueOfCallback, type Visit } from "./visit.server.ts";

/** A whole casino may register over one address of its wireless network; a machine that goes on for hours may not. */
export const REGISTRATIONS = [
  { limit: 100, seconds: 3600 },
  { limit: 300, seconds: 86_400 },
];

export type Registered = { token: string; accountId: string };

/** Step 1 of the form, checked before step 2 is shown: names, birthday and the country's age. Null where all is well. */
export function identityRefused(world: World, venue: Venue | null, input: unknown): { problems: Problem[] } | null {
  const parsed = identityInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const problems = ageProblems(world, venue, parsed.data.birthday);
  return problems.length === 0 ? null : { problems };
}

/**
 * Makes a pending account and its session (POST /users/web, G50). A known address gets exactly the same answer in the same time:
 * what differs is the mail that a job sends later. `input` is the call's body.
 */
export async function register(world: World, visit: Visit, input: unknown): Promise<{ ok: Registered } | Refused> {
  const refusal = refusedAtTheDoor(world, visit);
  if (refusal !== null) return { refusal };
  const parsed = registerInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const site = venueOfCallback(
    world,
    visit,
    parsed.data.validation_callback_url,
    "/email-confirmation",
    "validation_callback_url",
  );
  if ("refusal" in site) return site;
  const problems = [
    ...("problems" in site ? site.problems : ageProblems(world, site.venue, parsed.data.birthday)),
    ...passwordProblems(parsed.data.password),
  ];
  if ("problems" in site || problems.length > 0) return { problems };
  const robot = await captchaRefusal(world, visit);
  if (robot !== null) return { refusal: robot };
  const counted = await hit(world, world.database.db, ["registration", visit.client.block], REGISTRATIONS);
  if (!counted.isAllowed)
    return { refusal: { status: 429, error: "members_too_many", retryAfterSeconds: counted.retryAfterSeconds } };
  return makeAccount(world, { ...visit, venue: site.venue }, parsed.data);
}

/** The list of common passwords, as a problem of the field (G54). */
export function passwordProblems(password: string): Problem[] {
  return isCommonPassword(password) ? [{ key: "password", message: "members_password_common" }] : [];
}

async function makeAccount(world: World, visit: Visit, input: RegisterInput): Promise<{ ok: Registered } | Refused> {
  const hashed = await hashPassword(world, input.email, input.password);
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
    await requestConfirmation(world, tx, { accountId, venue: visit.venue, locale: visit.locale });
    return { ok: { token, accountId } };
  });
}

import { inTransaction } from "../platform/database.server.ts";
import { hit } from "../platform/limits.server.ts";
import type { World } from "../platform/world.ts";
import { ageProblems, createAccount } from "./accounts.server.ts";
import { problemsOf, socialRegisterInput, type Problem, type Refused, type SocialRegisterInput } from "./contract.ts";
import { clearAddress, requestConfirmation } from "./email-confirmation.server.ts";
import { peekToken, takeToken } from "./one-time-tokens.server.ts";
import { hashPassword } from "./password-hash.server.ts";
import { passwordProblems, REGISTRATIONS, type Registered } from "./register.server.ts";
import { openSession } from "./sessions.server.ts";
import { linkIdentity, unsealVouched, type Vouched } from "./social-identities.server.ts";
import { refusedAtTheDoor, venueOfCallback, type Visit } from "./visit.server.ts";

const DEAD: Refused = { refusal: { status: 400, error: "members_link_dead" } };
class TakenMeanwhile extends Error {}

/**
 * The registration that a provider's log-in began (G57): POST /users/web with a `registration_token`. An address that the provider is
 * the authority for is settled and makes a confirmed account; any other is confirmed by mail as usual. The provider stands for the
 * captcha.
 */
export async function registerByProvider(
  world: World,
  visit: Visit,
  input: unknown,
): Promise<{ ok: Registered } | Refused> {
  const refusal = refusedAtTheDoor(world, visit);
  if (refusal !== null) return { refusal };
  const held = await heldBy(world, input);
  const settled = held?.identity.isEmailVerified === true ? held.identity.email : null;
  const parsed = socialRegisterInput.safeParse(settled === null ? input : { ...Object(input), email: settled });
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  if (held === null) return DEAD;
  const address = parsed.data.validation_callback_url;
  const site = venueOfCallback(world, visit, address, "/email-confirmation", "validation_callback_url");
  if ("refusal" in site) return site;
  const problems: Problem[] = [
    ...("problems" in site ? site.problems : ageProblems(world, site.venue, parsed.data.birthday)),
    ...(parsed.data.password === undefined ? [] : passwordProblems(parsed.data.password)),
  ];
  if ("problems" in site || problems.length > 0) return { problems };
  const counted = await hit(world, world.database.db, ["registration", visit.client.block], REGISTRATIONS);
  if (!counted.isAllowed)
    return { refusal: { status: 429, error: "members_too_many", retryAfterSeconds: counted.retryAfterSeconds } };
  return makeAccount(world, { ...visit, venue: site.venue }, parsed.data, held, settled !== null);
}

async function heldBy(world: World, input: unknown): Promise<Vouched | null> {
  const token: unknown = Object(input).registration_token;
  if (typeof token !== "string") return null;
  const held = await peekToken(world, "social_registration", token);
  return unsealVouched(world, held?.sealedPayload ?? null);
}

async function makeAccount(
  world: World,
  visit: Visit,
  input: SocialRegisterInput,
  vouched: Vouched,
  isSettled: boolean,
): Promise<{ ok: Registered } | Refused> {
  const hashed = input.password === undefined ? null : await hashPassword(world, input.email, input.password);
  if (hashed !== null && "refusal" in hashed) return hashed;
  try {
    return await inTransaction(world.database, async (tx) => {
      const taken = await takeToken(world, tx, "social_registration", input.registration_token);
      if (taken === null) return DEAD;
      if (isSettled && !(await clearAddress(world, tx, input.email))) throw new TakenMeanwhile();
      const accountId = await createAccount(world, tx, {
        status: isSettled ? "confirmed" : "pending",
        email: input.email,
        passwordHash: hashed?.hash ?? null,
        identity: input,
        optins: input.optins,
        venue: visit.venue,
        locale: visit.locale,
      });
      if (!(await linkIdentity(world, tx, accountId, vouched))) throw new TakenMeanwhile();
      const { token } = await openSession(world, tx, accountId, visit);
      if (!isSettled) await requestConfirmation(world, tx, { accountId, venue: visit.venue, locale: visit.locale });
      return { ok: { token, accountId } };
    });
  } catch (error) {
    // The same person registered twice at once: the other one stands, and the next log-in finds it.
    if (error instanceof TakenMeanwhile) return DEAD;
    throw error;
  }
}

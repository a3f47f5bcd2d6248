import { inTransaction } from "../../platform/database/database.server.ts";
import { hit } from "../../platform/http/limits.server.ts";
import type { World } from "../../platform/world.ts";
import { createAccount } from "../accounts.server.ts";
import {
  DEAD_LINK,
  registrationProblems,
  tooMany,
  type Refused,
  type RegisterInput,
  type SocialRegisterInput,
} from "../contract.ts";
import { requestConfirmation } from "../email/confirmation.server.ts";
import { endPendingAccounts } from "../email/pending-accounts.server.ts";
import { peekToken, takeToken } from "../password/one-time-tokens.server.ts";
import { hashInTurn } from "../login/password-hash.server.ts";
import { register, registrationSite, requestOf, REGISTRATIONS, type Registered } from "../register.server.ts";
import { openSession, rememberBrowser } from "../sessions/sessions.server.ts";
import { linkIdentity, unsealProviderLogIn, type ProviderLogIn } from "./identities.server.ts";
import { isAskedHere } from "./mailed.server.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";

class TakenMeanwhile extends Error {}

/**
 * Finishes a registration that a social log-in began: POST /users/web with a `registration_token`. An address that the provider vouches
 * for makes a confirmed account; any other is confirmed by mail as usual. A registration that goes on by mail does so only in the browser
 * that began it. No proof of work is needed.
 */
async function registerByProvider(
  world: World,
  visit: Visit,
  input: SocialRegisterInput,
): Promise<{ ok: Registered } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const held = await heldBy(world, input);
  if (held === null || !isAskedHere(held, visit)) return DEAD_LINK;
  const site = registrationSite(world, visit, input, []);
  if (!("venue" in site)) return site;
  const counted = await hit(world, world.database.db, ["registration", visit.client.block], REGISTRATIONS);
  if (!counted.isAllowed) return tooMany(counted);
  const settled = settledAddress(held);
  return makeAccount(world, { ...visit, venue: site.venue }, { ...input, email: settled ?? input.email }, held);
}

/** A registration with the address that its provider vouches for, which counts instead of a typed one. */
export async function withVouchedAddress(world: World, given: unknown): Promise<unknown> {
  const settled = settledAddress(await heldBy(world, given));
  return settled === null ? given : { ...Object(given), email: settled };
}

/** The refusal of a registration that its schema does not accept: the schema's problems, and those that only the server can find. */
export function registrationRefused(world: World, visit: Visit, given: unknown): Refused {
  const site = registrationSite(world, visit, given, registrationProblems(given));
  if ("venue" in site) throw new Error("A registration without a problem was refused");
  return site;
}

/** Makes the account of a registration, in whichever of the two ways its body means. */
export function registerEither(
  world: World,
  visit: Visit,
  input: RegisterInput | SocialRegisterInput,
): Promise<{ ok: Registered } | Refused> {
  return input.registration_token == null ? register(world, visit, input) : registerByProvider(world, visit, input);
}

function settledAddress(held: ProviderLogIn | null): string | null {
  return held?.identity.isEmailVerified === true ? held.identity.email : null;
}

async function heldBy(world: World, input: unknown): Promise<ProviderLogIn | null> {
  const token: unknown = Object(input).registration_token;
  if (typeof token !== "string") return null;
  const held = await peekToken(world, "social_registration", token);
  return unsealProviderLogIn(world, held?.sealedPayload ?? null);
}

async function makeAccount(
  world: World,
  visit: Visit,
  input: SocialRegisterInput,
  proven: ProviderLogIn,
): Promise<{ ok: Registered } | Refused> {
  const isSettled = settledAddress(proven) !== null;
  const hashed = input.password === undefined ? null : await hashInTurn(world, visit, input.email, input.password);
  if (hashed !== null && "refusal" in hashed) return hashed;
  try {
    return await inTransaction(world.database, async (tx) => {
      const taken = await takeToken(world, tx, "social_registration", input.registration_token);
      if (taken === null) return DEAD_LINK;
      if (isSettled && !(await endPendingAccounts(world, tx, input.email))) throw new TakenMeanwhile();
      const accountId = await createAccount(world, tx, {
        status: isSettled ? "confirmed" : "pending",
        email: input.email,
        passwordHash: hashed?.hash ?? null,
        identity: input,
        optins: input.optins,
        venue: visit.venue,
        locale: visit.locale,
      });
      if (!(await linkIdentity(world, tx, accountId, proven))) throw new TakenMeanwhile();
      const { token } = await openSession(world, tx, accountId, visit);
      const browser = await rememberBrowser(world, tx, { id: accountId, isConfirmed: isSettled }, visit);
      const mail = isSettled
        ? { waitSeconds: 0 }
        : await requestConfirmation(world, tx, requestOf(visit, accountId, input.email));
      return { ok: { token, accountId, browser, ...mail } };
    });
  } catch (error) {
    // The same person registered twice at once: the other account stands, and the next log-in finds it.
    if (error instanceof TakenMeanwhile) return DEAD_LINK;
    throw error;
  }
}

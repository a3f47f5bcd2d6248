import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { FreshInput, Problem, Refused } from "../contract.ts";
import type { Member } from "../member.ts";
import { CODE_DEAD, verifyCode } from "../phone/codes.server.ts";
import { accountOfIdentity } from "../social/identities.server.ts";
import { providerIdentity, type ProviderToken } from "../social/provider-identity.server.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";
import { noteProof, passwordRefused } from "./proof.server.ts";

/**
 * Reauthenticates the holder of a session (POST /auth/fresh), for the next five minutes: by the account's password, by a code that was
 * sent to its verified number, or by a provider's token of a linked log-in. Opens no session. A wrong proof is a problem of its field
 * and not 401, because the session stays valid. Wrong passwords share one limit of the account with all calls that compare the current
 * one; the log-in's limits do not count, so that a stranger who fails at the log-in keeps no member from this proof.
 */
export async function reauthenticate(
  world: World,
  visit: Visit,
  member: Member,
  proof: FreshInput,
): Promise<{ ok: { result: true } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const refused =
    "password" in proof
      ? await passwordRefused(world, visit, member, { password: proof.password, field: "password" })
      : "otp" in proof
        ? await codeRefused(world, member, proof)
        : await providerRefused(world, visit, member, {
            provider: proof.provider,
            token: proof.access_token,
            nonce: proof.nonce ?? null,
          });
  return refused ?? { ok: { result: true } };
}

/** Proves a member by a code that was sent to the verified number, and uses it up. Returns null where it was right. */
export async function codeRefused(
  world: World,
  member: Member,
  { device_token: deviceToken, otp }: { device_token: string; otp: string },
): Promise<Refused | null> {
  // One transaction, so that a counted comparison always gets its answer.
  return inTransaction(
    world.database,
    async (tx) => {
      const taken = await verifyCode(world, tx, member, { deviceToken, code: otp, purposes: ["fresh", "leave_phone"] });
      if (!("ok" in taken)) return taken;
      // The number may have changed since the code was sent.
      if (taken.ok.phone !== member.mobilePhone) return CODE_DEAD;
      await noteProof(world, tx, member);
      return null;
    },
    { isRepeatable: true },
  );
}

/** Proves the holder of a session by a provider's token, whose subject must be linked to the account. Returns null where it is. */
export async function providerRefused(
  world: World,
  visit: Visit,
  holder: Pick<Member, "accountId" | "sessionId">,
  given: ProviderToken,
): Promise<Refused | null> {
  const { provider } = given;
  const wrong: Problem = { key: "access_token", message: `members_provider_${provider}` };
  const identified = await providerIdentity(world, visit, given);
  if ("refusal" in identified)
    return identified.refusal.kind === "unauthenticated" ? { problems: [wrong] } : { refusal: identified.refusal };
  const linked = await accountOfIdentity(world, identified.identity);
  if (linked?.id !== holder.accountId) return { problems: [wrong] };
  await noteProof(world, world.database.db, holder);
  return null;
}

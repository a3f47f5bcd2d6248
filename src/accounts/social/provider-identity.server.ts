import type { SocialIdentity, SocialProvider } from "../../platform/gateways/social.ts";
import { hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import { tooMany, type Refusal } from "../contract.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";

/** Limits of one network, for right and wrong log-ins: enough for a household or a hotel. Each one calls the provider. */
const LOG_INS = [
  { limit: 60, seconds: 600 },
  { limit: 200, seconds: 3600 },
];

/** A provider's token; `nonce` is what an identity token of Apple must hold. */
export type ProviderToken = { provider: SocialProvider; token: string; nonce: string | null };

/** The person whom a provider's token identifies, checked in full by its gateway. Counts a log-in of the network. */
export async function providerIdentity(
  world: World,
  visit: Visit,
  { provider, token, nonce }: ProviderToken,
): Promise<{ identity: SocialIdentity } | { refusal: Refusal }> {
  const closed = accessRefusal(world, visit) ?? switchedOff(world, visit, provider);
  if (closed !== null) return { refusal: closed };
  const counted = await hit(world, world.database.db, ["social log-in", visit.client.block], LOG_INS);
  if (!counted.isAllowed) return tooMany(counted);
  const verified = await world.gateways.social[provider]?.verify(token, nonce).catch((error: unknown) => {
    world.log.warn({ err: error, provider }, "a social provider could not be reached");
    return null;
  });
  if (verified === null || verified === undefined)
    return { refusal: { ...providerFailed(provider), kind: "unavailable", retryAfterSeconds: 30 } };
  return "refusal" in verified ? { refusal: providerFailed(provider) } : { identity: verified.identity };
}

function switchedOff(world: World, { venue }: Visit, provider: SocialProvider): Refusal | null {
  const isOn = venue === null || venue.config[`login_${provider}`];
  if (isOn && world.gateways.social[provider] !== null) return null;
  return { kind: "forbidden", error: "members_provider_off" };
}

/** The refusal of a log-in by a provider, whatever the reason. */
export function providerFailed(provider: SocialProvider): Refusal {
  return { kind: "unauthenticated", error: `members_provider_${provider}` };
}

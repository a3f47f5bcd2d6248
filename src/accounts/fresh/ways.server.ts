import { SOCIAL_PROVIDERS, type SocialProvider } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Member } from "../member.ts";
import { readableNumber } from "../phone/countries.server.ts";
import { PROVIDER_NAMES } from "../social/provider-names.ts";
import { isFresh } from "./proof.server.ts";

/** How a member can prove who they are on a page. */
export type ProofWays = {
  /** True while nothing has to be asked. */
  isFresh: boolean;
  hasPassword: boolean;
  /** The verified number, readable, to which a code can be sent. */
  phone: string | null;
  /** The linked providers that this site offers. */
  providers: { provider: SocialProvider; name: string }[];
};

/** The ways that this member has on this site. */
export async function proofWays(world: World, venue: Venue, member: Member): Promise<ProofWays> {
  const linked = await world.database.db
    .selectFrom("social_identities")
    .select("provider")
    .where("account_id", "=", member.accountId)
    .execute();
  const isOffered = (provider: SocialProvider) =>
    venue.config[`login_${provider}`] &&
    world.gateways.social[provider] !== null &&
    linked.some((one) => one.provider === provider);
  return {
    isFresh: isFresh(world, member),
    hasPassword: member.hasPassword,
    phone: member.mobilePhone === null ? null : readableNumber(member.mobilePhone),
    providers: SOCIAL_PROVIDERS.filter(isOffered).map((provider) => ({ provider, name: PROVIDER_NAMES[provider] })),
  };
}

import { SOCIAL_PROVIDERS, type SocialProvider } from "../../platform/gateways/social.ts";
import { keptQuery, type MemberRequest } from "../forms/member-request.server.ts";
import type { Member } from "../member.ts";
import { readableNumber } from "../phone/countries.server.ts";
import { PROVIDER_NAMES } from "../social/provider-names.ts";
import { provingHref } from "../social/provider-redirect.server.ts";
import { isFresh } from "./proof.server.ts";

/** How a member can prove who they are on a page. */
export type ProofWays = Awaited<ReturnType<typeof proofWays>>;

type Asked = Pick<MemberRequest, "world" | "venue" | "query"> & { member: Member };

/** The ways that this member has on this site, on one of the pages that ask for a proof. */
export async function proofWays({ world, venue, member, query }: Asked, page: Parameters<typeof provingHref>[1]) {
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
    /** True while nothing has to be asked. */
    isFresh: isFresh(world, member),
    hasPassword: member.hasPassword,
    /** The verified number, readable, to which a code can be sent. */
    phone: member.mobilePhone === null ? null : readableNumber(member.mobilePhone),
    /** The linked providers that this site offers, with the address that redirects to each. */
    providers: SOCIAL_PROVIDERS.filter(isOffered).map((provider) => ({
      provider,
      name: PROVIDER_NAMES[provider],
      href: provingHref(provider, page, keptQuery({ query })),
    })),
  };
}

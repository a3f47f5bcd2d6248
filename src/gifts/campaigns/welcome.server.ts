import type { Joined } from "../../loyalty/hooks.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { policyOf } from "../../venues/law/country-policy.ts";
import { issueGift } from "../gifts.server.ts";
import { countReferral } from "../referral/referral.server.ts";
import { WELCOME_PLAY, WELCOME_TABLE } from "./campaign-offers.ts";
import { allowsCampaigns, keepOffer } from "./kept-offers.server.ts";

/**
 * Gives the welcome gifts and counts the sponsor's reward when somebody becomes a member. Runs in the transaction that completes
 * the enrollment. Does nothing where the country of the enrollment's site allows no such gifts. Safe to repeat.
 */
export async function joined(
  world: World,
  tx: Transaction,
  { membershipId, siteId, country, sponsorMembershipId }: Joined,
): Promise<void> {
  if (!allowsCampaigns(country)) return;
  const zone = policyOf(country).timeZone;
  for (const { offer, products } of [WELCOME_PLAY, WELCOME_TABLE]) {
    await keepOffer(world, tx, { offer, products });
    const campaignKey = `${offer.id}:${membershipId}`;
    await issueGift(world, tx, { offerId: offer.id, to: { membershipId }, campaign: "welcome", campaignKey, zone });
  }
  if (sponsorMembershipId !== null)
    await countReferral(world, tx, { refereeId: membershipId, sponsorId: sponsorMembershipId, siteId, zone });
}

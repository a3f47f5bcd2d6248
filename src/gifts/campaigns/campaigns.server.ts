import type { Joined } from "../../loyalty/hooks.ts";
import { GROUP } from "../../venues/group.ts";
import { isFreeForMarketing } from "../../loyalty/marketing.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { addDays, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import { COUNTRY_POLICIES, policyOf } from "../../venues/law/country-policy.ts";
import { BIRTHDAY, WELCOME_PLAY, WELCOME_TABLE } from "./campaign-offers.ts";
import { birthdaysOf } from "./queries.server.ts";
import { issueGift } from "../gifts.server.ts";
import { addEstablishments, insertOffer, visibleEstablishments } from "../offers/offer-queries.server.ts";
import { countReferral } from "../referral/referral.server.ts";

/** The birthday gift is available this many days before the birthday. */
const BIRTHDAY_DAYS_AHEAD = 3;
const AT_ONCE = 200;
/** The id after which a walk over members begins: it sorts before every real one. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const isGenerous = (country: Country) => policyOf(country).gifts === "all";
const GENEROUS = (Object.keys(COUNTRY_POLICIES) as Country[]).filter(isGenerous);

/**
 * Gives the welcome gifts and counts the sponsor's reward when somebody becomes a member. Runs in the transaction that completes
 * the enrollment. Does nothing where the country of the enrollment's site allows no such gifts. Safe to repeat.
 */
export async function joined(
  world: World,
  tx: Transaction,
  { membershipId, siteId, country, sponsorMembershipId }: Joined,
): Promise<void> {
  if (!isGenerous(country)) return;
  const zone = policyOf(country).timeZone;
  for (const { offer, products } of [WELCOME_PLAY, WELCOME_TABLE]) {
    await keepOffer(world, tx, { offer, products });
    const campaignKey = `${offer.id}:${membershipId}`;
    await issueGift(world, tx, { offerId: offer.id, to: { membershipId }, campaign: "welcome", campaignKey, zone });
  }
  if (sponsorMembershipId !== null)
    await countReferral(world, tx, { refereeId: membershipId, sponsorId: sponsorMembershipId, siteId, zone });
}

/**
 * Gives the birthday gift to members whose birthday is at most three days ahead, once a year each, where the country of their
 * home site allows it. Each member is first checked against the register of exclusions. Members who are excluded, or for whom the
 * register does not answer, get nothing now and are checked again in the next run.
 */
export async function giveBirthdayGifts(world: World): Promise<void> {
  const today = wallTime(world.now(), GROUP.timeZone).date;
  for (let ahead = 0; ahead <= BIRTHDAY_DAYS_AHEAD; ahead += 1) await giveBirthday(world, addDays(today, ahead));
}

async function giveBirthday(world: World, day: string): Promise<void> {
  let after = NOBODY;
  for (let isMore = true; isMore;) {
    const members = await birthdaysOf(world.database.db, { day, countries: GENEROUS, after, limit: AT_ONCE });
    for (const { id, country } of members) {
      if (await isFreeForMarketing(world, country, id)) await giveTo(world, id, day);
    }
    after = members.at(-1)?.id ?? after;
    isMore = members.length === AT_ONCE;
  }
}

function giveTo(world: World, membershipId: string, day: string): Promise<void> {
  return inTransaction(world.database, async (tx) => {
    await keepOffer(world, tx, BIRTHDAY);
    const campaignKey = `birthday:${membershipId}:${day.slice(0, 4)}`;
    const offerId = BIRTHDAY.offer.id;
    await issueGift(world, tx, {
      offerId,
      to: { membershipId },
      campaign: "birthday",
      campaignKey,
      zone: GROUP.timeZone,
    });
  });
}

/** Stores the campaign's offer with its first gift, and makes it valid in every visible venue of the countries that allow it. */
async function keepOffer(world: World, tx: Transaction, { offer, products }: typeof BIRTHDAY): Promise<void> {
  await insertOffer(tx, { ...offer, created_at: world.now() }, products);
  await addEstablishments(tx, offer.id, await visibleEstablishments(tx, GENEROUS));
}

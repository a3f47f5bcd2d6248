import { isFreeForMarketing } from "../../loyalty/exclusions.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { addDays, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import { COUNTRY_POLICIES, policyOf } from "../../venues/country-policy.ts";
import { BIRTHDAY, WELCOME_PLAY, WELCOME_TABLE } from "./offers.ts";
import { birthdaysOf } from "./queries.server.ts";
import { issueGift } from "../gifts.server.ts";
import { addEstablishments, insertOffer, visibleEstablishments } from "./offer-queries.server.ts";
import { countReferral } from "../referral/referral.server.ts";

/** The birthday gift is there this many days before (G108). */
const BIRTHDAY_DAYS_AHEAD = 3;
const AT_ONCE = 200;
/** Stands before everybody in the order of ids. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const GROUP_ZONE = "Europe/Paris";
const isGenerous = (country: Country) => policyOf(country).gifts === "all";
const GENEROUS = (Object.keys(COUNTRY_POLICIES) as Country[]).filter(isGenerous);

/**
 * A person has become a member (COMPLETED): the welcome gifts, and the sponsor's reward, in the transaction that completes the
 * enrollment (G121, G123). Nothing where the country of the enrollment's site knows no such campaign (G124). May be repeated.
 */
export async function joined(
  world: World,
  tx: Transaction,
  {
    membershipId,
    siteId,
    country,
    sponsorMembershipId,
  }: { membershipId: string; siteId: number; country: Country; sponsorMembershipId: string | null },
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
 * Gives the birthday gift to members whose day is near, once a year each, where their home site's country has it. The register is asked
 * about each before (G94): who is in it, or of whom it says nothing, is given nothing now and looked at again in the next round.
 */
export async function giveBirthdayGifts(world: World): Promise<void> {
  const today = wallTime(world.now(), GROUP_ZONE).date;
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
    await issueGift(world, tx, { offerId, to: { membershipId }, campaign: "birthday", campaignKey, zone: GROUP_ZONE });
  });
}

/** A campaign's offer is there when its first gift is, and holds in every house of the countries that know it. */
async function keepOffer(world: World, tx: Transaction, { offer, products }: typeof BIRTHDAY): Promise<void> {
  await insertOffer(tx, { ...offer, created_at: world.now() }, products);
  await addEstablishments(tx, offer.id, await visibleEstablishments(tx, GENEROUS));
}

import { isFreeForMarketing } from "../../loyalty/marketing.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { addDays, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { GROUP } from "../../venues/group.ts";
import { issueGift } from "../gifts.server.ts";
import { BIRTHDAY } from "./campaign-offers.ts";
import { CAMPAIGN_COUNTRIES, keepOffer } from "./kept-offers.server.ts";
import { birthdaysOf } from "./queries.server.ts";

/** The birthday gift is available this many days before the birthday. */
const BIRTHDAY_DAYS_AHEAD = 3;
const AT_ONCE = 200;
/** The id after which a walk over members begins: it sorts before every real one. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

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
    const members = await birthdaysOf(world.database.db, { day, countries: CAMPAIGN_COUNTRIES, after, limit: AT_ONCE });
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

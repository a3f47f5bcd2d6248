import { nextNight, type Jobs } from "../platform/jobs.server.ts";
import { startRecurringJob } from "../platform/recurring-jobs.server.ts";
import type { World } from "../platform/world.ts";
import { giveBirthdayGifts } from "./campaigns/birthday.server.ts";
import { storeGiftStatuses } from "./gifts.server.ts";
import { giveRunningOffers, OFFER_QUEUE, giveOrWithdrawOffer } from "./offers/operator-offers.server.ts";
import { postReferralShares } from "./referral/referral.server.ts";

const DAILY_QUEUE = "gifts.daily";
/** 04:00 UTC, before any casino opens. */
const HOUR = 4;

/**
 * The daily job of gifts: expiry, birthday gifts, new members of running offers, and the referral shares of past quarters.
 * Running it again changes nothing.
 */
export async function runGiftJob(world: World): Promise<void> {
  await storeGiftStatuses(world);
  await giveBirthdayGifts(world);
  await giveRunningOffers(world);
  await postReferralShares(world);
}

/** Registers the gift jobs on this node; each runs once for all nodes. Call it before the first request. */
export async function startGiftJobs(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  await jobs.work<{ id: string }>(OFFER_QUEUE, async (orders) => {
    for (const { data } of orders) await giveOrWithdrawOffer(world, data.id);
  });
  await startRecurringJob(world, jobs, DAILY_QUEUE, { next: () => nextNight(world.now(), HOUR) }, () =>
    runGiftJob(world),
  );
}

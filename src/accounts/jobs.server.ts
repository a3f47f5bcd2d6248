import { nextNight, type Jobs } from "../platform/jobs.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { DAILY_QUEUE, doDailyWork, orderDailyWork } from "./data/daily-work.server.ts";
import { registrationPart } from "./email/confirmation.server.ts";
import { NEW_ADDRESS_QUEUE, writeToNewAddress, type NewAddressOrder } from "./email/new-address-mail.server.ts";
import { REVOCATION_QUEUE, revokeAccess, type RevocationOrder } from "./data/erasure.server.ts";
import { startEarlierOrders } from "./outbox/earlier-orders.server.ts";
import { MAIL_QUEUE, sendMail } from "./outbox/outbox.server.ts";
import { answerMailRequests, ASKED_MAIL_QUEUE, type AskedMail } from "./outbox/mail-requests.server.ts";
import { socialPart } from "./social/mailed.server.ts";
import { recoveryPart } from "./password/password.server.ts";

/** A slow mail server must not hold up the other mails. The mail gateway keeps as many connections. */
const MAILS_AT_ONCE = 4;

/** What answers each kind of request for a mail. */
const PARTS = { registration: registrationPart, recovery: recoveryPart, social: socialPart };

/** Starts the accounts' background jobs on this node: mails, revocations and daily work. Call it before the first request. */
export async function startMemberJobs(world: World, jobs: Pick<Jobs, "work">, table: VenueTable): Promise<void> {
  const venueOf = (projectId: number | null): Venue | null =>
    table.all().find((venue) => venue.projectId === projectId) ?? null;
  await jobs.work<{ id: string }>(
    MAIL_QUEUE,
    async (batch) => {
      for (const job of batch) await sendMail(world, job);
    },
    { atOnce: MAILS_AT_ONCE },
  );
  await jobs.work<AskedMail>(ASKED_MAIL_QUEUE, async (batch) => {
    for (const { data } of batch) await answerMailRequests(world, venueOf, PARTS, data);
  });
  await startEarlierOrders(world, jobs);
  await jobs.work<NewAddressOrder>(NEW_ADDRESS_QUEUE, async (batch) => {
    for (const { data } of batch) await writeToNewAddress(world, venueOf, data);
  });
  await jobs.work<RevocationOrder>(REVOCATION_QUEUE, async (batch) => {
    for (const { data } of batch) await revokeAccess(world, data);
  });
  await jobs.work(DAILY_QUEUE, async () => {
    await orderDailyWork(world, nextNight(world.now()));
    await doDailyWork(world, venueOf);
  });
  await orderDailyWork(world, nextNight(world.now()));
}

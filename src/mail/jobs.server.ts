import type { Jobs } from "../platform/jobs.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { MAIL_QUEUE, sendMail } from "./outbox.server.ts";
import { answerMailRequests, ASKED_MAIL_QUEUE, type AskedMail } from "./requests.server.ts";

/** A slow mail server must not hold up the other mails. The mail gateway keeps as many connections. */
const MAILS_AT_ONCE = 4;

/** Starts the jobs that send the outbox's mails and answer requests for mails on this node. Call it before the first request. */
export async function startMailJobs(world: World, jobs: Pick<Jobs, "work">, table: VenueTable): Promise<void> {
  await jobs.work<{ id: string }>(
    MAIL_QUEUE,
    async (batch) => {
      for (const job of batch) await sendMail(world, job);
    },
    { atOnce: MAILS_AT_ONCE },
  );
  await jobs.work<AskedMail>(ASKED_MAIL_QUEUE, async (batch) => {
    for (const { data } of batch) await answerMailRequests(world, table.byProject, data);
  });
}

import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { mailSender } from "../../src/mail/sender.server.ts";
import { passwordChangedMail } from "../../src/accounts/mails/account-mails.server.ts";
import { startMailJobs } from "../../src/mail/jobs.server.ts";
import { MAIL_QUEUE, queueMail } from "../../src/mail/outbox.server.ts";
import { inTransaction, type Database } from "../../src/platform/database/database.server.ts";
import type { Gateways } from "../../src/platform/gateways.ts";
import type { MailGateway } from "../../src/platform/gateways/messages.ts";
import { openJobs } from "../../src/platform/jobs.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import { openVenueTable } from "../../src/venues/venue-table.server.ts";
import { oneDatabase } from "../support/databases.ts";
import { testWorld } from "../support/world.ts";
import { SOON } from "../support/patience.ts";

oneDatabase("the outbox with its real queue", (open) => {
  async function opened(database: Database, gateways: Partial<Gateways> = {}) {
    const made = testWorld(database, {}, undefined, gateways);
    const jobs = await openJobs(database, openLog("silent"), made.now);
    const world = { ...made, jobs };
    await startMailJobs(world, jobs, await openVenueTable(database));
    const sender = await mailSender(world, null);
    const mail = (to: string) => passwordChangedMail({ sender, locale: "en", firstname: "Ana", to }, []);
    const queue = (to: string, fails = false) =>
      inTransaction(database, async (tx) => {
        await queueMail(world, tx, { id: world.uuid(), kind: "test", accountId: null, mail: mail(to) });
        if (fails) throw new Error("The verb failed");
      });
    const sent = (to: string) => world.gateways.mails.filter((one) => one.to === to).length;
    return { world, jobs, queue, sent };
  }

  it("sends a mail only if its transaction commits, and once after the mail server was down", async () => {
    const { world, jobs, queue, sent } = await opened(await open());
    await expect(queue("never@example.test", true)).rejects.toThrow("The verb failed");
    world.gateways.down.add("mail");
    await queue("patient@example.test");
    await vi.waitFor(async () => {
      const { rows } = await failures(world.database);
      expect(rows).toBeGreaterThan(0);
    }, SOON);
    expect(sent("patient@example.test")).toBe(0);
    world.gateways.down.clear();
    await queue("prompt@example.test");
    await vi.waitFor(() => expect([sent("prompt@example.test"), sent("patient@example.test")]).toEqual([1, 1]), SOON);
    expect(sent("never@example.test")).toBe(0);
    await jobs.stop();
  });

  it("sends a few mails at once, and the next as soon as one is gone, so that a full outbox does not delay them", async () => {
    const database = await open();
    const mails = slowMails();
    const { world, jobs, queue } = await opened(database, { mail: mails.gateway });
    const everybody = Array.from({ length: 60 }, (_, n) => `guest-${n}@example.test`);
    await queue("first@example.test");
    await vi.waitFor(() => expect(mails.underWay.size).toBe(1), SOON);
    for (const to of everybody) await queue(to);
    await vi.waitFor(() => expect(mails.underWay.size).toBeGreaterThan(1), SOON);
    mails.letGo();
    // At the queue's own polling interval, one by one, they would take two minutes.
    await vi.waitFor(
      () => expect(mails.gone.toSorted()).toEqual(["first@example.test", ...everybody].toSorted()),
      SOON,
    );
    expect(new Set(mails.ids).size).toBe(mails.ids.length);
    expect(mails.most).toBeLessThanOrEqual(5);
    await jobs.stop();
    expect(await unsent(world.database)).toBe(0);
  });
});

/** A mail server that does not answer until it is released. */
function slowMails() {
  const goesOn = Promise.withResolvers<void>();
  const kept = { underWay: new Set<string>(), gone: [] as string[], ids: [] as string[], most: 0 };
  const gateway: MailGateway = {
    async send({ id, to }) {
      kept.underWay.add(id);
      kept.ids.push(id);
      kept.most = Math.max(kept.most, kept.underWay.size);
      await goesOn.promise;
      kept.underWay.delete(id);
      kept.gone.push(to);
      return "sent";
    },
  };
  return Object.assign(kept, { gateway, letGo: () => goesOn.resolve() });
}

async function unsent({ db }: Database): Promise<number> {
  return (await db.selectFrom("mails").select("id").where("sent_at", "is", null).execute()).length;
}

/** The number of failed attempts, as the queue counts them. */
async function failures(database: Database): Promise<{ rows: number }> {
  const found = await sql<{ count: bigint }>`
    select count(*) as count from jobs.job where name = ${MAIL_QUEUE} and state = 'retry'`.execute(database.db);
  return { rows: Number(found.rows[0]?.count ?? 0) };
}

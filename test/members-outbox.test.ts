import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { mailHouse, resetMail } from "../src/members/mails/account-mails.server.ts";
import { MAIL_QUEUE, queueMail, sendMail } from "../src/members/outbox.server.ts";
import { inTransaction, type Database } from "../src/platform/database.server.ts";
import { openJobs } from "../src/platform/jobs.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { eachDatabase } from "./databases.ts";
import { testWorld } from "./world.ts";
import { SOON } from "./patience.ts";

eachDatabase("the outbox with its real queue", (open) => {
  async function opened(database: Database) {
    const jobs = await openJobs(database, openLog("silent"));
    const world = { ...testWorld(database), jobs };
    await jobs.work<{ id: string }>(MAIL_QUEUE, async (batch) => {
      for (const job of batch) await sendMail(world, job);
    });
    const house = await mailHouse(world, null);
    const mail = (to: string) => resetMail({ house, locale: "en", firstname: "Ana", to }, "t".repeat(43));
    const queue = (to: string, fails = false) =>
      inTransaction(database, async (tx) => {
        await queueMail(world, tx, { id: world.uuid(), kind: "test", accountId: null, mail: mail(to) });
        if (fails) throw new Error("the verb failed");
      });
    const sent = (to: string) => world.gateways.mails.filter((one) => one.to === to).length;
    return { world, jobs, queue, sent };
  }

  it("sends a mail if and only if its transaction commits, and what met a dead server later, once", async () => {
    const { world, jobs, queue, sent } = await opened(await open());
    await expect(queue("never@example.test", true)).rejects.toThrow("the verb failed");
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
});

/** How many attempts have failed, as the queue counts them. */
async function failures(database: Database): Promise<{ rows: number }> {
  const found = await sql<{ count: bigint }>`
    select count(*) as count from jobs.job where name = ${MAIL_QUEUE} and state = 'retry'`.execute(database.db);
  return { rows: Number(found.rows[0]?.count ?? 0) };
}

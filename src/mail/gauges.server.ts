import type { World } from "../platform/world.ts";

/** The mails of the outbox that wait, and the age of the oldest in seconds. */
export async function outboxGauges({
  database,
  now,
}: Pick<World, "database" | "now">): Promise<Record<string, number>> {
  const { count, oldest } = await database.db
    .selectFrom("mails")
    .where("sent_at", "is", null)
    .where("refused_at", "is", null)
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.min<Date | null>("created_at").as("oldest")])
    .executeTakeFirstOrThrow();
  const oldestMs = oldest === null ? 0 : now().getTime() - oldest.getTime();
  return { mails_waiting: Number(count), mails_oldest_waiting_seconds: Math.round(oldestMs / 1_000) };
}

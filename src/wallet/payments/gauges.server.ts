import type { World } from "../../platform/world.ts";

/** The open payments with the age of the oldest, how late the most overdue question to the bank is, and the cases that wait for staff. */
export async function paymentGauges({
  database,
  now,
}: Pick<World, "database" | "now">): Promise<Record<string, number>> {
  const { count, oldest, due } = await database.db
    .selectFrom("payments")
    .where("next_check_at", "is not", null)
    .select(({ fn }) => [
      fn.countAll<bigint>().as("count"),
      fn.min<Date | null>("created_at").as("oldest"),
      fn.min<Date | null>("next_check_at").as("due"),
    ])
    .executeTakeFirstOrThrow();
  const { cases } = await database.db
    .selectFrom("payment_cases")
    .where("closed_at", "is", null)
    .select(({ fn }) => fn.countAll<bigint>().as("cases"))
    .executeTakeFirstOrThrow();
  const secondsSince = (at: Date | null) =>
    at === null ? 0 : Math.max(0, Math.round((now().getTime() - at.getTime()) / 1_000));
  return {
    payments_open: Number(count),
    payments_oldest_open_seconds: secondsSince(oldest),
    payments_check_overdue_seconds: secondsSince(due),
    payment_cases_open: Number(cases),
  };
}

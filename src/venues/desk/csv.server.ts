import { wallTime } from "../../platform/time-zones.ts";
import type { DeskRequest } from "./request.server.ts";

/** A list of the desk as a file named by the venue's day. 403 where `csv` is null: the operator may not see the list. */
export function csvAnswer({ world, venue }: DeskRequest, name: string, csv: string | null): Response {
  if (csv === null) return new Response(null, { status: 403 });
  const { date } = wallTime(world.now(), venue.policy.timeZone);
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${venue.slug}-${date}.csv"`,
    },
  });
}

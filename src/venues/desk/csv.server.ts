import { wallTime } from "../../platform/time-zones.ts";
import type { DeskRequest } from "./request.server.ts";

/** A list of the desk as a file that is named by the venue and its day; 403 without a list, for who may not see it. */
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

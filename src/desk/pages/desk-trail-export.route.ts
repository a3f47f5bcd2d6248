import { wallTime } from "../../platform/time-zones.ts";
import { exportTrail } from "../../staff/trail.server.ts";
import { deskRequest } from "../../venues/desk/request.server.ts";
import type { Route } from "./+types/desk-trail-export.route.ts";

/** '/desk/journal/export': the filtered entries of the trail as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, query } = request;
  const csv = await exportTrail(world, request, query);
  if (csv === null) return new Response(null, { status: 403 });
  const { date } = wallTime(world.now(), venue.policy.timeZone);
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="journal-${venue.slug}-${date}.csv"`,
    },
  });
}

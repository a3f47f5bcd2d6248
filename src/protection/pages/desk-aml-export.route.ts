import { deskRequest } from "../../venues/desk/request.server.ts";
import { wallTime } from "../../platform/time-zones.ts";
import { exportAmlRegister } from "../aml-register.server.ts";
import type { Route } from "./+types/desk-aml-export.route.ts";

/** `/desk/vigilance/export`: the filtered days of the register as a CSV file. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, query } = request;
  const csv = await exportAmlRegister(world, request, query);
  if (csv === null) return new Response(null, { status: 403 });
  const { date } = wallTime(world.now(), venue.policy.timeZone);
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="vigilance-${venue.slug}-${date}.csv"`,
    },
  });
}

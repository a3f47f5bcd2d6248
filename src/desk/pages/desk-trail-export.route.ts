import { exportTrail } from "../../staff/trail.server.ts";
import { csvAnswer } from "../../venues/desk/csv.server.ts";
import { deskRequest } from "../../venues/desk/request.server.ts";
import type { Route } from "./+types/desk-trail-export.route.ts";

/** '/desk/journal/export': the filtered entries of the trail as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  return csvAnswer(request, "journal", await exportTrail(request.world, request, request.query));
}

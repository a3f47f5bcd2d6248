import { csvAnswer } from "../../../venues/desk/csv.server.ts";
import { deskRequest } from "../../../venues/desk/request.server.ts";
import { exportMovementRecord } from "../movement-record.server.ts";
import type { Route } from "./+types/desk-vigilance-export.route.ts";

/** `/desk/vigilance/export`: the filtered days of the movement record as a CSV file. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  return csvAnswer(request, "vigilance", await exportMovementRecord(request.world, request, request.query));
}

import { csvAnswer } from "../../../venues/desk/csv.server.ts";
import { deskRequest } from "../../../venues/desk/request.server.ts";
import { exportAmlRegister } from "../aml-register.server.ts";
import type { Route } from "./+types/desk-aml-export.route.ts";

/** `/desk/vigilance/export`: the filtered days of the register as a CSV file. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  return csvAnswer(request, "vigilance", await exportAmlRegister(request.world, request, request.query));
}

import { deskRequest } from "../../venues/desk/request.server.ts";
import { venueFile } from "../export.server.ts";
import type { Route } from "./+types/desk-export.route.ts";

/** '/desk/fichier/export': all data of the venue, as the file that an import takes. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue } = deskRequest(context);
  const file = await venueFile(world.database.db, venue);
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${venue.slug}.json"`,
    },
  });
}

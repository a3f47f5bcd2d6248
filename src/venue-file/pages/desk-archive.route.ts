import { deskRequest } from "../../venues/desk/request.server.ts";
import { venueArchive } from "../archive.server.ts";
import type { Route } from "./+types/desk-archive.route.ts";

/** '/desk/fichier/archive': the import file and the pictures it lists, as a zip. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue } = deskRequest(context);
  return new Response(await venueArchive(world, venue), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${venue.slug}.zip"`,
    },
  });
}

import { readFile } from "node:fs/promises";
import { demoVenueFiles } from "./demo.server.ts";
import { readVenueFile } from "./import/file.server.ts";
import { importVenue, type ImportWorld } from "./import/import.server.ts";

/** Imports the demo group's venues that are not stored yet, so that an interrupted first start is completed by the next. */
export async function loadDemo(world: ImportWorld): Promise<void> {
  const rows = await world.database.db.selectFrom("establishments").select("slug").execute();
  const stored = new Set(rows.map((row) => row.slug));
  for (const [slug, file] of demoVenueFiles()) {
    if (stored.has(slug)) continue;
    const { data, files } = await readVenueFile(file, readFile);
    const result = await importVenue(world, data, files);
    if ("problems" in result)
      throw new Error(
        `demo/venues/${slug}.json: ${result.problems.map(({ path, message }) => `${path} ${message}`).join("; ")}`,
      );
  }
}

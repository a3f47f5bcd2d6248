import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectPath } from "../platform/database/database.server.ts";
import { readVenueFile } from "./import/file.server.ts";
import { importVenue, type ImportWorld } from "./import/import.server.ts";

/** Imports the demo group's venues that are not stored yet, so that an interrupted first start is completed by the next. */
export async function loadDemo(world: ImportWorld): Promise<void> {
  const rows = await world.database.db.selectFrom("establishments").select("slug").execute();
  const stored = new Set(rows.map((row) => `${row.slug}.json`));
  const dir = dirname(projectPath("demo/venues/port-serac.json"));
  for (const name of readdirSync(dir)
    .filter((file) => file.endsWith(".json") && !stored.has(file))
    .sort()) {
    const { data, files } = await readVenueFile(join(dir, name), readFile);
    const result = await importVenue(world, data, files);
    if ("problems" in result)
      throw new Error(
        `demo/venues/${name}: ${result.problems.map(({ path, message }) => `${path} ${message}`).join("; ")}`,
      );
  }
}

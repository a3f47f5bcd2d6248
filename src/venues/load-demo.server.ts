import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectPath } from "../platform/database.server.ts";
import { readVenueFile } from "./import-file.server.ts";
import { importVenue, type Workshop } from "./import.server.ts";

/** Loads the demonstration group through the import, once: where any establishment is stored, nothing happens. */
export async function loadDemo(world: Workshop): Promise<void> {
  const stored = await world.database.db.selectFrom("establishments").select("id").limit(1).execute();
  if (stored.length > 0) return;
  const dir = dirname(projectPath("demo/venues/port-serac.json"));
  for (const name of readdirSync(dir).filter((file) => file.endsWith(".json")).sort()) {
    const { data, files } = await readVenueFile(join(dir, name), readFile);
    const result = await importVenue(world, data, files);
    if ("problems" in result) throw new Error(`demo/venues/${name}: ${result.problems.map(({ path, message }) => `${path} ${message}`).join("; ")}`);
  }
}

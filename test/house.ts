import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { openHouse } from "../src/house.server.ts";
import { projectPath, type Database } from "../src/platform/database.server.ts";
import { readVenueFile } from "../src/venues/import-file.server.ts";
import { importVenue } from "../src/venues/import.server.ts";
import type { StandingClock } from "./clock.ts";
import { testWorld } from "./world.ts";

export type TestHouse = Awaited<ReturnType<typeof openTestHouse>>;

/**
 * The built house on a test's database and clock: what the server serves, without a socket. `venues` are imported from
 * demo/. Requests go through `get` and `send` with a venue's host.
 */
export async function openTestHouse(database: Database, options: { venues?: string[]; clock?: StandingClock; variables?: Record<string, string> } = {}) {
  const built = projectPath("package.json").replace(/package\.json$/, "build/server/house.js");
  if (!existsSync(built)) throw new Error("The house is not built: run npm run build first");
  const { openHouse: open } = (await import(built)) as { openHouse: typeof openHouse };
  const world = testWorld(database, options.variables, options.clock);
  const opened = await open(world, projectPath("package.json").replace(/package\.json$/, "build/client"));
  for (const slug of options.venues ?? []) await importDemoVenue({ ...world, encoder: opened.house.media.encoder }, slug);
  await opened.house.table.reload();

  async function send(host: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("host", host);
    return opened.app.fetch(new Request(`http://${/^[\w.:-]+$/.test(host) ? host : "odd.invalid"}${path}`, { ...init, headers }), {});
  }
  return { ...opened, world, send, get: (slug: string, path: string, headers: Record<string, string> = {}) => send(`${slug}.localhost`, path, { headers }) };
}

/** Imports a venue of demo/ and fails with every problem it has. */
export async function importDemoVenue(world: Parameters<typeof importVenue>[0], slug: string): Promise<void> {
  const { data, files } = await readVenueFile(projectPath(`demo/venues/${slug}.json`), readFile);
  const result = await importVenue(world, data, files);
  if ("problems" in result) throw new Error(result.problems.map(({ path, message }) => `${path}: ${message}`).join("\n"));
}

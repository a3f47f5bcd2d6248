import { Hono } from "hono";
import { apiError, invalid } from "../platform/api/errors.server.ts";
import { isOwnCommand } from "../platform/http/command-key.server.ts";
import { readJson } from "../platform/http/json-body.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { floorKeyCommand } from "./contract.ts";
import { commandFloorKeys } from "./keys.server.ts";

/** `POST /floor-keys`, for `npm run floor-key` while this site holds the embedded database. */
export function floorKeyRoutes(world: World, table: Pick<VenueTable, "all">): Hono {
  const routes = new Hono();
  routes.post("/floor-keys", async (c) => {
    if (!isOwnCommand(world, c.req.header("authorization"))) return apiError(c, 401, "The import key is wrong.");
    const read = await readJson(c.req.raw);
    if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
    const parsed = floorKeyCommand.safeParse(read.value);
    if (!parsed.success) return invalid(c, parsed.error);
    c.header("Cache-Control", "no-store");
    return c.json(await commandFloorKeys(world, table, parsed.data));
  });
  return routes;
}

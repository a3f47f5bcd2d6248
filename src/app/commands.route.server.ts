import { Hono } from "hono";
import { z } from "zod";
import { apiError } from "../platform/api/errors.server.ts";
import { isOwnCommand } from "../platform/commands.server.ts";
import { readJson } from "../platform/http/json-body.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { COMMANDS, type CommandName } from "./commands.server.ts";

const BODY_MAX = 4_096;
const asked = z.object({ command: z.enum(Object.keys(COMMANDS) as CommandName[]), args: z.array(z.string()) });

/** `POST /api/commands` for this installation's commands: runs one and answers its lines and exit code. */
export function commandRoutes(world: World, table: VenueTable): Hono {
  const routes = new Hono();
  routes.post("/commands", async (c) => {
    if (!isOwnCommand(world, c.req.header("authorization"))) return apiError(c, 401, "The import key is wrong.");
    const read = await readJson(c.req.raw, BODY_MAX);
    if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
    const parsed = asked.safeParse(read.value);
    if (!parsed.success) return apiError(c, 400, "There is no such command.");
    const { command, args } = parsed.data;
    c.header("Cache-Control", "no-store");
    return c.json({ data: await world.database.forJobs(() => COMMANDS[command](world, table, args)) });
  });
  return routes;
}

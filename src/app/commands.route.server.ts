import { z } from "@hono/zod-openapi";
import { addCall } from "../platform/api/calls.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { isOwnCommand } from "../platform/commands.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { COMMANDS, type CommandName } from "./commands.server.ts";

const asked = z.object({
  command: z.enum(Object.keys(COMMANDS) as CommandName[]),
  args: z.array(z.string()).openapi({ description: "The words of the command line" }),
});
const result = z.object({
  code: z.union([z.literal(0), z.literal(1), z.literal(2)]).openapi({ description: "The command's exit code" }),
  lines: z.array(z.string()).openapi({ description: "What it prints" }),
});

/**
 * `POST /commands` runs this installation's own commands while this app holds the embedded database, which no second
 * process can open.
 */
export function commandRoutes(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  addCall(api, {
    method: "post",
    path: "/commands",
    summary: "Runs a command of this installation on its database",
    tags: ["import"],
    security: "import",
    admit: (c) =>
      isOwnCommand(world, c.req.header("authorization")) ? null : apiError(c, 401, "The import key is wrong."),
    body: asked,
    example: {
      body: { command: "floor-key", args: ["end", "12"] },
      answer: { data: { code: 1, lines: ["There is no key 12."] } },
    },
    answer: z.object({ data: result }),
    handle: async (c, { body: { command, args } }) => {
      c.header("Cache-Control", "no-store");
      return c.json({ data: await world.database.forJobs(() => COMMANDS[command](world, table, args)) });
    },
  });
  return api;
}

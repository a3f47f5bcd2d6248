import { z } from "@hono/zod-openapi";
import { addCall } from "../platform/api/calls.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { isOwnCommand } from "../platform/http/command-key.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { floorKeyCommand } from "./contract.ts";
import * as examples from "./examples.ts";
import { commandFloorKeys } from "./keys.server.ts";

const listed = z.object({
  id: z.int(),
  venue: z.string(),
  label: z.string(),
  scopes: z.array(z.string()).nullable().openapi({ description: "Null for all calls" }),
  issued_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  successor_id: z.int().nullable(),
});

/** `POST /floor-keys`, for `npm run floor-key` while this site holds the embedded database. */
export function floorKeyRoutes(world: World, table: Pick<VenueTable, "all">) {
  const api = apiRouter<Venue>();
  addCall(api, {
    method: "post",
    path: "/floor-keys",
    summary: "Issues, rotates, ends or lists keys of the floor API, for this installation's own command",
    tags: ["floor"],
    security: "import",
    admit: (c) =>
      isOwnCommand(world, c.req.header("authorization")) ? null : apiError(c, 401, "The import key is wrong."),
    body: floorKeyCommand,
    example: examples.floorKey,
    answer: z.union([
      z.object({ key: z.string(), issued: listed }),
      z.object({ keys: z.array(listed) }),
      z.object({ problem: z.string() }),
    ]),
    handle: async (c, { body }) => {
      c.header("Cache-Control", "no-store");
      return c.json(await commandFloorKeys(world, table, body));
    },
  });
  return api;
}

import { z } from "@hono/zod-openapi";
import type { PictureEncoder } from "../../pictures/encoder/encoder.server.ts";
import { addCall, readJsonBody } from "../../platform/api/calls.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import { isOwnCommand } from "../../platform/commands.server.ts";
import type { World } from "../../platform/world.ts";
import { importVenue } from "./import.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { importJsonSchema } from "./schema.server.ts";

export const IMPORT_PATH = "/api/imports";

/** Enough for a venue's data with its pictures in base64. The body is read only after the key was checked. */
const IMPORT_BYTES_MAX = 96 * 1024 * 1024;
const IMPORT_KEYS_MAX = 100_000;

/** A file as the command sends it. Any other value counts as data without files, which the import then checks. */
const importBody = z.preprocess(
  (given) => (typeof given === "object" && given !== null && "data" in given ? given : { data: given }),
  z.object({
    data: z.unknown().openapi({ type: "object", description: "A venue, as /import.schema.json describes it" }),
    files: z.record(z.string(), z.string()).nullish().openapi({ description: "Pictures in base64, by their names" }),
  }),
);

type Parts = { world: World; table: VenueTable; media: { encoder: PictureEncoder } };

/** `GET /import.schema.json` for authors of import files; `POST /imports` for this installation's import command. */
export function importRoutes({ world, table, media }: Parts) {
  const api = apiRouter<Venue>();
  addCall(api, {
    method: "get",
    path: "/import.schema.json",
    summary: "The JSON Schema of an import file",
    tags: ["import"],
    answer: z.looseObject({}),
    example: { answer: { $id: "/api/import.schema.json", type: "object", required: ["establishment", "project"] } },
    handle: (c) => c.json(importJsonSchema()),
  });
  addCall(api, {
    method: "post",
    path: "/imports",
    summary: "Imports a venue, all of it or nothing",
    tags: ["import"],
    security: "import",
    admit: (c) =>
      isOwnCommand(world, c.req.header("authorization")) ? null : apiError(c, 401, "The import key is wrong."),
    read: (c) => readJsonBody(c, IMPORT_BYTES_MAX, IMPORT_KEYS_MAX),
    body: importBody,
    example: {
      body: { data: { establishment: { id: 51 } }, files: {} },
      answer: { data: { id: 51, slug: "port-serac" } },
    },
    answer: z.object({ data: z.object({ id: z.int(), slug: z.string() }) }),
    handle: async (c, { body: { data, files } }) => {
      const pictures = Object.entries(files ?? {}).map(
        ([name, base64]) => [name, Buffer.from(base64, "base64")] as const,
      );
      const result = await importVenue({ ...world, encoder: media.encoder }, data, new Map(pictures));
      if ("problems" in result)
        return apiError(
          c,
          422,
          result.problems.map(({ path, message }) => ({ key: path, message })),
        );
      // The notification of the save arrives a moment later; reload now so that the caller finds the venue on this node at once.
      await table.reload();
      return c.json({ data: result.imported });
    },
  });
  return api;
}

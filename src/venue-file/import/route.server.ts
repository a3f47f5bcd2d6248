import { Hono } from "hono";
import type { PictureEncoder } from "../../pictures/encoder/encoder.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { isOwnCommand } from "../../platform/http/command-key.server.ts";
import { readJson } from "../../platform/http/json-body.server.ts";
import type { World } from "../../platform/world.ts";
import { importVenue } from "./import.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { importJsonSchema } from "./schema.server.ts";

export const IMPORT_PATH = "/api/imports";

/** Enough for a venue's data with its pictures in base64. The body is read only after the key was checked. */
export const IMPORT_BYTES_MAX = 96 * 1024 * 1024;
const IMPORT_KEYS_MAX = 100_000;

/** `GET /import.schema.json` for authors of import files; `POST /imports` for this installation's import command. */
export function importRoutes({
  world,
  table,
  media,
}: {
  world: World;
  table: VenueTable;
  media: { encoder: PictureEncoder };
}) {
  const routes = new Hono();
  routes.get("/import.schema.json", (c) => c.json(importJsonSchema()));
  routes.post("/imports", async (c) => {
    if (!isOwnCommand(world, c.req.header("authorization"))) return apiError(c, 401, "The import key is wrong.");
    const read = await readJson(c.req.raw, IMPORT_BYTES_MAX, IMPORT_KEYS_MAX);
    if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
    const { data, files } = envelope(read.value);
    const result = await importVenue({ ...world, encoder: media.encoder }, data, files);
    if ("problems" in result)
      return apiError(
        c,
        422,
        result.problems.map(({ path, message }) => ({ key: path, message })),
      );
    // The notification of the save arrives a moment later; reload now so that the caller finds the venue on this node at once.
    await table.reload();
    return c.json({ data: result.imported });
  });
  return routes;
}

/** Reads `{data, files: {name: base64}}`. Any other value counts as data without files, which the schema then checks. */
function envelope(value: unknown): { data: unknown; files: Map<string, Uint8Array> } {
  if (typeof value !== "object" || value === null || !("data" in value)) return { data: value, files: new Map() };
  const files =
    "files" in value && typeof value.files === "object" && value.files !== null ? Object.entries(value.files) : [];
  return {
    data: value.data,
    files: new Map(files.map(([name, base64]) => [name, Buffer.from(String(base64), "base64")])),
  };
}

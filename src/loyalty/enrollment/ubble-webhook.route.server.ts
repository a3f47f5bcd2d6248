import { Hono } from "hono";
import { apiError } from "../../platform/api/errors.server.ts";
import { JSON_BODY_BYTES_MAX, readBytes } from "../../platform/http/json-body.server.ts";
import type { World } from "../../platform/world.ts";
import { storeIdentityWebhook, storeLargeWebhook } from "./identity-events.server.ts";

const NOTICE_BYTES_MAX = 1024 * 1024;
/** An oversized body is read up to this limit, to check whether it is signed. */
const POISON_BYTES_MAX = 4 * NOTICE_BYTES_MAX;

/**
 * `POST /webhooks/ubble`: stores the webhook and answers at once; a job applies it later. 401 if the signature is wrong or too
 * old; 400 and 413 if it is signed but malformed or too large, so that the provider reports it instead of retrying for ever.
 */
export function ubbleWebhook(world: World) {
  const routes = new Hono();
  routes.post("/webhooks/ubble", async (c) => {
    const signature = c.req.header("cko-signature") ?? "";
    const bytes = await readBytes(c.req.raw, signature === "" ? JSON_BODY_BYTES_MAX : POISON_BYTES_MAX);
    if (bytes === null) return apiError(c, 413, "The notice is too large.");
    if (bytes.byteLength > NOTICE_BYTES_MAX)
      return (await storeLargeWebhook(world, signature, bytes))
        ? apiError(c, 413, "The notice is too large.")
        : apiError(c, 401, "The notice is not signed for us.");
    switch (await storeIdentityWebhook(world, signature, bytes)) {
      case "taken":
        return c.json({ result: true }, 200, { "Cache-Control": "no-store" });
      case "invalid":
        return apiError(c, 401, "The notice is not signed for us.");
      case "unreadable":
        return apiError(c, 400, "The notice makes no sense.");
      case "unwanted":
        return apiError(c, 404, "No such webhook.");
    }
  });
  return routes;
}

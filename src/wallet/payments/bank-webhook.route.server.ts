import { Hono } from "hono";
import { apiError } from "../../platform/api/errors.server.ts";
import { JSON_BODY_BYTES_MAX, readBytes } from "../../platform/http/json-body.server.ts";
import type { World } from "../../platform/world.ts";
import { takeBankWebhook, storeLargeWebhook } from "./bank-webhooks.server.ts";

const PATH = "/webhooks/fintecture";
const NOTICE_BYTES_MAX = 1024 * 1024;
/** How much of an oversized body is read to check its signature. */
const POISON_BYTES_MAX = 4 * NOTICE_BYTES_MAX;

/**
 * Adds `POST /webhooks/fintecture`. A webhook is stored and answered at once; a job works on it later. Answers 401 if
 * no application of the payment's company signed it or its date is off, and 400 or 413 if it is signed but unreadable or too
 * large.
 */
export function bankWebhook(world: World) {
  const routes = new Hono();
  routes.post(PATH, async (c) => {
    const isSigned = c.req.header("signature") !== undefined;
    const body = await readBytes(c.req.raw, isSigned ? POISON_BYTES_MAX : JSON_BODY_BYTES_MAX);
    if (body === null) return apiError(c, 413, "The notice is too large.");
    const message = { headers: c.req.raw.headers, body, target: PATH };
    if (body.byteLength > NOTICE_BYTES_MAX)
      return (await storeLargeWebhook(world, message))
        ? apiError(c, 413, "The notice is too large.")
        : apiError(c, 401, "The notice is not signed for us.");
    switch (await takeBankWebhook(world, message)) {
      case "taken":
        return c.json({ result: true }, 200, { "Cache-Control": "no-store" });
      case "unsigned":
        return apiError(c, 401, "The notice is not signed for us.");
      case "garbled":
        return apiError(c, 400, "The notice makes no sense.");
    }
  });
  return routes;
}

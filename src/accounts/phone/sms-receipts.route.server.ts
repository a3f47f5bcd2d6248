import { Hono } from "hono";
import { apiError } from "../../platform/api/errors.server.ts";
import { readBytes } from "../../platform/http/json-body.server.ts";
import type { World } from "../../platform/world.ts";
import { noteDelivery } from "./codes.server.ts";

const BODY_BYTES_MAX = 64 * 1024;

/**
 * `/webhooks/ovh`: delivery receipts of the SMS provider. OVH sends GET with the fields in the query; a form post works too. The key
 * in the address is compared and never logged. 401 for a wrong key, 400 for malformed data; an unknown message is answered like a
 * known one.
 */
export function smsReceipts(world: World) {
  const routes = new Hono();
  routes.on(["GET", "POST"], "/webhooks/ovh", async (c) => {
    const bytes = c.req.method === "POST" ? await readBytes(c.req.raw, BODY_BYTES_MAX) : new Uint8Array();
    if (bytes === null) return apiError(c, 413, "The receipt is too large.");
    const { searchParams } = new URL(c.req.url);
    const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(new TextDecoder().decode(bytes))]);
    const receipt = world.gateways.sms.readReceipt(fields);
    if (receipt === "unwanted") return apiError(c, 404, "No such webhook.");
    if (receipt === "unsigned") return apiError(c, 401, "The receipt is not ours.");
    if (receipt === "garbled") return apiError(c, 400, "The receipt makes no sense.");
    const isNew = await noteDelivery(world, receipt);
    world.metrics.count(`sms_receipts_total{delivery="${isNew ? receipt.delivery : "known"}"}`);
    return c.json({ result: true }, 200, { "Cache-Control": "no-store" });
  });
  return routes;
}

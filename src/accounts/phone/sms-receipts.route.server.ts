import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { addCall } from "../../platform/api/calls.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import { readWebhookForm, WEBHOOK } from "../../platform/api/webhooks.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import * as examples from "../examples.ts";
import { noteDelivery } from "./codes.server.ts";

/**
 * `/webhooks/ovh`: delivery receipts of the SMS provider. OVH sends GET with the fields in the query; a form post works too. The key
 * in the address is compared and never logged. 401 for a wrong key, 400 for malformed data; an unknown message is answered like a
 * known one.
 */
export function smsReceipts(world: World) {
  const routes = apiRouter<Venue>();
  const path = "/webhooks/ovh";
  const summary = "The SMS provider reports a delivery; the key stands in the query";

  async function take(c: Context, posted: Record<string, string>): Promise<Response> {
    const fields = new URLSearchParams([...new URL(c.req.url).searchParams, ...Object.entries(posted)]);
    const receipt = world.gateways.sms.readReceipt(fields);
    if (receipt === "unwanted") return apiError(c, 404, "No such webhook.");
    if (receipt === "unsigned") return apiError(c, 401, "The receipt is not ours.");
    if (receipt === "malformed") return apiError(c, 400, "The receipt is malformed.");
    const isNew = await noteDelivery(world, receipt);
    world.metrics.count(`sms_receipts_total{delivery="${isNew ? receipt.delivery : "known"}"}`);
    return c.json({ result: true }, 200, { "Cache-Control": "no-store" });
  }

  addCall(routes, { ...WEBHOOK, method: "get", path, summary, handle: (c) => take(c, {}) });
  addCall(routes, {
    ...WEBHOOK,
    method: "post",
    path,
    summary,
    read: (c) => readWebhookForm(c, "The receipt is too large."),
    bodyType: "application/x-www-form-urlencoded",
    body: z.record(z.string(), z.string()),
    example: { ...WEBHOOK.example, body: examples.receipt },
    handle: (c, { body }) => take(c, body),
  });
  return routes;
}

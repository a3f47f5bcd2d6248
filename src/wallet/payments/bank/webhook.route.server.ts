import { addCall } from "../../../platform/api/calls.server.ts";
import { apiRouter } from "../../../platform/api/router.server.ts";
import { answerSigned, isOversized, readSigned, signedBody, WEBHOOK } from "../../../platform/api/webhooks.server.ts";
import type { World } from "../../../platform/world.ts";
import type { Venue } from "../../../venues/venue.ts";
import { bankWebhookBody } from "../../examples.ts";
import { receiveBankWebhook, storeLargeWebhook } from "./webhooks.server.ts";

const PATH = "/webhooks/fintecture";

/**
 * Adds `POST /webhooks/fintecture`. A webhook is stored and answered at once; a job works on it later. Answers 401 if
 * no application of the payment's company signed it or its date is off, and 400 or 413 if it is signed but malformed or too
 * large.
 */
export function bankWebhook(world: World) {
  const api = apiRouter<Venue>();
  addCall(api, {
    ...WEBHOOK,
    method: "post",
    path: PATH,
    refusals: [400, 401, 413],
    summary: "The bank reports a payment's progress, signed in the `signature` header",
    read: (c) => readSigned(c, c.req.header("signature")),
    bodyType: "application/x-www-form-urlencoded",
    body: signedBody.openapi({ example: bankWebhookBody }),
    handle: async (c, { body }) => {
      const message = { headers: c.req.raw.headers, body, target: PATH };
      if (isOversized(body))
        return answerSigned(c, (await storeLargeWebhook(world, message)) ? "oversized" : "unsigned");
      return answerSigned(c, await receiveBankWebhook(world, message));
    },
  });
  return api;
}

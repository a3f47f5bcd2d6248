import { addCall } from "../../platform/api/calls.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import { answerSigned, isOversized, readSigned, signedBody, WEBHOOK } from "../../platform/api/webhooks.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { identityWebhookBody } from "../examples.ts";
import { storeIdentityWebhook, storeLargeWebhook } from "./identity-events.server.ts";

/**
 * `POST /webhooks/ubble`: stores the webhook and answers at once; a job applies it later. 401 if the signature is wrong or too
 * old; 400 and 413 if it is signed but malformed or too large, so that the provider reports it instead of retrying for ever.
 */
export function ubbleWebhook(world: World) {
  const api = apiRouter<Venue>();
  addCall(api, {
    ...WEBHOOK,
    method: "post",
    path: "/webhooks/ubble",
    summary: "The identity provider reports an identification, signed in its header",
    read: (c) => readSigned(c, c.req.header("cko-signature")),
    body: signedBody.openapi({ example: identityWebhookBody }),
    handle: async (c, { body }) => {
      const signature = c.req.header("cko-signature") ?? "";
      if (isOversized(body))
        return answerSigned(c, (await storeLargeWebhook(world, signature, body)) ? "oversized" : "unsigned");
      return answerSigned(c, await storeIdentityWebhook(world, signature, body));
    },
  });
  return api;
}

import { z } from "@hono/zod-openapi";
import { addCall } from "../../platform/api/calls.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { challenge as example } from "../examples.ts";

const challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    expiresAt: z.int(),
  }),
  signature: z.string(),
});

/** `GET /captcha`: an ALTCHA challenge. The solved payload (base64) goes into the `recaptcha` header of the calls that ask for one. */
export function captchaApi(world: World) {
  const api = apiRouter<Venue>();
  addCall(api, {
    method: "get",
    path: "/captcha",
    summary: "A proof-of-work challenge",
    answer: challenge,
    example: { answer: example },
    refusals: [429],
    handle: async (c) => c.json(await world.gateways.captcha.challenge(), 200, { "Cache-Control": "no-store" }),
  });
  return api;
}

import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { m } from "../../messages/messages.js";
import { addCall } from "../../platform/api/calls.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { apiRouter, type ApiEnv } from "../../platform/api/router.server.ts";
import { readWebhookForm, WEBHOOK } from "../../platform/api/webhooks.server.ts";
import { publicOrigin } from "../../platform/settings/config.server.ts";
import type { SocialEvent, SocialProvider } from "../../platform/gateways/social.ts";
import { errorPagePolicy } from "../../platform/http/security-headers.server.ts";
import type { World } from "../../platform/world.ts";
import { errorPageHtml } from "../../platform/http/error-page.ts";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { longDate } from "../mails/profile-mails.server.ts";
import { applyProviderEvent, confirmationCode, requestTime } from "./provider-events.server.ts";
import * as examples from "../examples.ts";

type Call = Context<ApiEnv<Venue>>;

/**
 * Webhooks of identity providers: Facebook's data-deletion request, with the status page that it links to, and Apple's account events.
 * A wrong signature is 401 and changes nothing.
 */
export function providerWebhooks(world: World, table: VenueTable) {
  const routes = apiRouter<Venue>();
  const refuseMissing = (c: Call) => apiError(c, 400, "The webhook is missing.");

  async function take(c: Call, provider: SocialProvider, webhook: string, done: (event: SocialEvent) => object) {
    const gateway = world.gateways.social[provider];
    if (gateway === null) return apiError(c, 404, "No such webhook.");
    const read = await gateway.readEvent(webhook).catch((error: unknown) => {
      world.log.warn({ err: error, provider }, "the signing keys of a provider could not be fetched");
      return null;
    });
    if (read === null) return apiError(c, 503, "Please send it again.");
    if ("refusal" in read) return apiError(c, 401, "The webhook's signature is not valid for this installation.");
    await applyProviderEvent(world, table.byProject, provider, read.event);
    return c.json(done(read.event), 200, { "Cache-Control": "no-store" });
  }

  addCall(routes, {
    ...WEBHOOK,
    method: "post",
    path: "/webhooks/facebook",
    summary: "Facebook asks for the deletion of a person's data, by a signed request",
    read: (c) => readWebhookForm(c, "The body is too large."),
    refuse: refuseMissing,
    bodyType: "application/x-www-form-urlencoded",
    body: z.object({ signed_request: z.string() }),
    example: examples.facebookWebhookBody,
    answer: z.object({ url: z.string(), confirmation_code: z.string() }),
    handle: (c, { body }) =>
      take(c, "facebook", body.signed_request, (event) => {
        const code = confirmationCode(world, event.at);
        return { url: `${originOf(c)}/webhooks/facebook/${code}`, confirmation_code: code };
      }),
  });
  addCall(routes, {
    ...WEBHOOK,
    method: "post",
    path: "/webhooks/apple",
    summary: "Apple reports a change of an account, as a signed token",
    refuse: refuseMissing,
    body: z.object({ payload: z.string() }),
    example: { ...WEBHOOK.example, body: examples.appleWebhookBody },
    handle: (c, { body }) => take(c, "apple", body.payload, () => ({ result: true })),
  });

  routes.get("/webhooks/facebook/:code", (c) => deletionStatus(c, requestTime(world, c.req.param("code"))));

  /** An origin that people can open, wherever the provider sent its call. */
  function originOf(c: Call): string {
    const venue = c.var.venue ?? table.all().find(({ isVisible }) => isVisible);
    return venue === undefined ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
  }

  return routes;
}

/** The page that Facebook's user opens: when the deletion was asked for, or 404. */
function deletionStatus(c: Call, at: Date | null): Response {
  const { locale } = c.var;
  const text =
    at === null
      ? m.account_deletion_status_unknown({}, { locale })
      : m.account_deletion_status_text({ date: longDate(at, locale) }, { locale });
  const title = m.account_deletion_status_title({}, { locale });
  const html = errorPageHtml({ locale, title, text, action: null, href: "/" });
  return c.html(html, at === null ? 404 : 200, {
    "Cache-Control": "no-store",
    "Content-Security-Policy": errorPagePolicy(),
  });
}

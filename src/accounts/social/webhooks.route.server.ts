import { Hono, type Context } from "hono";
import { m } from "../../messages/messages.js";
import { apiError } from "../../platform/api/errors.server.ts";
import { publicOrigin } from "../../platform/config.server.ts";
import type { SocialEvent, SocialProvider } from "../../platform/gateways.ts";
import { readBytes, readJson } from "../../platform/http/json-body.server.ts";
import { errorPagePolicy } from "../../platform/http/security-headers.server.ts";
import type { World } from "../../platform/world.ts";
import { errorPageHtml } from "../../platform/http/error-page.ts";
import { venueOrigin } from "../../venues/origins.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { longDate } from "../outbox/profile-mails.server.ts";
import { applyProviderEvent, confirmationCode, requestTime } from "./provider-events.server.ts";

const BODY_BYTES_MAX = 64 * 1024;
type Env = { Variables: { venue: Venue | null; locale: "fr" | "en" } };

/**
 * Webhooks of identity providers: Facebook's data-deletion request, with the status page that it links to, and Apple's account events.
 * A wrong signature is 401 and changes nothing.
 */
export function providerWebhooks(world: World, table: VenueTable) {
  const routes = new Hono<Env>();
  const venueOf = (projectId: number | null) => table.all().find((venue) => venue.projectId === projectId) ?? null;

  async function take(
    c: Context<Env>,
    provider: SocialProvider,
    notice: unknown,
    done: (event: SocialEvent) => object,
  ) {
    const gateway = world.gateways.social[provider];
    if (gateway === null) return apiError(c, 404, "No such webhook.");
    if (typeof notice !== "string") return apiError(c, 400, "The notice is missing.");
    const read = await gateway.readEvent(notice).catch((error: unknown) => {
      world.log.warn({ err: error, provider }, "the signing keys of a provider could not be fetched");
      return null;
    });
    if (read === null) return apiError(c, 503, "Please send it again.");
    if ("refusal" in read) return apiError(c, 401, "The notice is not signed for us.");
    await applyProviderEvent(world, venueOf, provider, read.event);
    return c.json(done(read.event), 200, { "Cache-Control": "no-store" });
  }

  routes.post("/webhooks/facebook", async (c) => {
    const bytes = await readBytes(c.req.raw, BODY_BYTES_MAX);
    if (bytes === null) return apiError(c, 413, "The body is too large.");
    const notice = new URLSearchParams(new TextDecoder().decode(bytes)).get("signed_request");
    return take(c, "facebook", notice, (event) => {
      const code = confirmationCode(world, event.at);
      return { url: `${originOf(c)}/webhooks/facebook/${code}`, confirmation_code: code };
    });
  });

  routes.post("/webhooks/apple", async (c) => {
    const read = await readJson(c.req.raw, BODY_BYTES_MAX);
    if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
    const body: object = typeof read.value === "object" && read.value !== null ? read.value : {};
    return take(c, "apple", "payload" in body ? body.payload : undefined, () => ({ result: true }));
  });

  routes.get("/webhooks/facebook/:code", (c) => {
    const at = requestTime(world, c.req.param("code"));
    const { locale } = c.var;
    const text =
      at === null
        ? m.account_deletion_status_unknown({}, { locale })
        : m.account_deletion_status_text({ date: longDate(at, locale) }, { locale });
    const title = m.account_deletion_status_title({}, { locale });
    const html = errorPageHtml({ locale, title, text, action: null, href: "/" });
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style ?? "");
    return c.html(html, at === null ? 404 : 200, {
      "Cache-Control": "no-store",
      "Content-Security-Policy": errorPagePolicy(styles),
    });
  });

  /** An origin that people can open, wherever the provider sent its call. */
  function originOf(c: Context<Env>): string {
    const venue = c.var.venue ?? table.all().find(({ isVisible }) => isVisible);
    return venue === undefined ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
  }

  return routes;
}

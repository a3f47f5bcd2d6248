import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { clientAddress } from "../../platform/http/client-address.server.ts";
import { readBytes } from "../../platform/http/json-body.server.ts";
import { isSameOrigin } from "../../platform/http/same-origin.server.ts";
import { safePath } from "../../platform/http/safe-path.ts";
import type { World } from "../../platform/world.ts";
import * as paths from "../../venues/paths.ts";
import type { Venue } from "../../venues/venue.ts";
import { CONSENT_SECONDS, consentForm, recordConsent } from "./consent.server.ts";

/** The form of the consent banner: 204 for the banner's script, a redirect back to the page for a plain form. */
export function consentRoutes(world: World) {
  const routes = new Hono<{ Variables: { venue: Venue | null; locale: "fr" | "en" } }>();
  routes.post(paths.consent, async (c) => {
    if (!isSameOrigin(c.req.raw)) return c.text("This form was sent from elsewhere.", 403);
    const bytes = await readBytes(c.req.raw, 4096);
    if (bytes === null) return c.text("The form is too large.", 413);
    const form = new URLSearchParams(new TextDecoder().decode(bytes));
    const parsed = consentForm.safeParse(Object.fromEntries(form));
    if (!parsed.success) return c.text("The form is incomplete.", 422);
    const { venue, locale } = c.var;
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    const client = clientAddress(world.config, incoming?.socket.remoteAddress, c.req.header("x-forwarded-for"));
    const cookie = c.req.header("cookie") ?? null;
    const recorded = await recordConsent(world, { venue, locale, client, cookie }, parsed.data);
    if ("retryAfterSeconds" in recorded) {
      c.header("Retry-After", String(recorded.retryAfterSeconds));
      return c.text("Too many answers from this network. Try again later.", 429);
    }
    const secure = world.config.publicScheme === "https" ? "; Secure" : "";
    c.header(
      "Set-Cookie",
      `consent=${encodeURIComponent(recorded.value)}; Path=/; Max-Age=${CONSENT_SECONDS}; SameSite=Lax${secure}`,
    );
    if (c.req.header("accept")?.includes("text/html") !== true) return c.body(null, 204);
    return c.redirect(safePath(form.get("back")), 303);
  });
  return routes;
}

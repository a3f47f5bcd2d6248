import { localeInCookie } from "../venues/language/locale.server.ts";
import type { Context, MiddlewareHandler } from "hono";
import { apiError } from "../platform/api/errors.server.ts";
import { isForAnyHost } from "../platform/http/health.server.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { languageOf } from "../venues/language/language.ts";
import { companionCookie } from "../accounts/sessions/companion.server.ts";
import { m } from "../messages/messages.js";
import type { AppEnv } from "./app-env.ts";
import { BUSY_SECONDS } from "./failures.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";

/** Finds the venue and the language of each request. A host that is not ours answers 421. Sets the headers that every answer has. */
export function admitHost({ config }: World, table: VenueTable, secure: [string, string][]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // A load balancer or a metrics collector asks a node by its address.
    const named = table.find(c.req.header("host"));
    const venue = named === undefined && isForAnyHost(config, c.req.path) ? null : named;
    const { locale } = languageOf(venue ?? null, {
      query: c.req.query("locale") ?? c.req.header("locale"),
      cookie: localeInCookie(c.req.header("cookie")),
      acceptLanguage: c.req.header("accept-language"),
    });
    c.set("locale", locale);
    if (venue === undefined && !isForPrograms(c.req.path)) return errorPageResponse("unknown-host", locale, secure);
    if (venue === undefined) c.res = unknownHost(c);
    else {
      c.set("venue", venue);
      await next();
    }
    if (venue?.isVisible === false) c.res.headers.set("X-Robots-Tag", "noindex");
    for (const [name, value] of secure) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (c.res.status === 503 && !c.res.headers.has("Retry-After"))
      c.res.headers.set("Retry-After", String(BUSY_SECONDS));
    // An API call must not change cookies that it was not asked to change.
    const held = c.req.path.startsWith("/api/") ? undefined : c.req.header("cookie");
    const companion = companionCookie(held, c.res.headers.getSetCookie());
    if (companion !== null) c.res.headers.append("Set-Cookie", companion);
  };
}

/** Programs are answered in JSON. Below /webhooks/facebook/ people read what became of the deletion that they asked for. */
function isForPrograms(path: string): boolean {
  return path.startsWith("/api/") || (path.startsWith("/webhooks/") && !path.startsWith("/webhooks/facebook/"));
}

function unknownHost(c: Context): Response {
  c.header("Cache-Control", "no-store");
  return apiError(c, 421, m.api_unknown_host);
}

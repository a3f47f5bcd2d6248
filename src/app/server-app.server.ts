import * as paths from "../venues/paths.ts";
import type { IncomingMessage } from "node:http";
import { Hono, type Context } from "hono";
import { etag } from "hono/etag";
import type { ServerBuild } from "react-router";
import { calendarFiles } from "../agenda/calendar-files.server.ts";
import { agendaApi } from "../agenda/api.server.ts";
import { currencyApi } from "../loyalty/balance/api.server.ts";
import { mediaRoutes } from "../pictures/media.server.ts";
import { contentApi } from "../content/api.server.ts";
import { floorApi } from "../floor/api.server.ts";
import { giftsApi } from "../gifts/api.server.ts";
import { jackpotApi } from "../jackpots/api.server.ts";
import { enrollmentApi } from "../loyalty/enrollment/calls.server.ts";
import { ubbleWebhook } from "../loyalty/enrollment/ubble-webhook.route.server.ts";
import { cardApi } from "../loyalty/card-api.server.ts";
import { passRoutes } from "../loyalty/passes/route.server.ts";
import { snapshotRoutes } from "../loyalty/offline-card/route.server.tsx";
import { offlineGifts } from "../gifts/offline-gifts.server.tsx";
import { captchaApi } from "../accounts/login/captcha.route.server.ts";
import { accountApi } from "../accounts/account-api.server.ts";
import { authApi } from "../accounts/api.server.ts";
import { avatarRoutes } from "../accounts/profile/avatar.route.server.ts";
import { providerWebhooks } from "../accounts/social/webhooks.route.server.ts";
import { smsReceipts } from "../accounts/phone/sms-receipts.route.server.ts";
import { consentRoutes } from "../accounts/data/consent.route.server.ts";
import { isDeskPath, openDeskHandler } from "./desk-handler.server.ts";
import { openMemberHandler } from "./member-handler.server.ts";
import { isEditedInPlace, isMemberPath, isSessionPath } from "../accounts/paths.ts";
import { openOperatorHandler } from "./operator-handler.server.ts";
import { operatorApi } from "../staff/api.server.ts";
import { operatorLoginPage } from "../staff/login-page-route.server.ts";
import { respelled } from "./page-answer.server.ts";
import { openPageHandler } from "./page-handler.server.ts";
import { openPageRender } from "./page-render.server.ts";
import { PAGE, SESSION, WORK } from "./work-costs.ts";
import { openWorkLimit } from "./work-limit.server.ts";
import { openVisitors } from "../accounts/visitors.server.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { apiDocs } from "./api-docs.server.ts";
import { commandRoutes } from "./commands.route.server.ts";
import { readGauges } from "./gauges.server.ts";
import { openPageRoutes } from "./page-routes.server.ts";
import { observeRequests } from "./request-metrics.server.ts";
import { apiDocument } from "./document.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { isTransient } from "../platform/database/database.server.ts";
import { healthRoutes, isForAnyHost } from "../platform/http/health.server.ts";
import { ClientGone } from "../platform/http/json-body.server.ts";
import { canonicalPath, pageAddress } from "../platform/page-cache/address.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { securityHeaders } from "../platform/http/security-headers.server.ts";
import { openStaticFiles, staticAnswer } from "../platform/http/static-files.server.ts";
import type { AppServices } from "./app.server.ts";
import { importRoutes } from "../venue-file/import/route.server.ts";
import { logoSvg } from "../venues/venue-marks.ts";
import { siteFiles } from "../site/site-files.server.ts";
import { languageOf } from "../venues/language.ts";
import { venueApi } from "../site/api.server.ts";
import { venueLook } from "../venues/venues.server.ts";
import { venueOrigins } from "../venues/venue-origins.server.ts";
import { walletApi } from "../wallet/api.server.ts";
import { bankWebhook } from "../wallet/payments/bank-webhook.route.server.ts";
import { companionCookie } from "../accounts/sessions/companion.server.ts";
import { isMoneyPath } from "../wallet/money-paths.ts";
import { paymentApi } from "../wallet/payments/api.server.ts";
import { m } from "../messages/messages.js";
import type { Venue } from "../venues/venue.ts";

/** The Retry-After while the database cannot be reached or written. */
const BUSY_SECONDS = 5;
export type AppEnv = { Variables: { venue: Venue | null; locale: "fr" | "en" } };

/**
 * The app. A request's host decides the venue (421 for an unknown host), its path decides who answers: API, pictures, files or page. The
 * app has no socket, so tests call it as the server does.
 */
export function createApp(services: AppServices, build: ServerBuild, clientDir: string) {
  const { world, table } = services;
  const renderPage = openPageRender(world, table, build);
  const visitors = openVisitors(world, table, services.media.encoder);
  const routeOf = openPageRoutes(build.routes);
  const pageHandler = openPageHandler(world, table, { renderPage, visitors, routeOf });
  const memberHandler = openMemberHandler(world, table, { renderPage, visitors });
  const deskHandler = openDeskHandler(world, table, { renderPage, encoder: services.media.encoder });
  const operatorHandler = openOperatorHandler(world, renderPage, pageHandler);
  const secure = securityHeaders(world.config.publicScheme === "https");
  const files = openStaticFiles(clientDir);
  const app = new Hono<AppEnv>();
  const limit = openWorkLimit(world);
  const documentAnswer = async (c: Context<AppEnv>) => {
    const request = c.req.raw;
    const { venue } = c.var;
    const refused = pageHandler.isReady(request, venue) ? null : await limit.refusedPage(c);
    return refused ?? (await operatorHandler.answer(request, venue)) ?? pageHandler.answer(request, venue);
  };

  app.use(observeRequests(world, (c) => routeOf(pagePath(c))));
  app.use(async (c, next) => {
    // A balancer or a collector of figures asks a node by its address.
    const named = table.find(c.req.header("host"));
    const venue = named === undefined && isForAnyHost(world.config, c.req.path) ? null : named;
    const { locale } = languageOf(venue ?? null, {
      query: c.req.query("locale") ?? c.req.header("locale"),
      cookie: /(?:^|;\s*)locale=([a-z]{2})/.exec(c.req.header("cookie") ?? "")?.[1],
      acceptLanguage: c.req.header("accept-language"),
    });
    c.set("locale", locale);
    if (venue === undefined && !isApi(c.req.path)) return errorPageResponse("unknown-host", locale, secure);
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
  });
  app.use((c, next) => (isMoneyPath(pagePath(c)) ? world.database.forMoney(next) : next()));

  app.use("/api/*", venueOrigins(world.config, table));
  for (const [route, work] of Object.entries(WORK)) {
    const [method = "", path = ""] = route.split(" ");
    app.on(method, path, limit.takes(work));
  }
  app.route(
    "/",
    healthRoutes(services, () => readGauges(world, pageHandler.cache.size())),
  );
  app.route("/", operatorLoginPage(world));
  app.get(paths.gameRules(":key"), (c) => documentAnswer(c));
  app.route("/", avatarRoutes(world));
  app.route("/", mediaRoutes(services.media));
  app.get("/assets/logos/logos-casinos/:file", async (c) => {
    const id = /^logo-casino-(\d{1,6})\.svg$/.exec(c.req.param("file"))?.[1];
    const look = id === undefined ? null : await venueLook(world, Number(id));
    if (look === null) return c.text("Not found", 404);
    return c.body(logoSvg(look.logo), 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=3600",
    });
  });
  for (const path of [
    "/assets/*",
    "/icon.svg",
    "/favicon.ico",
    "/icon-180.png",
    "/icon-192.png",
    "/icon-512.png",
    "/pass-strip.jpg",
  ]) {
    app.get(path, (c) =>
      staticAnswer(files.find(c.req.path), c.req.header("accept-encoding"), c.req.header("if-none-match")),
    );
  }
  app.route("/", siteFiles(world, table));
  app.route("/", calendarFiles(world));
  app.route("/", consentRoutes(world));
  app.route("/", snapshotRoutes(world, [offlineGifts]));

  app.use("/api/site/jackpot/*", etag());
  const api = apiRouter<Venue>();
  api.route("/floor", floorApi(world, services.floorKeys));
  api.route("/", authApi(world, table));
  api.route("/", accountApi({ ...world, encoder: services.media.encoder }, table));
  api.route("/", currencyApi(world, table));
  api.route("/", cardApi(world, table));
  api.route("/", venueApi(world, table));
  api.route("/", agendaApi(world, table));
  api.route("/", jackpotApi(world, table, services.live));
  api.route("/", giftsApi(world, table, services.giftVersions));
  api.route("/", captchaApi(world));
  api.route("/", walletApi(world, table));
  api.route("/", paymentApi(world, table, services.payments));
  api.route("/", enrollmentApi(world, table, services.polls));
  api.route("/", operatorApi(world, table));
  api.route("/", contentApi({ ...world, encoder: services.media.encoder }, table));
  api.route("/", commandRoutes(world, table));
  api.route("/", importRoutes(services));
  const webhooks = apiRouter<Venue>();
  webhooks.route("/", providerWebhooks(world, table));
  webhooks.route("/", smsReceipts(world));
  webhooks.route("/", bankWebhook(world));
  webhooks.route("/", ubbleWebhook(world));
  app.route(
    "/api",
    apiDocs(() => apiDocument([api, webhooks])),
  );
  app.route("/api", api);
  const methodsOf = allowedMethods(app.routes.filter(({ path }) => path.startsWith("/api/")));
  app.all("/api/*", (c) => {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0) return apiError(c, 404, m.api_no_call);
    c.header("Allow", methods.join(", "));
    return apiError(c, 405, m.api_wrong_method);
  });
  app.route("/", passRoutes(world));
  app.route("/", webhooks);
  app.all("/webhooks/*", (c) => apiError(c, 404, "No such webhook."));

  app.use("*", (c, next) =>
    isDeskPath(pagePath(c)) ? deskHandler.answer(c.req.raw, { venue: c.var.venue, locale: c.var.locale }) : next(),
  );
  app.use("*", async (c, next) => {
    const path = pagePath(c);
    if (!isMemberPath(path)) return next();
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (isRead && path !== pageAddress(new URL(c.req.url).pathname).path) return respelled(c.req.raw, secure);
    const refused = await limit.refusedPage(c, isSessionPath(path) ? SESSION : PAGE);
    if (refused !== null) return refused;
    const { venue, locale } = c.var;
    const asked = { venue, locale, socketAddress: incoming?.socket.remoteAddress };
    const edited = isEditedInPlace(path)
      ? await operatorHandler.answer(c.req.raw, venue, memberHandler.forStaff(c.req.raw, asked))
      : null;
    return edited ?? memberHandler.answer(c.req.raw, asked);
  });
  app.get("*", async (c) => (isDocument(pagePath(c)) ? documentAnswer(c) : c.text("Not found", 404)));
  app.all("*", (c) => memberHandler.refuseMethod(c.var.locale));

  app.onError((error, c) => {
    if (error instanceof ClientGone) {
      world.log.debug({ route: c.req.routePath }, "a client disconnected");
      return c.body(null, 400);
    }
    const status = isTransient(error) ? 503 : 500;
    if (status === 503) c.header("Retry-After", String(BUSY_SECONDS));
    world.log.error({ err: error, route: c.req.routePath }, "a request failed");
    world.metrics.count(`failures_total{status="${status}"}`);
    if (isApi(c.req.path)) return apiError(c, status, status === 503 ? m.api_busy : m.api_failed);
    return errorPageResponse(status === 503 ? "unavailable" : "error", c.var.locale ?? "fr", secure);
  });
  return { hono: app, pageHandler, fast: pageHandler.fast };
}

/** The path of the page that a request asks for, as a document or as data, in its one spelling. */
function pagePath(c: Context): string {
  return canonicalPath(pageAddress(new URL(c.req.url).pathname).path);
}

function isApi(path: string): boolean {
  return path.startsWith("/api/");
}

function unknownHost(c: Context): Response {
  c.header("Cache-Control", "no-store");
  return apiError(c, 421, m.api_unknown_host);
}

/** An unknown path with a file's extension answers 404. Any other unknown path is a document, whose route redirects to the home page. */
function isDocument(path: string): boolean {
  return !/\.(js|mjs|css|map|json|xml|txt|png|jpe?g|webp|avif|gif|svg|ico|woff2?|wasm|php|aspx?)$/i.test(path);
}

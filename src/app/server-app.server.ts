import * as paths from "../venues/paths.ts";
import type { IncomingMessage } from "node:http";
import { Hono, type Context } from "hono";
import type { ServerBuild } from "react-router";
import { isDeskPath, openDeskHandler } from "./desk-handler.server.ts";
import { openMemberHandler } from "./member-handler.server.ts";
import { isEditedInPlace, isMemberPath, isSessionPath } from "../accounts/paths.ts";
import { openOperatorHandler } from "./operator-handler.server.ts";
import { operatorLoginPage } from "../staff/login-page.route.server.ts";
import { respelled } from "./pages/page-answer.server.ts";
import { openPageHandler } from "./pages/page-handler.server.ts";
import { openPageRender } from "./pages/page-render.server.ts";
import { PAGE, REQUEST_COSTS, SESSION } from "./request-costs.ts";
import { openRequestLimit } from "../platform/http/request-limit.server.ts";
import { openVisitorLookup } from "../accounts/visitor-lookup.server.ts";
import { readGauges } from "./gauges.server.ts";
import { allowedMethods } from "../platform/http/allowed-methods.ts";
import { wrongMethodResponse } from "../platform/http/error-pages.server.ts";
import { openPageRoutes } from "../platform/http/page-routes.server.ts";
import { observeRequests } from "../platform/http/request-metrics.server.ts";
import { healthRoutes } from "../platform/http/health.server.ts";
import { pageAddress } from "../platform/page-cache/address.ts";
import { securityHeaders } from "../platform/http/security-headers.server.ts";
import type { AppServices } from "./app.server.ts";
import { venueOrigins } from "../venues/addresses/venue-origins.server.ts";
import { isMoneyPath } from "../wallet/money-paths.ts";
import { pagePath, type AppEnv } from "./app-env.ts";
import { addApi } from "./api-routes.server.ts";
import { addFiles } from "./file-routes.server.ts";
import { admitHost } from "./host.server.ts";
import { answerFailures } from "./failures.server.ts";

/**
 * The app. A request's host decides the venue (421 for an unknown host), its path decides who answers: API, pictures, files or page. The
 * app has no socket, so tests call it as the server does.
 */
export function createApp(services: AppServices, build: ServerBuild, clientDir: string) {
  const { world, table } = services;
  const renderPage = openPageRender(world, table, build);
  const visitors = openVisitorLookup(world, table, services.media.encoder);
  const pageRoutes = openPageRoutes(build.routes);
  const pageHandler = openPageHandler(world, table, { renderPage, visitors, pageRoutes });
  const memberHandler = openMemberHandler(world, table, { renderPage, visitors, pageRoutes });
  const deskHandler = openDeskHandler(world, table, { renderPage, pageRoutes, encoder: services.media.encoder });
  const operatorHandler = openOperatorHandler(world, renderPage, pageHandler);
  const secure = securityHeaders(world.config);
  const app = new Hono<AppEnv>();
  const limit = openRequestLimit(world);
  const documentAnswer = async (c: Context<AppEnv>) => {
    const request = c.req.raw;
    const { venue } = c.var;
    const refused = pageHandler.isReady(request, venue) ? null : await limit.refusedPage(c, PAGE);
    return refused ?? (await operatorHandler.answer(request, venue)) ?? pageHandler.answer(request, venue);
  };

  app.use(observeRequests(world, (c) => pageRoutes.patternOf(pagePath(c))));
  app.use(admitHost(world, table, secure));
  app.use((c, next) => (isMoneyPath(pagePath(c)) ? world.database.forMoney(next) : next()));

  app.use("/api/*", venueOrigins(world.config, table));
  for (const [route, cost] of Object.entries(REQUEST_COSTS)) {
    const [method = "", path = ""] = route.split(" ");
    app.on(method, path, limit.takes(cost));
  }
  app.route(
    "/",
    healthRoutes(services, () => readGauges(world, pageHandler.cache.size())),
  );
  app.route("/", operatorLoginPage(world));
  app.get(paths.gameRules(":key"), (c) => documentAnswer(c));
  addFiles(app, services, clientDir);
  addApi(app, services);

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
  const methodsOf = allowedMethods(app.routes);
  app.all("*", (c) => wrongMethodResponse(c.var.locale, secure, methodsOf(c.req.path)));

  app.onError(answerFailures(world, secure));
  return { hono: app, pageHandler, fast: pageHandler.fast };
}

/** An unknown path with a file's extension answers 404. Any other unknown path is a document, whose route redirects to the home page. */
function isDocument(path: string): boolean {
  return !/\.(js|mjs|css|map|json|xml|txt|png|jpe?g|webp|avif|gif|svg|ico|woff2?|wasm|php|aspx?)$/i.test(path);
}

import type { Hono } from "hono";
import { etag } from "hono/etag";
import { agendaApi } from "../agenda/api.server.ts";
import { currencyApi } from "../loyalty/balance/api.server.ts";
import { contentApi } from "../content/api.server.ts";
import { floorApi } from "../floor/api.server.ts";
import { giftsApi } from "../gifts/api.server.ts";
import { jackpotApi } from "../jackpots/api.server.ts";
import { enrollmentApi } from "../loyalty/enrollment/calls.server.ts";
import { ubbleWebhook } from "../loyalty/enrollment/ubble-webhook.route.server.ts";
import { cardApi } from "../loyalty/card-api.server.ts";
import { passRoutes } from "../loyalty/passes/route.server.ts";
import { captchaApi } from "../accounts/login/captcha.route.server.ts";
import { accountApi } from "../accounts/account-api.server.ts";
import { authApi } from "../accounts/api.server.ts";
import { providerWebhooks } from "../accounts/social/webhooks.route.server.ts";
import { smsReceipts } from "../accounts/phone/sms-receipts.route.server.ts";
import { operatorApi } from "../staff/api.server.ts";
import { allowedMethods } from "../platform/http/allowed-methods.ts";
import { apiDocs, apiDocument } from "../platform/api/docs.server.ts";
import { commandRoutes } from "./commands.route.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import type { AppServices } from "./app.server.ts";
import { venueApi } from "../site/api.server.ts";
import { importRoutes } from "../venue-file/import/route.server.ts";
import { walletApi } from "../wallet/api.server.ts";
import { bankWebhook } from "../wallet/payments/bank/webhook.route.server.ts";
import { paymentApi } from "../wallet/payments/api.server.ts";
import { m } from "../messages/messages.js";
import type { Venue } from "../venues/venue.ts";
import type { AppEnv } from "./app-env.ts";

/** Adds what programs call: the API with its description, and the webhooks of providers. */
export function addApi(app: Hono<AppEnv>, services: AppServices): void {
  app.use("/api/site/jackpot/*", etag());
  const api = apisOf(services);
  const webhooks = webhooksOf(services);
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
  app.route("/", passRoutes(services.world));
  app.route("/", webhooks);
  app.all("/webhooks/*", (c) => apiError(c, 404, "No such webhook."));
}

function apisOf(services: AppServices) {
  const { world, table } = services;
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
  return api;
}

function webhooksOf({ world, table }: Pick<AppServices, "world" | "table">) {
  const webhooks = apiRouter<Venue>();
  webhooks.route("/", providerWebhooks(world, table));
  webhooks.route("/", smsReceipts(world));
  webhooks.route("/", bankWebhook(world));
  webhooks.route("/", ubbleWebhook(world));
  return webhooks;
}

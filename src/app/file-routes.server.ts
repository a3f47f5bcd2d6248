import type { Hono } from "hono";
import { calendarFiles } from "../agenda/calendar.route.server.ts";
import { mediaRoutes } from "../pictures/media.server.ts";
import { snapshotRoutes } from "../loyalty/offline-card/route.server.tsx";
import { offlineGifts } from "../gifts/offline-gifts.server.tsx";
import { avatarRoutes } from "../accounts/profile/avatar.route.server.ts";
import { consentRoutes } from "../site/consent/consent.route.server.ts";
import { openStaticFiles, staticAnswer } from "../platform/http/static-files.server.ts";
import type { AppServices } from "./app.server.ts";
import { logoSvg } from "../venues/venue-marks.ts";
import { siteFiles } from "../site/site-files.server.ts";
import { venueLook } from "../venues/venue-look.server.ts";
import type { AppEnv } from "./app-env.ts";

/** Adds pictures, the files of the build and of the site, and what is made for each request. */
export function addFiles(app: Hono<AppEnv>, services: AppServices, clientDir: string): void {
  const { world, table } = services;
  const files = openStaticFiles(clientDir);
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
}

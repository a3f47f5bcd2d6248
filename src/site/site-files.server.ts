import { Hono } from "hono";
import serviceWorker from "inline-script:../app/service-worker.ts";
import type { World } from "../platform/world.ts";
import { snapshotPublicKey } from "../loyalty/offline-card/snapshot.server.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { barColor } from "../ui/venue-colors.ts";
import { securityHeaders } from "../platform/http/security-headers.server.ts";
import { GROUP } from "../venues/group.ts";
import { groupPages, sitemapOf, venuePages } from "./sitemap.server.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { lookOf } from "../venues/venue-look.server.ts";
import { establishment } from "../venues/records.server.ts";
import { titleOf } from "../venues/language/naming.ts";
import type { Locale } from "../venues/contract.ts";

/** The small files of a site: robots.txt, sitemap.xml, manifest, service worker, offline page. */
export function siteFiles(world: World, table: VenueTable) {
  const routes = new Hono<{ Variables: { venue: Venue | null; locale: Locale } }>();
  const secure = securityHeaders(world.config);
  const originOf = (venue: Venue | null) =>
    venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);

  routes.get("/robots.txt", (c) => {
    // A hidden venue may be crawled, because its pages themselves ask not to be indexed.
    const isListed = c.var.venue === null || c.var.venue.isVisible;
    const sitemap = isListed ? `Sitemap: ${originOf(c.var.venue)}/sitemap.xml\n` : "";
    return c.text(`User-agent: *\nDisallow: /api/\n${sitemap}`);
  });

  routes.get("/sitemap.xml", async (c) => {
    const { venue } = c.var;
    if (venue !== null && !venue.isVisible) return c.text("Not found", 404);
    const pages = venue === null ? await groupPages(world, table.all()) : await venuePages(world, venue);
    return c.body(sitemapOf(pages), 200, {
      "Content-Type": "application/xml; charset=utf-8",
    });
  });

  routes.get("/manifest.webmanifest", async (c) => {
    const { venue, locale } = c.var;
    const row = venue === null ? null : await establishment(world.database.db, venue.id);
    const title = row === null ? GROUP.brand : titleOf(row, locale);
    const bar = row === null ? GROUP.themeColor : barColor(lookOf(row).color);
    return c.body(JSON.stringify(manifest(title, locale, bar)), 200, {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "no-cache",
    });
  });

  // A worker runs under the policy of its own script, and this one must be allowed to fetch.
  routes.get("/sw.js", (c) =>
    c.body(`self.snapshotKey=${JSON.stringify(snapshotPublicKey(world))};${serviceWorker}`, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    }),
  );
  routes.get("/offline", (c) => errorPageResponse("offline", c.var.locale, secure));
  // A page that keeps failing in the browser leads here.
  routes.get("/stopped", (c) => errorPageResponse("stopped", c.var.locale, secure));
  return routes;
}

function manifest(title: string, locale: Locale, bar: string) {
  return {
    id: "/",
    name: title,
    short_name: GROUP.brand,
    lang: locale,
    start_url: "/",
    display: "standalone",
    background_color: GROUP.themeColor,
    theme_color: bar,
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}

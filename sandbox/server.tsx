import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import { parseConfig } from "../src/platform/config.server.ts";
import { HomePage } from "./home-page.tsx";
import { playJackpots } from "./jackpot-floor.ts";

/** The outside world on its own origin and process. It reads the same environment as the site, and nothing else of it. */
const parsed = parseConfig(process.env);
if ("problems" in parsed || parsed.config.sandbox === null)
  throw new Error("The sandbox has nothing to do: its settings are off or wrong.");
const siteUrl = process.env["SITE_URL"] ?? `http://localhost:${parsed.config.port}`;
const jackpots = playJackpots(siteUrl);

const app = new Hono();
app.use(async (c, next) => {
  await next();
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cache-Control", "no-store");
});
app.get("/", (c) => {
  const cents = jackpots.megapot();
  const megapot = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  return c.html(
    `<!doctype html>${renderToStaticMarkup(<HomePage siteUrl={siteUrl} megapot={megapot} recent={jackpots.recent()} />)}`,
  );
});
app.get("/healthz", (c) => c.text("ok"));

const server = serve({ fetch: app.fetch, port: parsed.config.sandbox.port }, () => process.send?.({ ready: true }));
server.on("error", (error: Error) => {
  process.stderr.write(`The sandbox cannot open its port: ${error.message}\n`);
  process.exit(1);
});

function stop(): void {
  jackpots.stop();
  server.close(() => process.exit(0));
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
process.on("disconnect", stop);

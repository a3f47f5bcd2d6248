import { join } from "node:path";
import { serve } from "@hono/node-server";
import { parseConfig } from "../src/platform/settings/config.server.ts";
import { sandboxGatewaySettings } from "../src/platform/settings/sandbox-gateways.server.ts";
import { openSandboxPassKeys } from "../src/platform/settings/sandbox-passes.server.ts";
import { openBook } from "./book.ts";
import { createSandbox } from "./app.tsx";
import { playJackpots } from "./jackpot-floor.ts";

/**
 * The sandbox as a process and origin of its own. It reads the same environment as the site and shares nothing else
 * with it.
 */
const parsed = parseConfig(process.env);
if ("problems" in parsed || parsed.config.sandbox === null)
  throw new Error("The sandbox cannot start: it is off or its settings are invalid.");
const { url, port, smtpPort, pushPort } = parsed.config.sandbox;
const siteUrl = process.env["SITE_URL"] ?? `http://localhost:${parsed.config.port}`;
const book = openBook(join(parsed.config.dataDir, "sandbox"));

const { app, smtp, push, jackpotPaid } = createSandbox({
  book,
  passKeys: openSandboxPassKeys(parsed.config),
  settings: sandboxGatewaySettings(url, smtpPort),
  siteUrl,
  url,
  nativeScheme: parsed.config.nativeScheme,
  floor() {
    const cents = jackpots.megapot();
    const megapot = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
    return { megapot, recent: jackpots.recent() };
  },
});
const jackpots = playJackpots({ siteUrl, paid: jackpotPaid });
await smtp.listen(smtpPort).catch((error: unknown) => fail("mail port", error));
await push.listen(pushPort).catch((error: unknown) => fail("push port", error));
const server = serve({ fetch: app.fetch, port }, () => process.send?.({ ready: true }));
server.on("error", (error: Error) => fail("port", error));

function fail(what: string, error: unknown): void {
  process.stderr.write(
    `The sandbox cannot open its ${what}: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}

function stop(): void {
  jackpots.stop();
  book.close();
  server.close(() => process.exit(0));
  // Browsers keep idle connections open, which would delay the exit.
  if ("closeAllConnections" in server) server.closeAllConnections();
  push.close();
  void smtp.close();
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
process.on("disconnect", stop);

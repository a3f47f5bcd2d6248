import { type ChildProcess, fork, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createBuilder, createServer as createVite } from "vite";
import { configOrExit } from "../src/platform/exit.server.ts";

/**
 * `npm run dev`: runs the site with sources compiled on demand. Changed components appear in the open page (Fast
 * Refresh), changed server code with the next request. React starts at once, nothing is cached, and pages have no
 * Content-Security-Policy, because Vite adds its own scripts and styles.
 */
const SANDBOX = "build/sandbox/server.js";
const MESSAGES = resolve("messages");
/** Files for the browser that Vite does not build. */
const FILES = "public";
const config = configOrExit();

const server = createHttpServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
const { openDatabaseOrExit } = await load<typeof import("../src/platform/database/opening.server.ts")>(
  "/src/platform/database/opening.server.ts",
);
const { openJobs } = await load<typeof import("../src/platform/jobs.server.ts")>("/src/platform/jobs.server.ts");
const { openLog } = await load<typeof import("../src/platform/log.server.ts")>("/src/platform/log.server.ts");
const { realWorld } = await load<typeof import("../src/app/world.server.ts")>("/src/app/world.server.ts");
const { startJobs } = await load<typeof import("../src/app/jobs.server.ts")>("/src/app/jobs.server.ts");
const { loadDemoGroup } = await load<typeof import("../src/app/demo-group.server.ts")>("/src/app/demo-group.server.ts");
type AppModule = typeof import("../src/app/app.server.ts");
type OpenedApp = Awaited<ReturnType<AppModule["openApp"]>>;

const sandbox = config.sandbox?.starts === true ? await startSandbox() : null;
const log = openLog(config.logLevel);
const database = await openDatabaseOrExit(config, { log, port: config.port });
const jobs = await openJobs(database, log);
const world = realWorld(config, database, log, jobs);

let current: { module: AppModule; opened: Promise<OpenedApp> } | null = null;
const first = await openedApp();
await startJobs(first.services, jobs);
if (config.sandbox !== null) await loadDemoGroup(first.services);

server.on("request", (request, response) => {
  vite.middlewares(
    request,
    response,
    () => void answer().catch((error: unknown) => response.writeHead(500).end(String(error))),
  );
  async function answer(): Promise<void> {
    // The response is rewritten below, so it must be neither compressed nor a 304.
    request.headers["accept-encoding"] = "identity";
    delete request.headers["if-none-match"];
    const { hono, pageHandler } = await openedApp();
    pageHandler.cache.clearAll();
    await getRequestListener(async (page, env) => forDevelopment(await hono.fetch(page, env)))(request, response);
  }
});
// The server writes the public style sheet into the page, so Vite knows no browser module to update.
vite.watcher.on("change", (file) => {
  if (file.endsWith(".css")) vite.ws.send({ type: "full-reload" });
  if (file.startsWith(MESSAGES)) spawn(process.execPath, ["bin/run.mjs", "messages"], { stdio: "inherit" });
});
vite.watcher.add(MESSAGES);
server.listen({ port: config.port, host: config.host }, () =>
  process.stdout.write(`http://port-serac.localhost:${config.port}\n`),
);
process.once("SIGINT", () => void stop());

/** The app from the current sources. The previous one is closed. */
async function openedApp(): Promise<OpenedApp> {
  const module = await load<AppModule>("/src/app/app.server.ts");
  if (current?.module === module) return current.opened;
  const before = current;
  current = { module, opened: module.openApp(world, FILES) };
  if (before !== null) void before.opened.then((opened) => opened.close());
  return current.opened;
}

/** Makes React start at once and removes the policy and its nonces. */
async function forDevelopment(page: Response): Promise<Response> {
  if (page.headers.get("content-type")?.startsWith("text/html") !== true) return page;
  const headers = new Headers(page.headers);
  headers.delete("content-security-policy");
  headers.delete("content-length");
  headers.set("cache-control", "no-store");
  const html = await page.text();
  const entry = /<script id="entry" type="text\/plain"[^>]*>/;
  const open = html.replace(entry, '<script type="module">').replaceAll(/ nonce="[^"]*"/g, "");
  return new Response(html === "" ? null : open, { status: page.status, headers });
}

async function startSandbox(): Promise<ChildProcess> {
  if (!existsSync(SANDBOX)) {
    const builder = await createBuilder({ configFile: "vite.sandbox.config.ts", logLevel: "warn" });
    await builder.buildApp();
  }
  return fork(SANDBOX, { stdio: "inherit" });
}

async function stop(): Promise<void> {
  sandbox?.kill("SIGTERM");
  await vite.close();
  await jobs.stop();
  await database.close();
  process.exit(0);
}

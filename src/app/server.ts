import { join } from "node:path";
import { startSealing } from "../ledger/sealing.server.ts";
import { startLadders } from "../pictures/encoder/ladder.server.ts";
import { PICTURE_UPLOAD_PATH } from "../pictures/calls.server.ts";
import { loadDemoGroup, startJobs } from "./work.server.ts";
import { openApp } from "./app.server.ts";
import { parseConfig } from "../platform/config.server.ts";
import { openDatabase, projectPath } from "../platform/database/database.server.ts";
import { exitOnEarlierDatabase } from "../platform/database/earlier-database.server.ts";
import { openHttpServer } from "../platform/http/server.server.ts";
import { CHANGE_PATH } from "../accounts/account-api.server.ts";
import { JOBS_STOP_MS, openJobs } from "../platform/jobs.server.ts";
import { openLog } from "../platform/log.server.ts";
import { migrate } from "../platform/database/migrations.server.ts";
import { IMPORT_PATH } from "../venue-file/import/route.server.ts";
import { keepReconcilerScheduled } from "../wallet/jobs.server.ts";
import { topUpProblems } from "../wallet/payments/company-banks.server.ts";
import { realWorld } from "./world.server.ts";

/** Starts the server: configuration, database, world, app, socket. Drains when it is told to stop. */
const log = openLog();
const parsed = parseConfig(process.env);
if ("problems" in parsed) {
  process.stderr.write(`Invalid environment:\n${parsed.problems.map((problem) => `  ${problem}\n`).join("")}`);
  process.exit(1);
}
const { config } = parsed;
const database = await openDatabase({
  url: config.databaseUrl,
  listenUrl: config.databaseListenUrl,
  dir: config.dataDir,
  port: config.port,
  log,
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
await exitOnEarlierDatabase(migrate(database), database, config);
const jobs = await openJobs(database, log);
const world = realWorld(config, database, log, jobs);

let isDraining = false;
const { hono, fast, services, close } = await openApp(
  world,
  join(projectPath("package.json"), "..", "build", "client"),
  () => isDraining,
);
await startJobs(services, jobs);
if (config.sandbox !== null) await loadDemoGroup(services);

const http = openHttpServer({
  isHttps: config.publicScheme === "https",
  fast,
  app: (request, env) => hono.fetch(request, env),
  isUpload: (method, url) =>
    (method === "POST" && (url.startsWith(IMPORT_PATH) || url === PICTURE_UPLOAD_PATH)) ||
    (method === "PUT" && url === CHANGE_PATH),
});
const port = await http.listen(config.port).catch((error: unknown) => {
  process.stderr.write(
    `Port ${config.port} cannot be opened: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
const ladders = startLadders(services.media);
const sealing = startSealing(world);
const rounds = keepReconcilerScheduled(world);
for (const problem of topUpProblems(world, services.table)) log.warn(problem);
log.info({ port, database: database.kind }, "ready");
process.send?.({ ready: true, port });

/** Without its database a node cannot stop in order, so it exits after this time. Nothing is lost: it is built to survive being killed. */
const STOP_MS_MAX = JOBS_STOP_MS + 5_000;

async function stop(): Promise<void> {
  if (isDraining) return;
  isDraining = true;
  log.info("stopping");
  await http.drain();
  setTimeout(() => {
    log.error("could not stop in time");
    process.exit(1);
  }, STOP_MS_MAX).unref();
  await ladders.stop();
  await sealing.stop();
  rounds.stop();
  await jobs.stop();
  await close();
  await database.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
process.on("disconnect", () => void stop());

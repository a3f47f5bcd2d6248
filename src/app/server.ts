import { join } from "node:path";
import { startSealing } from "../ledger/sealing.server.ts";
import { startVariantMaker } from "../pictures/encoder/variant-maker.server.ts";
import { PICTURE_UPLOAD_PATH } from "../pictures/calls.server.ts";
import { openApp } from "./app.server.ts";
import { loadDemoGroup } from "./demo-group.server.ts";
import { startJobs } from "./jobs.server.ts";
import { projectPath } from "../platform/database/database.server.ts";
import { buildIndexes } from "../platform/database/migrations.server.ts";
import { openDatabaseOrExit } from "../platform/database/opening.server.ts";
import { configOrExit, exitOnProblems } from "../platform/exit.server.ts";
import { followSecrets } from "../platform/secrets/installation.server.ts";
import { exitOnListenError, openHttpServer } from "../platform/http/server.server.ts";
import { CHANGE_PATH } from "../accounts/account-api.server.ts";
import { JOBS_STOP_MS, openJobs } from "../platform/jobs.server.ts";
import { openLog } from "../platform/log.server.ts";
import { IMPORT_PATH } from "../venue-file/import/route.server.ts";
import { keepReconcilerScheduled } from "../wallet/jobs.server.ts";
import { startProblems } from "./start-problems.server.ts";
import { realWorld } from "./world.server.ts";

/** Starts the server: configuration, database, world, app, socket. Drains when it is told to stop. */
const config = configOrExit();
const log = openLog(config.logLevel);
const database = await openDatabaseOrExit(config, { log, port: config.port });
exitOnProblems(await startProblems(config, database));
const jobs = await openJobs(database, log);
const world = realWorld(config, database, log, jobs);

const stopFollowing = await followSecrets(world);

let isDraining = false;
const { hono, fast, services, close } = await openApp(
  world,
  join(projectPath("package.json"), "..", "build", "client"),
  () => isDraining,
);
await startJobs(services, jobs);
if (config.sandbox !== null) await loadDemoGroup(services);

const http = openHttpServer({
  publicScheme: config.publicScheme,
  fast,
  trustedProxies: config.trustedProxies,
  app: (request, env) => hono.fetch(request, env),
  isUpload: (method, url) =>
    (method === "POST" && (url.startsWith(IMPORT_PATH) || url === PICTURE_UPLOAD_PATH)) ||
    (method === "PUT" && url === CHANGE_PATH),
});
const port = await http.listen(config.port, config.host).catch((error: unknown) => exitOnListenError(error, config));
const variantMaker = startVariantMaker(services.media, config.picturesAhead);
const sealing = startSealing(world);
const rounds = keepReconcilerScheduled(world);
log.info({ port, database: database.kind }, "ready");
process.send?.({ ready: true, port });
void buildIndexes(database, log);

/** Without its database a node cannot stop in good order, so it exits after this time. Nothing is lost by being killed. */
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
  await variantMaker.stop();
  await sealing.stop();
  rounds.stop();
  const interrupted = await jobs.stop();
  if (interrupted > 0) {
    // They still hold connections, so the database would not close. Other nodes may run them already.
    log.warn({ jobs: interrupted }, "stopped during jobs, which are tried again");
    process.exit(0);
  }
  await stopFollowing();
  await close();
  await database.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
process.on("disconnect", () => void stop());

import { join } from "node:path";
import { startSealing } from "../ledger/sealing.server.ts";
import { startLadders } from "../pictures/encoder/ladder.server.ts";
import { PICTURE_UPLOAD_PATH } from "../pictures/calls.server.ts";
import { loadDemoHouse, startJobs } from "./work.server.ts";
import { openHouse } from "./house.server.ts";
import { openHashing } from "../platform/hashing/process.server.ts";
import { projectPath } from "../platform/database/database.server.ts";
import { buildIndexes } from "../platform/database/migrations.server.ts";
import { openInstalled } from "../platform/database/opening.server.ts";
import { configOrEnd, endIfAny } from "../platform/ending.server.ts";
import { followSecrets } from "../platform/installation.server.ts";
import { endUnheard, openHttpServer } from "../platform/http/server.server.ts";
import { CHANGE_PATH } from "../accounts/account-api.server.ts";
import { JOBS_STOP_MS, openJobs } from "../platform/jobs.server.ts";
import { openLog } from "../platform/log.server.ts";
import { putWorkBehindAnswers } from "../platform/hashing/thread-priority.server.ts";
import { IMPORT_PATH } from "../venue-file/import/route.server.ts";
import { keepRounds } from "../wallet/jobs.server.ts";
import { startProblems } from "./start-problems.server.ts";
import { realWorld } from "./world.server.ts";

/** Starts the server: configuration, database, world, app, socket. Drains when it is told to stop. */
const config = configOrEnd();
const log = openLog(config.logLevel);
const database = await openInstalled(config, { log, port: config.port });
endIfAny(await startProblems(config, database));
const jobs = await openJobs(database, log);
const hashing = openHashing(log);
const world = realWorld(config, database, log, jobs, hashing.argon2);

const stopFollowing = await followSecrets(world);

let isDraining = false;
const { app, fast, house, close } = await openHouse(
  world,
  join(projectPath("package.json"), "..", "build", "client"),
  () => isDraining,
);
await startJobs(house, jobs);
if (config.sandbox !== null) await loadDemoHouse(house);

const http = openHttpServer({
  isHttps: config.publicScheme === "https",
  fast,
  app: (request, env) => app.fetch(request, env),
  isUpload: (method, url) =>
    (method === "POST" && (url.startsWith(IMPORT_PATH) || url === PICTURE_UPLOAD_PATH)) ||
    (method === "PUT" && url === CHANGE_PATH),
});
const port = await http.listen(config.port, config.host).catch((error: unknown) => endUnheard(error, config));
const ladders = startLadders(house.media);
const sealing = startSealing(world);
putWorkBehindAnswers();
const rounds = keepRounds(world);
log.info({ port, database: database.kind }, "ready");
process.send?.({ ready: true, port });
void buildIndexes(database, log);

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
  const interrupted = await jobs.stop();
  if (interrupted > 0) {
    // They still hold connections, so the database would not close. Other nodes may run them already.
    log.warn({ jobs: interrupted }, "stopped during jobs, which are tried again");
    process.exit(0);
  }
  await stopFollowing();
  await close();
  hashing.stop();
  await database.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
process.on("disconnect", () => void stop());

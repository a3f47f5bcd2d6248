import { join } from "node:path";
// oxlint-disable-next-line eslint/no-restricted-imports -- a node's world is made here, as the real one is in world.server.ts
import { openBanks } from "../../src/gateways/fintecture-applications.server.ts";
import type { openHouse } from "../../src/app/house.server.ts";
import { openDatabase, projectPath } from "../../src/platform/database/database.server.ts";
import { openHttpServer } from "../../src/platform/http/server.server.ts";
import { openJobs } from "../../src/platform/jobs.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import type { World } from "../../src/platform/world.ts";
import { keepRounds, startWalletJobs } from "../../src/wallet/jobs.server.ts";
import { startMemberJobs } from "../../src/accounts/jobs.server.ts";
import { startPassJobs } from "../../src/loyalty/passes/jobs.server.ts";
import { testWorld } from "../support/world.ts";

/**
 * One node in a process of its own, which tests kill: the built app over PostgreSQL, the real queue, the real bank
 * adapter.
 */
const [url = "", bankUrl = "", port = ""] = process.argv.slice(2);
const log = openLog();
const now = () => new Date();
const database = await openDatabase({ url, log });
const jobs = await openJobs(database, log);
const made = testWorld(database, {}, undefined, {}, log);
const bank = openBanks({ own: new Map(), playedAt: bankUrl }, { now, random: made.random });
const world: World = { ...made, jobs, now, gateways: { ...made.gateways, bank } };
const root = join(projectPath("package.json"), "..");
const { openHouse: open } = (await import(join(root, "build/server/house.js"))) as { openHouse: typeof openHouse };
const { app, fast, house } = await open(world, join(root, "build/client"));
await startMemberJobs(world, jobs, house.table);
await startPassJobs(world, jobs);
await startWalletJobs(world, jobs, house.table);
keepRounds(world);
const http = openHttpServer({
  isHttps: false,
  fast,
  app: (request, env) => app.fetch(request, env),
  isUpload: () => false,
});
await http.listen(Number(port));
process.send?.("ready");
process.on("disconnect", () => process.exit(0));

// oxlint-disable-next-line eslint/no-restricted-imports -- a node's world is made here, as the real one is in world.server.ts
import { openBanks } from "../../src/gateways/fintecture-applications.server.ts";
import type { openApp } from "../../src/app/app.server.ts";
import { openDatabase } from "../../src/platform/database/database.server.ts";
import { openHttpServer } from "../../src/platform/http/server.server.ts";
import { openJobs } from "../../src/platform/jobs.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import type { World } from "../../src/platform/world.ts";
import { keepReconcilerScheduled, startWalletJobs } from "../../src/wallet/jobs.server.ts";
import { startMemberJobs } from "../../src/accounts/jobs.server.ts";
import { startMailJobs } from "../../src/mail/jobs.server.ts";
import { startPassJobs } from "../../src/loyalty/passes/jobs.server.ts";
import { builtFile } from "../support/built.ts";
import { testWorld } from "../support/world.ts";

/**
 * One node in a process of its own, which tests kill: the built app over PostgreSQL, the real queue, the real bank
 * adapter.
 */
const [url = "", bankUrl = "", port = ""] = process.argv.slice(2);
const log = openLog(process.env["LOG_LEVEL"]);
const now = () => new Date();
const database = await openDatabase({ url, log });
const jobs = await openJobs(database, log);
const made = testWorld(database, {}, undefined, {}, log);
const bank = openBanks({ own: new Map(), playedAt: bankUrl }, { now, random: made.random });
const world: World = { ...made, jobs, now, gateways: { ...made.gateways, bank } };
const { openApp: open } = (await import(builtFile("server/app.js"))) as { openApp: typeof openApp };
const { hono, fast, services } = await open(world, builtFile("client"));
await startMailJobs(world, jobs, services.table);
await startMemberJobs(world, jobs, services.table);
await startPassJobs(world, jobs);
await startWalletJobs(world, jobs, services.table);
keepReconcilerScheduled(world);
const http = openHttpServer({
  publicScheme: "http",
  fast,
  app: (request, env) => hono.fetch(request, env),
  isUpload: () => false,
});
await http.listen(Number(port));
process.send?.("ready");
process.on("disconnect", () => process.exit(0));

import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createVite } from "vite";
import { parseConfig } from "../src/platform/config.server.ts";

/** Development: the same house with sources compiled on demand; a change is seen at the next request. */
const parsed = parseConfig(process.env);
if ("problems" in parsed) throw new Error(parsed.problems.join("\n"));
const { config } = parsed;

const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
const { openDatabase } = await load<typeof import("../src/platform/database.server.ts")>(
  "/src/platform/database.server.ts",
);
const { migrate } = await load<typeof import("../src/platform/migrations.server.ts")>(
  "/src/platform/migrations.server.ts",
);
const { openJobs } = await load<typeof import("../src/platform/jobs.server.ts")>("/src/platform/jobs.server.ts");
const { openLog } = await load<typeof import("../src/platform/log.server.ts")>("/src/platform/log.server.ts");
const { startMemberJobs } = await load<typeof import("../src/members/member-jobs.server.ts")>(
  "/src/members/member-jobs.server.ts",
);
const { loadDemoAccounts } = await load<typeof import("../src/members/load-demo-accounts.server.ts")>(
  "/src/members/load-demo-accounts.server.ts",
);
const { realWorld } = await load<typeof import("../src/world.server.ts")>("/src/world.server.ts");
const { loadDemo } = await load<typeof import("../src/venues/load-demo.server.ts")>("/src/venues/load-demo.server.ts");
type HouseModule = typeof import("../src/house.server.ts");

const database = await openDatabase({ url: config.databaseUrl, dir: config.dataDir, port: config.port });
await migrate(database);
const log = openLog();
const jobs = await openJobs(database, log);
const world = realWorld(config, database, log, jobs);
const first = await (await load<HouseModule>("/src/house.server.ts")).openHouse(world, "build/client");
await startMemberJobs(world, jobs, first.house.table);
if (config.sandbox !== null) {
  await loadDemo({ ...world, encoder: first.house.media.encoder });
  await loadDemoAccounts(world, first.house.table);
}
await first.close();

const server = createHttpServer((request, response) => {
  vite.middlewares(
    request,
    response,
    () => void answer().catch((error: unknown) => response.writeHead(500).end(String(error))),
  );
  async function answer(): Promise<void> {
    const house = await (await load<HouseModule>("/src/house.server.ts")).openHouse(world, "build/client");
    response.once("close", () => void house.close());
    await getRequestListener((page, env) => house.app.fetch(page, env))(request, response);
  }
});
server.listen(config.port, () => process.stdout.write(`http://port-serac.localhost:${config.port}\n`));
process.once(
  "SIGINT",
  () =>
    void vite
      .close()
      .then(() => jobs.stop())
      .then(() => database.close())
      .then(() => process.exit(0)),
);

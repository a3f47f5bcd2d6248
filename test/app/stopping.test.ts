import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { projectPath } from "../../src/platform/database/database.server.ts";
import { JOBS_STOP_MS } from "../../src/platform/jobs.server.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { PROGRAM_ENVIRONMENT } from "../support/processes.ts";

const PATIENCE_MS = 120_000;
/** Enough time for the node to notice that its database is gone. */
const ALONE_MS = 2_000;
/** Additional time on a busy machine. */
const LATE_MS = 10_000;

it(
  "a node that has lost its database still stops when told to",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "baize-stop-"));
    const postgres = await startPostgres();
    const site = fork(join(projectPath("package.json"), "..", "build", "server", "server.js"), {
      env: {
        ...PROGRAM_ENVIRONMENT,
        DATA_DIR: dir,
        DATABASE_URL: postgres.url("postgres"),
        PORT: String(await freePort()),
        SANDBOX: "off",
      },
      execPath: projectPath("node_modules/.bin/node"),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    try {
      const ended = once(site, "exit");
      await Promise.race([once(site, "message"), ended]);
      await postgres.stop();
      await delay(ALONE_MS);
      expect([site.exitCode, site.signalCode], "it keeps running without its database").toEqual([null, null]);
      const told = performance.now();
      site.kill("SIGTERM");
      expect(await ended).toEqual([expect.any(Number), null]);
      expect(performance.now() - told).toBeLessThan(JOBS_STOP_MS + 5_000 + LATE_MS);
    } finally {
      site.kill("SIGKILL");
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  },
  PATIENCE_MS,
);

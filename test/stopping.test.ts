import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectPath } from "../src/platform/database.server.ts";
import { HTTP_LIMITS } from "../src/platform/http-server.server.ts";
import { freePort } from "./free-port.ts";
import { startPostgres } from "./postgres.ts";

const PATIENCE_MS = 120_000;
/** What a busy machine adds. */
const LATE_MS = 10_000;

it(
  "a node whose database is gone still ends when it is told to stop (F23)",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "baize-stop-"));
    const postgres = await startPostgres();
    const site = fork(join(projectPath("package.json"), "..", "build", "server", "server.js"), {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        DATA_DIR: dir,
        DATABASE_URL: postgres.url("postgres"),
        PORT: String(await freePort()),
        SANDBOX_URL: "http://127.0.0.1:9",
      },
      execPath: projectPath("node_modules/.bin/node"),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const ended = once(site, "exit");
    await Promise.race([once(site, "message"), ended]);
    expect(site.exitCode, "it has started").toBeNull();
    await postgres.stop();
    const told = performance.now();
    site.kill("SIGTERM");
    await ended;
    expect(performance.now() - told).toBeLessThan(HTTP_LIMITS.drainMs + 5_000 + LATE_MS);
    rmSync(dir, { recursive: true, force: true });
  },
  PATIENCE_MS,
);

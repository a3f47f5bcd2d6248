import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectPath } from "../../src/platform/database/database.server.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { freePort } from "../support/free-port.ts";
import { descendants, parentOf, PROGRAM_ENVIRONMENT } from "../support/processes.ts";

const root = dirname(projectPath("package.json"));
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "baize-start-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** `npm start` over a migrated, empty PostgreSQL, in a process group of its own. */
async function npmStart(): Promise<{ npm: ChildProcess; isReady: Promise<boolean> }> {
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: {
      ...PROGRAM_ENVIRONMENT,
      DATA_DIR: mkdtempSync(join(dir, "node-")),
      DATABASE_URL: await createPostgresDatabase(),
      PORT: String(await freePort()),
      SANDBOX: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const isReady = (async () => {
    for await (const line of createInterface({ input: npm.stdout as NodeJS.ReadableStream }))
      if (line.includes("Ready in")) return true;
    return false;
  })();
  return { npm, isReady };
}

/** Ends what is left of a process group, so that a failed test leaves nothing behind. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nothing is left.
  }
}

it("SIGTERM and SIGINT to npm start alone end every process that it started", async () => {
  await Promise.all(
    (["SIGTERM", "SIGINT"] as const).map(async (signal) => {
      const { npm, isReady } = await npmStart();
      const ended = once(npm, "exit");
      try {
        expect(await isReady).toBe(true);
        const started = descendants(npm.pid ?? 0);
        // At least the start script, the site and its process for hashes.
        expect(started.length).toBeGreaterThanOrEqual(3);
        npm.kill(signal);
        await ended;
        await expect.poll(() => started.filter((pid) => parentOf(String(pid)) !== null)).toEqual([]);
      } finally {
        endGroup(npm.pid ?? 0);
      }
    }),
  );
});

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxGatewaySettings } from "../src/platform/settings/sandbox-gateways.server.ts";
import { freePort } from "../test/support/free-port.ts";

/** The built sandbox as a process of its own, without a site. `send` calls its own API with JSON. */
export async function startSandbox() {
  const dir = mkdtempSync(join(tmpdir(), "baize-bench-sandbox-"));
  const [port, sitePort] = [await freePort(), await freePort()];
  const child = fork("build/sandbox/server.js", {
    env: { ...process.env, SANDBOX_PORT: String(port), PORT: String(sitePort), DATA_DIR: dir, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([once(child, "message"), once(child, "exit").then(() => fail())]);
  const url = `http://localhost:${port}`;
  return {
    settings: sandboxGatewaySettings(url, 0),
    async send(method: string, path: string, body?: object): Promise<unknown> {
      const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const answer = await fetch(`${url}${path}`, { method, ...sent });
      if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} ${path}`);
      return answer.json();
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}
export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

function fail(): never {
  throw new Error("The sandbox did not start");
}

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";

export type Answer = { status: number; body: Record<string, unknown> };
type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };
const HOST = "port-serac.localhost:3000";
const ANSWER_MS = 15_000;
/** A device that is always full. */
const FULL = "/dev/full";

/** Two nodes that can be killed and restarted on the same port. */
export async function openNodes(url: string, bankUrl: string) {
  const ports = [await freePort(), await freePort()];
  const running: (ChildProcess | null)[] = [null, null];
  const killed = new WeakSet<ChildProcess>();
  let ended = 0;

  async function start(at: number): Promise<void> {
    for (;;) {
      // The second node logs to a full disk, which must cost only log lines.
      const output = at === 1 && existsSync(FULL) ? openSync(FULL, "w") : "ignore";
      const child = fork(join(import.meta.dirname, "node.ts"), [url, bankUrl, String(ports[at])], {
        execArgv: ["--disable-warning=ExperimentalWarning"],
        stdio: ["ignore", output, "inherit", "ipc"],
      });
      if (typeof output === "number") closeSync(output);
      running[at] = child;
      const isReady = await Promise.race([
        once(child, "message").then(() => true),
        once(child, "exit").then(() => false),
      ]);
      child.once("exit", () => {
        if (!killed.has(child)) ended += 1;
      });
      if (isReady) return;
      // The database may be down at the moment too.
      await delay(500);
    }
  }
  await Promise.all([start(0), start(1)]);
  return {
    ports,
    start,
    async kill(at: number): Promise<void> {
      const child = running[at];
      if (child === null || child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      killed.add(child);
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    /** Stops a node with SIGSTOP for a while, like a long pause of its event loop. */
    async standStill(at: number, ms: number): Promise<void> {
      running[at]?.kill("SIGSTOP");
      await delay(ms);
      running[at]?.kill("SIGCONT");
    },
    /** A node's answer to the readiness probe of a load balancer. */
    async readiness(at: number): Promise<string> {
      const answer = await fetch(`http://127.0.0.1:${ports[at]}/readyz`);
      return `${answer.status} ${await answer.text()}`;
    },
    /** How many nodes ended without being killed; there must be none. */
    endedByThemselves: () => ended,
    /** Makes one call to one of the nodes. Status 0 means that the outcome is unknown. */
    call: (at: number, call: Call) => callNode(ports[at % 2] ?? 0, call),
    stop(): void {
      for (const child of running) {
        if (child !== null) killed.add(child);
        child?.kill("SIGKILL");
      }
    },
  };
}

function callNode(port: number, { method, path, headers = {}, body = "" }: Call): Promise<Answer> {
  return new Promise((resolve) => {
    const unknown = () => resolve({ status: 0, body: {} });
    const all = { host: HOST, "content-length": String(Buffer.byteLength(body)), ...headers };
    const asked = request(
      { host: "127.0.0.1", port, path, method, headers: all, timeout: ANSWER_MS, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", unknown);
        answer.on("aborted", unknown);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, body: jsonOf(Buffer.concat(parts).toString()) }),
        );
      },
    );
    asked.on("timeout", () => asked.destroy());
    asked.on("error", unknown);
    asked.end(body);
  });
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

import { Agent } from "node:http";
import { getOnce } from "./get-once.ts";
import type { Load, LoadResult } from "./load.ts";

/** The process that sends one load (load.ts) and reports the result. */
process.once("message", (load: Load) => void run(load).then((result) => process.send?.(result)));

async function run({ port, path, headers, requests, sockets, status, bodyLength }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const started = performance.now();
  let left = requests;
  let answered = 0;
  let wrong = 0;

  async function one(): Promise<void> {
    while (left-- > 0) {
      const answer = await getOnce({ port, path, headers, agent }).catch(() => undefined);
      answered += 1;
      if (answer?.status !== status || (bodyLength !== undefined && answer.body.length !== bodyLength)) wrong += 1;
    }
  }
  await Promise.all(Array.from({ length: sockets }, one));
  agent.destroy();
  return { answered, wrong, ms: performance.now() - started };
}

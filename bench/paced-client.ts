import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getOnce } from "./get-once.ts";

/** A process that requests one page repeatedly with pauses and reports the time of each answer in milliseconds. */
export type Paced = { port: number; path: string; headers: Record<string, string>; requests: number; apartMs: number };

/** Warm-up requests, so that the client's own code is compiled before it measures. */
const WARM = 100;

process.once("message", (paced: Paced) => void run(paced).then((times) => process.send?.(times)));

async function run({ port, path, headers, requests, apartMs }: Paced): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let at = -WARM; at < requests; at++) {
    await delay(apartMs);
    const started = performance.now();
    const { status } = await getOnce({ port, path, headers, agent });
    if (status !== 200) throw new Error(`The page was answered with ${status}`);
    if (at >= 0) times.push(performance.now() - started);
  }
  agent.destroy();
  return times;
}

import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { logIn } from "./demo-people.ts";

/**
 * A process that sends a site log-ins with wrong passwords, each for a new address, until it is told to stop: all from the network of
 * `ip`, else each from a network of its own. It then reports how often each status was answered. Real floods come from other machines, so this process runs at the lowest
 * priority.
 */
export type Flood = { port: number; host: string; atOnce: number; comeAgainMs: number; ip?: string };

const BEHIND = 10;
setPriority(BEHIND);
process.once("disconnect", () => process.exit());

const answered: Record<number, number> = {};
const over = new AbortController();

process.on("message", (message: Flood | "stop") => {
  if (message === "stop") over.abort();
  else
    void Promise.all(Array.from({ length: message.atOnce }, () => one(message))).then(() => process.send?.(answered));
});

async function one({ port, host, comeAgainMs, ip }: Flood): Promise<void> {
  while (!over.signal.aborted) {
    const { status } = await logIn(
      { port, hostOf: () => host },
      `${crypto.randomUUID()}@example.test`,
      "Wrong-Word!12",
      ip,
    );
    answered[status] = (answered[status] ?? 0) + 1;
    // One network is soon told to wait, and does not. Retries are spread out, as those of independent clients would be.
    if (status === 503) await delay(comeAgainMs * (0.5 + Math.random()));
  }
}

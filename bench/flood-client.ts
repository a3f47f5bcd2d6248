import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { logIn } from "./demo-people.ts";

/**
 * A process that sends log-ins with wrong passwords to a site, each for a new address, until its parent stops it. They come from the
 * network of `ip`, or without `ip` each from another network. Then it reports how often each status was answered. Real floods come from
 * other machines, so this process runs at the lowest priority.
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
      { ip },
    );
    answered[status] = (answered[status] ?? 0) + 1;
    // One network is soon told to wait, and does not. Retries are spread out, as those of independent clients would be.
    if (status === 503) await delay(comeAgainMs * (0.5 + Math.random()));
  }
}

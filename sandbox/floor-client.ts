import type { Journal } from "./journal.ts";
import { venueOfSite } from "./venues.ts";

/** A call of the floor API and its answer. */
export type FloorCall = {
  at: string;
  siteId: number;
  method: "GET" | "POST" | "PUT";
  path: string;
  status: number;
  answer: unknown;
};

const KEPT = 30;
const TIMEOUT_MS = 10_000;

/** Calls the site's floor API as a casino does, with each venue's demo key. Remembers the last calls. */
export function openFloorClient({ siteUrl, journal, now }: { siteUrl: string; journal: Journal; now: () => Date }) {
  const calls: FloorCall[] = [];

  async function call(siteId: number, method: FloorCall["method"], path: string, body?: object): Promise<FloorCall> {
    const made: FloorCall = { at: now().toISOString(), siteId, method, path, status: 0, answer: null };
    try {
      const answer = await fetch(`${siteUrl}/api/floor${path}`, {
        method,
        headers: { authorization: `Bearer floor-${siteId}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify({ event_id: crypto.randomUUID(), ...body }) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      made.status = answer.status;
      made.answer = await answer.json().catch(() => null);
    } catch {
      made.answer = { error: "The site does not answer." };
    }
    calls.unshift(made);
    calls.length = Math.min(calls.length, KEPT);
    journal.tell("floor", {
      facts: { method, path: withoutNumbers(path), status: made.status },
      venue: venueOfSite(siteId),
    });
    return made;
  }
  return { call, recent: () => calls };
}

/** A call's path for the journal: codes and card numbers are shortened to their last four digits. */
function withoutNumbers(path: string): string {
  return path.replaceAll(/\d{5,}/g, (digits) => `…${digits.slice(-4)}`);
}
export type FloorClient = ReturnType<typeof openFloorClient>;

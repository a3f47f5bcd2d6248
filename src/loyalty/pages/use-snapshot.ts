import { useEffect } from "react";
import { forget, recall, remember } from "../../ui/tab-storage.ts";
import { whenIdle } from "../../ui/when-idle.ts";
import { SNAPSHOT_PATH } from "../paths.ts";
import { SNAPSHOT_STORE } from "./snapshot-store.ts";

const OWNER_HEADER = "Snapshot-Owner";
/** A page that follows the last one within this time keeps nothing new. */
const FRESH_MS = 60_000;
const KEPT_AT = "baize-snapshot-at";

/**
 * Keeps the member's card and gifts on this device for a time without a network: fetched when nothing else is to do, signed by the
 * house, and marked as theirs. What is somebody else's goes at once, whatever becomes of the new one. `owner` is null for nobody;
 * another `popup` may show newer things, so the copy is made anew.
 */
export function useSnapshot(owner: string | null, popup: string | null): void {
  useEffect(() => {
    if (owner === null || !("caches" in window) || navigator.serviceWorker === undefined) return;
    // Without a network the copy of before stays.
    whenIdle(() => void keep(owner, popup === null && isFresh(owner)).catch(() => undefined));
  }, [owner, popup]);
}

/** Erases what is kept, whoever's it is. */
async function forgetSnapshot(): Promise<void> {
  forget(KEPT_AT);
  await caches.delete(SNAPSHOT_STORE);
}

async function keep(owner: string, isFresh: boolean): Promise<void> {
  const kept = await caches.match(SNAPSHOT_PATH, { cacheName: SNAPSHOT_STORE });
  const isOwn = kept?.headers.get(OWNER_HEADER) === owner;
  if (kept !== undefined && !isOwn) await forgetSnapshot();
  if (isFresh && isOwn) return;
  const answer = await fetch(SNAPSHOT_PATH);
  if (!answer.ok || answer.headers.get(OWNER_HEADER) !== owner) return forgetSnapshot();
  const store = await caches.open(SNAPSHOT_STORE);
  await store.put(SNAPSHOT_PATH, answer);
  remember(KEPT_AT, `${owner} ${Date.now()}`);
}

function isFresh(owner: string): boolean {
  const [by, at] = (recall(KEPT_AT) ?? "").split(" ");
  return by === owner && Date.now() - Number(at) < FRESH_MS;
}

import { useEffect } from "react";
import { whenIdle } from "../../ui/document/when-idle.ts";
import { usePopup } from "../../ui/hooks/use-popup.ts";
import { forgetInTab, recallInTab, rememberInTab } from "../../ui/tab-storage.ts";
import { OWNER_HEADER, SNAPSHOT_PATH, SNAPSHOT_STORE } from "./store.ts";

/** A page stored less than this time ago is not fetched again. */
const FRESH_MS = 60_000;
const KEPT_AT = "baize-snapshot-at";
/** Popups that show what the offline page holds. */
const SHOWN = ["Card", "Offers"];

/**
 * Caches the offline page of the logged-in member when the browser is idle, and again when card or gifts are opened. Null if
 * nobody is logged in.
 */
export function useSnapshot(owner: string | null): void {
  const { popup } = usePopup();
  const isShown = SHOWN.includes(popup ?? "");
  useEffect(() => {
    if (owner === null) return;
    let isOver = false;
    whenIdle(() => {
      if (!isOver) void keepSnapshot(owner, isShown);
    });
    return () => {
      isOver = true;
    };
  }, [owner, isShown]);
}

/**
 * Caches the signed offline page with the card and gifts of `owner` on this device. Another owner's page is erased first, even if
 * the new one cannot be fetched. Fetches at most once a minute, unless `force`.
 */
async function keepSnapshot(owner: string, force: boolean): Promise<void> {
  if (!("caches" in window) || navigator.serviceWorker === undefined) return;
  // A full or blocked storage must not break the page.
  await keep(owner, !force && isFresh(owner)).catch(() => undefined);
}

/** Erases the cached page of any member: at log-out, and when a session has ended. */
async function forgetSnapshot(): Promise<void> {
  forgetInTab(KEPT_AT);
  try {
    if ("caches" in window) await caches.delete(SNAPSHOT_STORE);
  } catch {
    // A browser without storage has nothing to erase.
  }
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
  rememberInTab(KEPT_AT, `${owner} ${Date.now()}`);
}

function isFresh(owner: string): boolean {
  const [by, at] = (recallInTab(KEPT_AT) ?? "").split(" ");
  return by === owner && Date.now() - Number(at) < FRESH_MS;
}

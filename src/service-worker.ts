/**
 * What a browser shows when a navigation finds no network: the member's card and gifts where this device keeps them, else the
 * designed offline page. Nothing else is intercepted or kept. The member's page is put here by their own pages
 * (loyalty/pages/snapshot.ts); it is shown only with the house's signature, and goes as soon as a page is somebody else's.
 */
import { SNAPSHOT_STORE } from "./loyalty/pages/snapshot-store.ts";
import { SNAPSHOT_PATH } from "./loyalty/paths.ts";

type WorkerScope = {
  /** Written before this script by the server (venues/site-files.server.ts). */
  snapshotKey?: JsonWebKey;
  addEventListener: (name: "install" | "activate" | "fetch", listener: (event: WorkerEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: { navigationPreload?: { enable: () => Promise<void> } };
};
type WorkerEvent = {
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
  request: Request;
  preloadResponse: Promise<Response | undefined>;
};

const scope = self as unknown as WorkerScope;
const STORE = "offline-1";
const PAGE = "/offline";
const SESSION_PATH = "/session";
const LOG_OUT_PATH = "/me-deconnecter";

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll([PAGE, "/icon.svg"]))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(navigate(event));
  else if (pathOf(event.request) === SESSION_PATH) event.respondWith(session(event));
});

async function navigate(event: WorkerEvent): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(forgetOthers(event.request, answer).catch(() => undefined));
    return answer;
  } catch {
    return (await memberPage().catch(() => null)) ?? (await caches.match(PAGE)) ?? Response.error();
  }
}

async function session(event: WorkerEvent): Promise<Response> {
  const answer = await fetch(event.request);
  event.waitUntil(forgetOthers(event.request, answer).catch(() => undefined));
  return answer;
}

/**
 * An answer for one visitor says whose it is, and one of nobody's says so by its silence; pages that are the same for everybody
 * say nothing. Log-out ends the copy whatever it answers.
 */
async function forgetOthers(request: Request, { status, headers }: Response): Promise<void> {
  if (request.method === "POST" && pathOf(request) === LOG_OUT_PATH) return void (await caches.delete(SNAPSHOT_STORE));
  const isOwn = (headers.get("cache-control") ?? "").includes("private");
  if (status !== 401 && (status !== 200 || !isOwn)) return;
  const kept = await caches.match(SNAPSHOT_PATH, { cacheName: SNAPSHOT_STORE });
  if (kept !== undefined && kept.headers.get("snapshot-owner") !== headers.get("snapshot-owner"))
    await caches.delete(SNAPSHOT_STORE);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}

/** The member's page, whole and signed and not too old; what is anything else goes. */
async function memberPage(): Promise<Response | null> {
  const kept = await caches.match(SNAPSHOT_PATH, { cacheName: SNAPSHOT_STORE });
  if (kept === undefined || scope.snapshotKey === undefined) return null;
  const header = (name: string) => kept.headers.get(name) ?? "";
  const html = await kept.text();
  const [until, policy] = [header("snapshot-until"), header("content-security-policy")];
  const signed = `${header("snapshot-owner")}\n${until}\n${policy}\n${html}`;
  if (Number(until) > Date.now() && (await isSigned(scope.snapshotKey, signed, header("snapshot-signature"))))
    return new Response(html, {
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    });
  await caches.delete(SNAPSHOT_STORE);
  return null;
}

async function isSigned(jwk: JsonWebKey, text: string, signature: string): Promise<boolean> {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("jwk", jwk, curve, false, ["verify"]);
  const bytes = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0));
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, bytes, new TextEncoder().encode(text));
}

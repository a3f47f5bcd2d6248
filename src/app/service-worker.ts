/**
 * Answers navigations without network: with the member's card and gifts if they are stored on this device, otherwise with the offline
 * page. Nothing else is stored. The member's page is stored by loyalty/offline-card/use-snapshot.ts. It is shown only with the site's
 * signature, and is deleted at log-out and as soon as an answer says that somebody else, or nobody, is logged in.
 */
import * as paths from "../venues/paths.ts";
import { SNAPSHOT_PATH, SNAPSHOT_STORE } from "../loyalty/offline-card/store.ts";

type WorkerScope = {
  /** Prepended to this script by the server (site/site-files.server.ts). */
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
/** Tells the boot script and the router who is logged in. */
const SESSION = [paths.session, `${paths.session}.data`];

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
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(navigate(event));
  else if (SESSION.includes(pathname) && origin === location.origin) event.respondWith(askSession(event));
});

/** Forwards the question who is logged in, and deletes what is stored for anybody else. */
async function askSession(event: WorkerEvent): Promise<Response> {
  const answer = await fetch(event.request);
  if (answer.ok || answer.status === 401) event.waitUntil(keepOnlyOf(ownerOf(answer)).catch(() => undefined));
  return answer;
}

async function navigate(event: WorkerEvent): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    const owner = ownerOf(answer);
    const isLogOut = new URL(event.request.url).pathname === paths.logOut;
    // Public pages are the same for everybody and do not say who is logged in.
    if (isLogOut || owner !== null) event.waitUntil(keepOnlyOf(isLogOut ? null : owner).catch(() => undefined));
    return answer;
  } catch {
    return (await memberPage().catch(() => null)) ?? (await caches.match(PAGE)) ?? Response.error();
  }
}

function ownerOf({ headers }: Response): string | null {
  return headers.get("snapshot-owner");
}

/** Deletes the stored page unless it belongs to this owner. */
async function keepOnlyOf(owner: string | null): Promise<void> {
  const kept = await caches.match(SNAPSHOT_PATH, { cacheName: SNAPSHOT_STORE });
  if (kept !== undefined && kept.headers.get("snapshot-owner") !== owner) await caches.delete(SNAPSHOT_STORE);
}

/** The stored page of the member if it is complete, signed and not too old; otherwise deletes it. */
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

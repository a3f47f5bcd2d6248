/** Shows the designed offline page when a navigation finds no network. Nothing else is intercepted or kept. */
type WorkerScope = {
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

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll([PAGE, "/icon.svg"])));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(navigate(event));
});

async function navigate(event: WorkerEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

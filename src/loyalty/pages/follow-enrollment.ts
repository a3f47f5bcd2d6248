import { closePopup, isNative } from "../../native/bridge.ts";
import { fetchPage } from "../../ui/fetch-page.ts";
import { IN_PLACE_EVENT, type InPlace } from "../../ui/form-in-place.ts";
import { pollEveryMs, type EnrollmentStatus } from "../enrollment-graph.ts";
import { throwConfetti } from "./confetti.ts";

const CALL = "/api/users/enrollment";
const PATIENCE_MS = 10_000;
const FAILURES_MAX = 3;
/** Up to a fifth of the interval on top, so that a thousand pages do not ask in step. */
const JITTER = 0.2;

type Told = {
  status: EnrollmentStatus;
  error: string | null;
  card_id: string | null;
  progression_detail: { done: number };
};

/**
 * Follows the dossier of the page (section 4, "Polling"): asks with the last answer's ETag, shows the view of what changed, and stops
 * while the page is hidden, once it is left, or after three failures, which it says.
 */
export function followEnrollment(root: Document): void {
  let etag: string | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isLeft = false;

  function schedule(): void {
    clearTimeout(timer);
    const status = markOf(root)?.dataset["enrollment"] as EnrollmentStatus | undefined;
    const every = status === undefined ? null : pollEveryMs(status, isNative(window));
    if (every === null || failures >= FAILURES_MAX || isLeft || root.visibilityState !== "visible") return;
    timer = setTimeout(() => void ask(), every * (1 + Math.random() * JITTER));
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      await poll();
      failures = 0;
    } catch {
      failures += 1;
      if (failures >= FAILURES_MAX) tellLost(root, true);
    }
    isAsking = false;
    schedule();
  }

  async function poll(): Promise<void> {
    const headers = { Accept: "application/json", ...(etag === null ? {} : { "If-None-Match": etag }) };
    const answer = await fetch(CALL, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status === 304) return;
    // The session is over: the page itself knows where that leads.
    if (answer.status === 401 || answer.status === 403) return location.reload();
    if (!answer.ok) throw new Error(`a poll answered ${answer.status}`);
    etag = answer.headers.get("ETag");
    const { data } = (await answer.json()) as { data: { data: Told } };
    await show(data.data);
  }

  async function show(told: Told): Promise<void> {
    const mark = markOf(root);
    const shown = [told.status, told.error, told.card_id, told.progression_detail.done].join(" ");
    if (mark === null || mark.dataset["shown"] === shown) return;
    if (told.status === "COMPLETED") return location.assign("/?popup=Card");
    const before = mark.dataset["enrollment"];
    await exchange(root);
    if (told.status !== before && (told.status === "OK" || told.status === "READY")) closePopup(window);
    celebrate(root);
  }

  function resume(): void {
    failures = 0;
    isLeft = false;
    tellLost(root, false);
    if (root.visibilityState === "visible" && markOf(root) !== null) void ask();
  }

  root.addEventListener("visibilitychange", resume);
  addEventListener("pagehide", () => {
    isLeft = true;
    clearTimeout(timer);
  });
  addEventListener("pageshow", (event) => event.persisted && resume());
  addEventListener("online", resume);
  root.addEventListener(IN_PLACE_EVENT, schedule);
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-enrollment-retry]") !== null) resume();
  });
  celebrate(root);
  schedule();
}

function markOf(root: Document): HTMLElement | null {
  return root.querySelector<HTMLElement>("[data-enrollment]");
}

/** The server draws the view; what changed is read out by a region that outlives it. */
async function exchange(root: Document): Promise<void> {
  const { page } = await fetchPage(location.pathname);
  const [place, fresh] = [root.querySelector("#account"), page.querySelector("#account")];
  if (place === null || fresh === null) return location.reload();
  const made = root.importNode(fresh, true) as HTMLElement;
  // An inert document is read as if there were no script: what is said to those without one would be done.
  for (const unscripted of made.querySelectorAll("noscript")) unscripted.remove();
  place.replaceWith(made);
  const close = page.querySelector<HTMLAnchorElement>(".account-bar a.round");
  root.querySelector(".account-bar a.round")?.setAttribute("href", close?.getAttribute("href") ?? "/");
  const words = made.querySelector(".account-title")?.textContent ?? "";
  liveRegion(root).textContent = words;
  root.dispatchEvent(new CustomEvent<InPlace>(IN_PLACE_EVENT, { detail: { place: made, form: null } }));
}

function liveRegion(root: Document): HTMLElement {
  const known = root.querySelector<HTMLElement>("#enrollment-live");
  if (known !== null) return known;
  const region = root.createElement("p");
  region.id = "enrollment-live";
  region.className = "heard";
  region.setAttribute("role", "status");
  root.body.append(region);
  return region;
}

function tellLost(root: Document, isLost: boolean): void {
  const lost = root.querySelector<HTMLElement>(".enroll-lost");
  if (lost !== null) lost.hidden = !isLost;
}

/** Once an attempt and browser (E9): confetti, and the conversion where its owner agreed to be counted (G39, G100). */
function celebrate(root: Document): void {
  const mark = root.querySelector<HTMLElement>("[data-celebrates]");
  const attempt = mark?.dataset["attempt"];
  if (attempt === undefined || !isFirst(`baize-enrolled-${attempt}`)) return;
  throwConfetti(root);
  if (!/(?:^|; )consent=[^;]*measure(?:=|%3D)1/.test(root.cookie)) return;
  void fetch(location.pathname, {
    method: "POST",
    headers: { "X-In-Place": "1" },
    body: new URLSearchParams({ do: "conversion" }),
    keepalive: true,
  }).catch(() => undefined);
}

function isFirst(key: string): boolean {
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, "1");
    return true;
  } catch {
    // Without storage nobody can tell a second time from the first.
    return false;
  }
}

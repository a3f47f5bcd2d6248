import * as paths from "../venues/paths.ts";
import { closePopup, onLoginDone, openPopup, vibrateHaptic } from "../ui/native/bridge.ts";
import { startHapticLoop } from "./haptic-loop.ts";
import "./native.css";

/** Callbacks of the page: whether it waits for the app's log-in, and that a session could not be opened. */
export type PageCallbacks = { waits: (isWaiting: boolean) => void; fails: () => void };

/** After this time, in milliseconds, the app is taken not to answer. */
const TIMEOUT_MS = 10_000;

/** What a page does inside the app: the app logs in, closes its popup, and vibrates for the main button and the shown card. */
export function startNativeApp(root: Document, told: PageCallbacks): void {
  const openLogIn = (address: string) => {
    told.waits(true);
    openPopup(window, address);
    setTimeout(() => told.waits(false), TIMEOUT_MS);
  };
  // The visitor came back from the app's popup: show the page again.
  root.addEventListener("visibilitychange", () => root.visibilityState === "visible" && told.waits(false));
  startHapticLoop(window, root);
  onLoginDone(window, ({ token }) => {
    told.waits(true);
    void becomeLoggedIn(token, told);
  });
  root.addEventListener(
    "click",
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const link = target?.closest("a") ?? null;
      if (target?.closest(".button-venue") !== null) vibrateHaptic(window);
      if (link === null) return;
      if (link.dataset["leave"] !== undefined) taken(event, () => closePopup(window));
      else if (link.pathname === paths.logIn && link.origin === location.origin)
        taken(event, () => openLogIn(link.pathname + link.search));
    },
    { capture: true },
  );
  // The log-in page hands over to the app, except inside the popup that the app opened for it.
  const isHandOff = new URLSearchParams(location.search).has("native_redirect_url");
  if (location.pathname === paths.logIn && !isHandOff) openLogIn(location.pathname + location.search);
}

function taken(event: Event, act: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Sends the app's token to the server, which opens a session for this browser. The page does not keep the token. */
async function becomeLoggedIn(token: string, told: PageCallbacks): Promise<void> {
  const isLogIn = location.pathname === paths.logIn;
  try {
    const answer = await fetch(paths.nativeSession + (isLogIn ? location.search : ""), {
      method: "POST",
      headers: { Accept: "text/html", "X-In-Place": "1" },
      body: new URLSearchParams({ token }),
    });
    const leadsTo = answer.headers.get("X-Location");
    if (leadsTo === null) return failed(told);
    if (isLogIn) location.assign(leadsTo);
    else location.reload();
  } catch {
    failed(told);
  }
}

function failed({ waits, fails }: PageCallbacks): void {
  waits(false);
  fails();
}

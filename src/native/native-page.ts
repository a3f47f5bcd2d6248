/** What a page does inside the app beside what it does anywhere: the app logs in, closes its popup, feels the main button, and the card while it is held out. */
import { memberPaths } from "../members/paths.ts";
import { showFailure } from "../ui/failure.ts";
import { closePopup, isNative, onLoginDone, openPopup, vibrateHaptic } from "./bridge.ts";
import { startHapticLoop } from "./haptic-loop.ts";

if (isNative(window)) startNativePage(document);

function startNativePage(root: Document): void {
  startHapticLoop(window, root);
  onLoginDone(window, ({ token }) => void becomeLoggedIn(token));
  root.addEventListener(
    "click",
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const link = target?.closest("a") ?? null;
      if (target?.closest(".button-venue") !== null) vibrateHaptic(window);
      if (link === null) return;
      if (link.dataset["leave"] !== undefined) taken(event, () => closePopup(window));
      else if (link.pathname === memberPaths.logIn && link.origin === location.origin)
        taken(event, () => openPopup(window, link.pathname + link.search));
    },
    { capture: true },
  );
  // The log-in's own page, other than in the popup that the app has opened for it (section 2.6).
  const isHandOff = new URLSearchParams(location.search).has("native_redirect_url");
  if (location.pathname === memberPaths.logIn && !isHandOff) openPopup(window, location.pathname + location.search);
}

function taken(event: Event, act: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Gives the app's token to the server, which opens a session for this browser; the page keeps nothing of it. */
async function becomeLoggedIn(token: string): Promise<void> {
  const isLogIn = location.pathname === memberPaths.logIn;
  try {
    const answer = await fetch(memberPaths.nativeSession + (isLogIn ? location.search : ""), {
      method: "POST",
      headers: { Accept: "text/html", "X-In-Place": "1" },
      body: new URLSearchParams({ token }),
    });
    const leadsTo = answer.headers.get("X-Location");
    if (leadsTo === null) return showFailure();
    if (isLogIn) location.assign(leadsTo);
    else location.reload();
  } catch {
    showFailure();
  }
}

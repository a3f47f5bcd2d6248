import { vibrateHaptic } from "../ui/native/bridge.ts";

const EACH_MS = 1_000;
const REPETITIONS_MAX = 50_000;

/**
 * The haptic loop of section 9: while the card's code is held out, who looks at the reader feels every second that it is in view, at most
 * 50,000 times. It ends where the view leaves or the page is hidden (G82), and begins anew with the next view.
 */
export function startHapticLoop(host: Window, root: Document): void {
  let felt = 0;
  setInterval(() => {
    if (!isInView(root)) felt = 0;
    else if (felt < REPETITIONS_MAX) {
      felt += 1;
      vibrateHaptic(host);
    }
  }, EACH_MS);
}

function isInView(root: Document): boolean {
  return root.visibilityState === "visible" && root.querySelector("[data-haptic]")?.checkVisibility() === true;
}

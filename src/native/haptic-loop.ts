import { vibrateHaptic } from "../ui/native/bridge.ts";

const EACH_MS = 1_000;
const REPETITIONS_MAX = 50_000;

/**
 * Vibrates once a second while the card's code is in view, so that a member who looks at the reader feels that it is shown. At most
 * 50,000 times. Stops when the code leaves the view or the page is hidden, and starts again with the next view.
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

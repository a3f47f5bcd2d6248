import { useLocation, useNavigate } from "react-router";
import { useComingPopup } from "./use-popup.ts";

/** The state of a history entry made by a link on the page before it. `from` is that page's address with its hash. */
export type OpenedState = { opened?: true; from?: string } | null;

/**
 * How long, in milliseconds, a repeated way out of an entry is ignored. A busy browser begins a step back some seconds after it was asked to;
 * a step that it never begins must not block the button for good.
 */
const ON_ITS_WAY_MS = 5000;
const NOTHING_ASKED = { entry: "", at: Number.NEGATIVE_INFINITY };
let asked = NOTHING_ASKED;

/**
 * Leaves what is open over the page: by a step back if the previous entry is ours, otherwise by replacing the present entry with `fallback`,
 * because a visitor who came here directly has nothing to go back to. Each entry is left once, however often a way out is pressed. A popup
 * that is still loading is cancelled.
 */
export function useLeave(): (fallback: string) => void {
  const { state, key, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isComing = useComingPopup() !== null;
  return (fallback) => {
    if (isComing)
      return void navigate(
        { pathname, search, hash },
        { replace: true, state: state as unknown, preventScrollReset: true },
      );
    const entry = `${key}${search}`;
    const now = performance.now();
    if ((asked.entry === entry && now - asked.at < ON_ITS_WAY_MS) || !isHere(key)) return;
    asked = { entry, at: now };
    if ((state as OpenedState)?.opened === true) {
      // The entry may be reached again by Forward, and left again.
      addEventListener("popstate", () => (asked = NOTHING_ASKED), { once: true });
      void navigate(-1);
    } else void navigate(fallback, { replace: true, preventScrollReset: true });
  };
}

/** False where the browser is at another entry already, whose data the router still loads. */
function isHere(key: string): boolean {
  const { key: current } = (window.history.state ?? {}) as { key?: string };
  return (current ?? "default") === key;
}

import { useLocation, useNavigate } from "react-router";
import { useComingPopup } from "./use-popup.ts";

/** The state of a history entry made by a link on the page before it. `from` is that page's address with its hash. */
export type OpenedState = { opened?: true; from?: string } | null;

/** A repeated step back within this time, in milliseconds, is ignored, because the browser has not begun the first one yet. */
const ON_ITS_WAY_MS = 1000;
let asked = { entry: "", at: Number.NEGATIVE_INFINITY };

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
    if ((state as OpenedState)?.opened === true) void navigate(-1);
    else void navigate(fallback, { replace: true, preventScrollReset: true });
  };
}

/** False where the browser is at another entry already, whose data the router still loads. */
function isHere(key: string): boolean {
  const { key: current } = (window.history.state ?? {}) as { key?: string };
  return (current ?? "default") === key;
}

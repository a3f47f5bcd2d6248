import { type Location, useLocation, useNavigate } from "react-router";
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
  const location = useLocation();
  const { state, pathname, search, hash } = location;
  const navigate = useNavigate();
  const isComing = useComingPopup() !== null;
  return (fallback) => {
    if (isComing)
      return void navigate(
        { pathname, search, hash },
        { replace: true, state: state as unknown, preventScrollReset: true },
      );
    if (!isFirstToLeave(location)) return;
    if ((state as OpenedState)?.opened === true) void navigate(-1);
    else void navigate(fallback, { replace: true, preventScrollReset: true });
  };
}

/** True if nothing has left this history entry yet. From then on it is on its way out, and a repeated click must not leave the one before. */
export function isFirstToLeave({ key, search }: Pick<Location, "key" | "search">): boolean {
  const entry = `${key}${search}`;
  const now = performance.now();
  if ((asked.entry === entry && now - asked.at < ON_ITS_WAY_MS) || !isHere(key)) return false;
  asked = { entry, at: now };
  // The entry may be reached again by Forward, and left again.
  for (const left of ["popstate", "pagehide"]) addEventListener(left, () => (asked = NOTHING_ASKED), { once: true });
  return true;
}

/** False where the browser is at another entry already, whose data the router still loads. */
function isHere(key: string): boolean {
  const { key: current } = (window.history.state ?? {}) as { key?: string };
  return (current ?? "default") === key;
}

import { useLocation, useNavigate } from "react-router";
import { useComingPopup } from "./use-popup.ts";

/** What an entry of the history says that a link of the page before it has made; `from` is that page's address with its hash. */
export type OpenedState = { opened?: true; from?: string } | null;

/** A step back that is asked for again within this time, in milliseconds, is still on its way. */
const ON_ITS_WAY_MS = 1000;
let asked = { entry: "", at: Number.NEGATIVE_INFINITY };

/**
 * Leaves what stands open over the page: one step back where the entry before it is ours, else the address `fallback` in the
 * place of this entry, because whoever came here directly has nothing to go back to. An entry is left once, however often a way out of it is pressed. A popup that is still on its way is
 * called off.
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
    if (asked.entry === entry && now - asked.at < ON_ITS_WAY_MS) return;
    asked = { entry, at: now };
    if ((state as OpenedState)?.opened === true) void navigate(-1);
    else void navigate(fallback, { replace: true, preventScrollReset: true });
  };
}

import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OpenedState } from "./use-leave.ts";

/** A repeated step back within this time, in milliseconds, is ignored, because the first one is still under way. */
const ON_ITS_WAY_MS = 1000;

/**
 * Returns to the previous page of this site, or to `fallback` if there is none. With `isOnly` it always leads to `fallback`: by a step back
 * if that is the previous entry, otherwise by replacing the present entry. Repeated calls make one step.
 */
export function useBack(): (fallback: string, isOnly?: boolean) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  return (fallback, isOnly = false) => {
    const now = performance.now();
    if (now - askedAt.current < ON_ITS_WAY_MS) return;
    askedAt.current = now;
    const isBefore = isOnly ? (state as OpenedState)?.from === fallback : canGoBack();
    if (isBefore) void navigate(-1);
    else void navigate(fallback, { replace: isOnly });
  };
}

/** True if the previous history entry is a page of this site. */
export function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}

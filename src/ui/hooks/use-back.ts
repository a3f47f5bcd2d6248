import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OpenedState } from "./use-leave.ts";

/** A step back that is asked for again within this time, in milliseconds, is still on its way. */
const ON_ITS_WAY_MS = 1000;

/**
 * Leads back to where the visitor came from on this site, else to the address `fallback`; with `isOnly` to that address whatever
 * led here: a step back where it is the entry before this one, else in the place of this one. One step, however often it is
 * asked for.
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

/** True where the entry before this one is a page of this site. */
export function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}

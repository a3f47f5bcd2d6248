import { useRef } from "react";
import { useNavigate } from "react-router";

/** A step back that is asked for again within this time, in milliseconds, is still on its way. */
const ON_ITS_WAY_MS = 1000;

/** Leads back to where the visitor came from on this site, else to the address `fallback`; one step, however often it is asked for. */
export function useBack(): (fallback: string) => void {
  const navigate = useNavigate();
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  return (fallback) => {
    const now = performance.now();
    if (now - askedAt.current < ON_ITS_WAY_MS) return;
    askedAt.current = now;
    if (canGoBack()) void navigate(-1);
    else void navigate(fallback);
  };
}

/** True where the entry before this one is a page of this site. */
export function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}

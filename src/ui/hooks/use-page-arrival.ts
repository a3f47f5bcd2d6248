import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { type Location, NavigationType, useLocation, useNavigationType } from "react-router";
import { recall, remember } from "../tab-storage.ts";

const SETTLES_MS = 100;
const AT_LEAST_EVERY_MS = 1000;
/** A hash in the address leads to its place after this long. */
const HASH_SCROLL_MS = 100;

/**
 * What happens when the router shows another page: the page begins at its top, or where it was on the way back; a hash leads
 * to its place; the focus goes to the page's main part, whose title is read out. How far each page is scrolled is kept for the
 * session, 100 ms after it settles and every second at the latest.
 */
export function usePageArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  const page = pageOf(location);
  const before = useRef(page);
  const arrive = useEffectEvent(() => {
    if (type === NavigationType.Pop) restore(page);
    else if (location.hash === "") scrollTo({ top: 0, behavior: "instant" });
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    arrive();
  }, [page]);
  useEffect(() => {
    if (location.hash.length < 2) return;
    const place = location.hash.slice(1);
    const timer = setTimeout(() => document.getElementById(decoded(place))?.scrollIntoView(), HASH_SCROLL_MS);
    return () => clearTimeout(timer);
  }, [location.hash, location.key]);
  useKeptScroll(page);
}

/** A popup or a detail over the page changes the query, not the page that is scrolled. */
function pageOf({ pathname }: Location): string {
  return pathname;
}

function useKeptScroll(page: string): void {
  // A layout effect, because the next page scrolls to its own place before other effects of this one are undone.
  useLayoutEffect(() => {
    let settle: ReturnType<typeof setTimeout> | undefined;
    let savedAt = 0;
    let top: number | null = null;
    const save = () => {
      clearTimeout(settle);
      savedAt = performance.now();
      if (top !== null) remember(keyOf(page), String(top));
    };
    const follow = () => {
      clearTimeout(settle);
      top = Math.round(scrollY);
      if (performance.now() - savedAt > AT_LEAST_EVERY_MS) save();
      else settle = setTimeout(save, SETTLES_MS);
    };
    addEventListener("scroll", follow, { passive: true });
    return () => {
      save();
      removeEventListener("scroll", follow);
    };
  }, [page]);
}

function restore(page: string): void {
  const top = Number(recall(keyOf(page)) ?? 0);
  if (Number.isFinite(top)) scrollTo({ top, behavior: "instant" });
}

function keyOf(page: string): string {
  return `scroll:${page}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

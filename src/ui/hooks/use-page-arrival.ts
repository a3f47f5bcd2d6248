import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { decodedText } from "../../platform/decoded-text.ts";
import { recallInTab, rememberInTab } from "../tab-storage.ts";

const SETTLES_MS = 100;
const AT_LEAST_EVERY_MS = 1000;
/** The delay before scrolling to the element named by the hash, in milliseconds. */
const HASH_SCROLL_MS = 100;

/**
 * What happens when the router shows another page. The page is scrolled to its top, or on the way back to where it was; a hash scrolls to
 * its element; the focus moves to `<main>`, whose title is then read out. Scroll positions are kept for the session, saved 100 ms after
 * scrolling ends and every second at the latest.
 */
export function usePageArrival(): void {
  // Popups and details change the query, but not the page that is scrolled.
  const { pathname: page, hash, key } = useLocation();
  const type = useNavigationType();
  const before = useRef(page);
  const arrive = useEffectEvent(() => {
    if (type === NavigationType.Pop) restore(page);
    else if (hash === "") scrollTo({ top: 0, behavior: "instant" });
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    arrive();
  }, [page]);
  useEffect(() => {
    if (hash.length < 2) return;
    const place = hash.slice(1);
    const timer = setTimeout(
      () => document.getElementById(decodedText(place) ?? place)?.scrollIntoView(),
      HASH_SCROLL_MS,
    );
    return () => clearTimeout(timer);
  }, [hash, key]);
  useKeptScroll(page);
}

function useKeptScroll(page: string): void {
  // A layout effect, because the next page scrolls before other effects of this one are cleaned up.
  useLayoutEffect(() => {
    let settle: ReturnType<typeof setTimeout> | undefined;
    let savedAt = 0;
    let top: number | null = null;
    const save = () => {
      clearTimeout(settle);
      savedAt = performance.now();
      if (top !== null) rememberInTab(keyOf(page), String(top));
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
  const top = Number(recallInTab(keyOf(page)) ?? 0);
  if (Number.isFinite(top)) scrollTo({ top, behavior: "instant" });
}

function keyOf(page: string): string {
  return `scroll:${page}`;
}

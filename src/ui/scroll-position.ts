import { recall, remember } from "./tab-storage.ts";

const SETTLES_MS = 100;
const AT_LEAST_EVERY_MS = 1000;

/**
 * Remembers for this session how far each page was scrolled (section 9: 100 ms after it settles, every second at the latest),
 * and goes there again on a reload, on the way back, or when the same page comes in another language; the browser alone does
 * that only while it keeps the page's history.
 */
export function startScrollPosition(): void {
  // A detail in place changes the address, not the page that is scrolled.
  const key = `scroll:${location.pathname}`;
  restore(key);
  let settle: ReturnType<typeof setTimeout> | undefined;
  let savedAt = 0;
  const save = () => {
    clearTimeout(settle);
    savedAt = performance.now();
    remember(key, String(Math.round(scrollY)));
  };
  addEventListener(
    "scroll",
    () => {
      clearTimeout(settle);
      if (performance.now() - savedAt > AT_LEAST_EVERY_MS) save();
      else settle = setTimeout(save, SETTLES_MS);
    },
    { passive: true },
  );
}

function restore(key: string): void {
  const top = Number(recall(key) ?? 0);
  if (top <= 0 || scrollY > 0 || location.hash !== "" || !isReturn()) return;
  scrollTo({ top, behavior: "instant" });
}

function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload" || navigation?.type === "back_forward") return true;
  return wantsOtherLanguage(document.referrer);
}

/** The same page of this site, asked for in another language. */
function wantsOtherLanguage(referrer: string): boolean {
  if (referrer === "") return false;
  const [from, to] = [new URL(referrer), new URL(location.href)];
  const hasChanged = to.searchParams.has("locale") && to.search !== from.search;
  return hasChanged && from.origin === to.origin && from.pathname === to.pathname;
}

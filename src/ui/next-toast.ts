import { showToast } from "./toast.ts";

const COOKIE = /(?:^|; )toast=([^;]*)/;
const LENGTH_MAX = 80;

/** Says what the page before this one had to say in passing, once: an action leaves it in a cookie, because it leads elsewhere. */
export function startNextToast(): void {
  const left = COOKIE.exec(document.cookie)?.[1];
  if (left === undefined) return;
  document.cookie = "toast=; path=/; max-age=0; samesite=lax";
  try {
    showToast(decodeURIComponent(left).slice(0, LENGTH_MAX));
  } catch {
    // Somebody else's cookie of that name.
  }
}

import { recall, remember } from "../../ui/tab-storage.ts";
import { isMemberPath } from "../paths.ts";

const KEY = "baize-came-from";

/**
 * Closing a page of the member area leads back to the page that the visitor came from, whichever way they took through the
 * forms; without script, or without such a page, it leads home.
 */
export function startLeaveLinks(root: Document): void {
  if (!isMemberPath(location.pathname)) return;
  const { referrer } = root;
  const from = referrer.startsWith(`${location.origin}/`) ? new URL(referrer) : null;
  if (from !== null && !isMemberPath(from.pathname)) remember(KEY, `${from.pathname}${from.search}`);
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-leave]") : null;
    if (link !== null) link.href = whereFrom();
  });
}

function whereFrom(): string {
  const path = recall(KEY) ?? "/";
  return path.startsWith("/") && !path.startsWith("//") ? path : "/";
}

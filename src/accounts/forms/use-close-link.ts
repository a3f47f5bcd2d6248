import { type MouseEvent, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { safePath } from "../../platform/http/safe-path.ts";
import { pageAddressOf } from "../../ui/page-address-of.ts";
import { recallInTab, rememberInTab } from "../../ui/tab-storage.ts";
import { isDocumentAddress } from "../../venues/document/document-addresses.ts";
import { isMemberPath } from "../paths.ts";

const KEY = "baize-came-from";

/** Remembers the page from which the visitor enters the member area, so that closing leads back. Used in the layout of all pages. */
export function useRememberReferrer(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isMemberPath(pathname)) return rememberInTab(KEY, pageAddressOf({ pathname, search }));
    const { referrer } = document;
    const from = referrer.startsWith(`${location.origin}/`) ? new URL(referrer) : null;
    if (from !== null && !isMemberPath(from.pathname)) rememberInTab(KEY, pageAddressOf(from));
  }, [pathname, search]);
}

/**
 * The close link of a member page: leads to `href`, else back to the page that the visitor came from, however many forms they went
 * through. Without script, or without such a page, it leads Home. Inside the app the native script closes its popup.
 */
export function useCloseLink(href: string | undefined) {
  const navigate = useNavigate();
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const from = safePath(recallInTab(KEY), "/");
    if (isDocumentAddress(from)) location.assign(from);
    else void navigate(from);
  };
  return href === undefined ? { href: "/", onClick, "data-leave": true } : { href };
}

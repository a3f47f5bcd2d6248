import { type ComponentProps, type MouseEvent, use } from "react";
import { Link, useLocation } from "react-router";
import { IsEditing } from "../../ui/is-editing.ts";
import { isDocumentAddress } from "../document/document-addresses.ts";

type PageLinkProps = Omit<ComponentProps<typeof Link>, "to"> & { href: string };

/**
 * A link to a page of this site. Uses the router (with prefetch on intent) where it can, else loads a document. A link to the
 * current page scrolls to its top.
 */
export function PageLink({ href, onClick, ...link }: PageLinkProps) {
  const { pathname, search } = useLocation();
  const isEditing = use(IsEditing);
  const isDocument = isEditing || isDocumentAddress(href);
  const lead = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // For the current address the router changes nothing and keeps the scroll position.
    if (isPlain && !event.defaultPrevented && href === pathname + search) scrollTo({ top: 0 });
  };
  return (
    <Link
      {...link}
      to={href}
      onClick={lead}
      discover="none"
      reloadDocument={isDocument}
      prefetch={isDocument ? "none" : "intent"}
    />
  );
}

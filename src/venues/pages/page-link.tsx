import { type ComponentProps, type MouseEvent, use } from "react";
import { Link, useLocation } from "react-router";
import { IsEditing } from "../../ui/is-editing.ts";
import { isDocumentAddress } from "../document-addresses.ts";

type PageLinkProps = Omit<ComponentProps<typeof Link>, "to"> & { href: string };

/** A link to a page of this site: by the router where it can, made ready on intent, else as a document. To the page itself it leads to its top. */
export function PageLink({ href, onClick, ...link }: PageLinkProps) {
  const { pathname, search } = useLocation();
  const isEditing = use(IsEditing);
  const isDocument = isEditing || isDocumentAddress(href);
  const lead = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // The router sees no other page there, and leaves the scroll where it is.
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

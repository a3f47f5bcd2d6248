import type { AnchorHTMLAttributes } from "react";

type OutboundLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link to another house: its own tab, and no handle on ours. */
export function OutboundLink(props: OutboundLinkProps) {
  return <a {...props} target="_blank" rel="noopener" />;
}

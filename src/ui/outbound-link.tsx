import type { AnchorHTMLAttributes } from "react";

type OutboundLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link to another house: its own tab, and no handle on ours. */
export function OutboundLink({ children, ...link }: OutboundLinkProps) {
  return (
    <a {...link} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

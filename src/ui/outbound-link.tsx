import type { AnchorHTMLAttributes } from "react";

type OutboundLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link to another site. It opens in a new tab, which gets no access to this one. */
export function OutboundLink({ children, ...link }: OutboundLinkProps) {
  return (
    <a {...link} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

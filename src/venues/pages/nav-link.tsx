import type { ReactNode } from "react";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { NavItem } from "../views.ts";
import { PageLink } from "./page-link.tsx";

type NavLinkProps = { item: NavItem; current?: string | undefined; className?: string; children?: ReactNode };

/**
 * One entry of a navigation. `current` is the key of the page shown; entries that lead to a place on a page take their
 * state from the address's hash (`anchor-links.ts`), because the server never sees it.
 */
export function NavLink({ item, current, className, children }: NavLinkProps) {
  const content = children ?? item.label;
  if (item.isExternal) {
    return (
      <OutboundLink className={className} href={item.href}>
        {content}
      </OutboundLink>
    );
  }
  return (
    <PageLink
      className={className}
      href={item.href}
      aria-current={item.key === current ? "page" : undefined}
      suppressHydrationWarning
    >
      {content}
    </PageLink>
  );
}

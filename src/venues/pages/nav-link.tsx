import * as paths from "../paths.ts";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useHash } from "../../ui/hooks/use-hash.ts";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { NavItem } from "../views.ts";
import { PageLink } from "./page-link.tsx";

type NavLinkProps = { item: NavItem; current?: string | undefined; className?: string; children?: ReactNode };

/**
 * One navigation entry. `current` is the key of the current page. An entry that leads to an anchor is current only at that
 * anchor, and Home is not current at any anchor. The server never sees the anchor, so the browser decides this.
 */
export function NavLink({ item, current, className, children }: NavLinkProps) {
  const isCurrent = useCurrent(item, current);
  const content = children ?? item.label;
  if (item.isExternal) {
    return (
      <OutboundLink className={className} href={item.href}>
        {content}
      </OutboundLink>
    );
  }
  return (
    <PageLink className={className} href={item.href} aria-current={isCurrent}>
      {content}
    </PageLink>
  );
}

function useCurrent({ key, href }: NavItem, current: string | undefined): "page" | "location" | undefined {
  const { pathname } = useLocation();
  const hash = useHash();
  if (current === undefined) return undefined;
  const [path, place] = href.split("#");
  if (place !== undefined) return hash === `#${place}` && pathname === path ? "location" : undefined;
  const isHidden = href === paths.home && hash !== "";
  return key === current && !isHidden ? "page" : undefined;
}

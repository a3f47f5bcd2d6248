import { type ComponentProps } from "react";
import { Link } from "react-router";

type DeskLinkProps = Omit<ComponentProps<typeof Link>, "to"> & { href: string };

/** A link between pages of the desk. It is never prefetched, because the trail records who looked at a page. */
export function DeskLink({ href, ...link }: DeskLinkProps) {
  return <Link {...link} to={href} discover="none" />;
}

import { type ComponentProps } from "react";
import { Link } from "react-router";

type DeskLinkProps = Omit<ComponentProps<typeof Link>, "to"> & { href: string };

/** A link from one page of the desk to another. Nothing is fetched before the click: that somebody looked is written down. */
export function DeskLink({ href, ...link }: DeskLinkProps) {
  return <Link {...link} to={href} discover="none" />;
}

import { type ComponentProps, use } from "react";
import { Link } from "react-router";
import { IsEditing } from "../../content/pages/editing.tsx";
import { isDocumentAddress } from "../document-addresses.ts";

type PageLinkProps = Omit<ComponentProps<typeof Link>, "to"> & { href: string };

/** A link to a page of this site: by the router where it can, made ready on intent, else as a document. */
export function PageLink({ href, ...link }: PageLinkProps) {
  const isEditing = use(IsEditing);
  const isDocument = isEditing || isDocumentAddress(href);
  return (
    <Link {...link} to={href} discover="none" reloadDocument={isDocument} prefetch={isDocument ? "none" : "intent"} />
  );
}

import type { MetaDescriptor } from "react-router";
import type { AccountFrame } from "./account-frame.server.ts";

/** The title of a page of the member area for its `meta`; search engines must not list the page. */
export function accountMeta(frame: AccountFrame | undefined): MetaDescriptor[] {
  if (frame === undefined) return [];
  return [{ title: frame.documentTitle }, { name: "robots", content: "noindex" }];
}

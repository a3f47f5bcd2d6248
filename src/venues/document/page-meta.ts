import type { MetaDescriptor } from "react-router";
import { getLocale } from "../../messages/runtime.js";
import { alternatesOf, canonicalOf, OG_LOCALES } from "../language/language-versions.ts";
import type { PageHead } from "./page-head.server.ts";

/** The meta tags of a page: title, description, canonical and alternate addresses, social card. */
export function pageMeta(head: PageHead | undefined): MetaDescriptor[] {
  if (head === undefined) return [];
  const { title, description, image } = head;
  const canonical = canonicalOf(head);
  return [
    { title },
    ...(description === null ? [] : [{ name: "description", content: description }]),
    ...(head.isListed ? [] : [{ name: "robots", content: "noindex" }]),
    { tagName: "link", rel: "canonical", href: canonical },
    ...alternatesOf(head.url, head.locales).map(({ locale, href }) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang: locale,
      href,
    })),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: head.siteName },
    { property: "og:title", content: title },
    ...(description === null ? [] : [{ property: "og:description", content: description }]),
    { property: "og:url", content: canonical },
    { property: "og:locale", content: OG_LOCALES[getLocale()] },
    ...(image === null ? [] : [{ property: "og:image", content: image }]),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

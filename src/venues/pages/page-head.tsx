import { getLocale } from "../../messages/runtime.js";
import { alternatesOf, canonicalOf, OG_LOCALES } from "../language/language-versions.ts";
import type { PageHead as Head } from "../document/page-head.server.ts";

/** Title, description, canonical and alternate addresses, and social card. React moves them to the head. */
export function PageHead({ head }: { head: Head }) {
  return (
    <>
      <title>{head.title}</title>
      {head.description === null ? null : <meta name="description" content={head.description} />}
      {head.isListed ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonicalOf(head)} />
      {alternatesOf(head.url, head.locales).map(({ locale, href }) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={href} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={head.siteName} />
      <meta property="og:title" content={head.title} />
      {head.description === null ? null : <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={canonicalOf(head)} />
      <meta property="og:locale" content={OG_LOCALES[getLocale()]} />
      {head.image === null ? null : <meta property="og:image" content={head.image} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

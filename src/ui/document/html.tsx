import { useMemo } from "react";

type Policy = { createHTML: (text: string) => TrustedHTML };
/** Markup accepted by Trusted Types; a plain string on the server and in browsers without them. */
type TrustedHTML = string & { readonly trusted?: never };

type HtmlProps = {
  as?: "p" | "div" | "h2" | "h3" | "h4" | "li" | "blockquote" | "figcaption";
  html: string;
  id?: string | undefined;
  className?: string;
};

/**
 * An element with markup that a loader has sanitised. React compares markup by identity, so the memoised object keeps it from writing
 * the same markup again.
 */
export function Html({ as: Tag = "p", html, ...rest }: HtmlProps) {
  const markup = useMemo(() => ({ __html: trusted(html) }), [html]);
  return <Tag {...rest} dangerouslySetInnerHTML={markup} />;
}

function trusted(html: string): TrustedHTML {
  const policy = typeof window === "undefined" ? undefined : (window as { baize?: Policy }).baize;
  return policy === undefined ? html : policy.createHTML(html);
}

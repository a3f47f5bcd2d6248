import { useMemo } from "react";

type Policy = { createHTML: (text: string) => TrustedHTML };
/** What Trusted Types let into the page; a plain text on the server and in browsers without them. */
type TrustedHTML = string & { readonly trusted?: never };

type HtmlProps = {
  as?: "p" | "div" | "h2" | "h3" | "h4" | "li" | "blockquote" | "figcaption";
  html: string;
  id?: string | undefined;
  className?: string;
};

/**
 * An element around markup that a loader has sanitised. React compares markup by identity, so the same text keeps the same
 * object and is never written twice.
 */
export function Html({ as: Tag = "p", html, ...rest }: HtmlProps) {
  const markup = useMemo(() => ({ __html: trusted(html) }), [html]);
  return <Tag {...rest} dangerouslySetInnerHTML={markup} />;
}

function trusted(html: string): TrustedHTML {
  const policy = typeof window === "undefined" ? undefined : (window as { baize?: Policy }).baize;
  return policy === undefined ? html : policy.createHTML(html);
}

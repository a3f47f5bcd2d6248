import type { ComponentProps } from "react";
import { canGoBack, useBack } from "../../ui/hooks/use-back.ts";
import { PageLink } from "./page-link.tsx";

/** The way out of a detail: a step back to where the visitor came from on this site, else its own address. */
export function BackLink({ href, children, ...link }: ComponentProps<typeof PageLink>) {
  const back = useBack();
  return (
    <PageLink
      {...link}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || !canGoBack()) return;
        event.preventDefault();
        back(href);
      }}
    >
      {children}
    </PageLink>
  );
}

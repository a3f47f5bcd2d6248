import type { ComponentProps } from "react";
import { canGoBack, useBack } from "../../ui/hooks/use-back.ts";
import { PageLink } from "./page-link.tsx";

type BackLinkProps = ComponentProps<typeof PageLink> & {
  /** True where it leads to its address whatever led here. */
  isOnly?: boolean;
};

/** The way out of a detail: a step back to where the visitor came from on this site, else its own address. */
export function BackLink({ href, isOnly = false, children, ...link }: BackLinkProps) {
  const back = useBack();
  return (
    <PageLink
      {...link}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (!isOnly && !canGoBack()) return;
        event.preventDefault();
        back(href, isOnly);
      }}
    >
      {children}
    </PageLink>
  );
}

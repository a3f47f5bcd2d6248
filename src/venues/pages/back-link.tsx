import type { ComponentProps } from "react";
import { canGoBack, useBack } from "../../ui/hooks/use-back.ts";
import { PageLink } from "./page-link.tsx";

type BackLinkProps = ComponentProps<typeof PageLink> & {
  /** True when the link ignores the history and always leads to its address. */
  isOnly?: boolean;
};

/** Leaves a detail: goes back in the history if the visitor came from this site, otherwise to `href`. */
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

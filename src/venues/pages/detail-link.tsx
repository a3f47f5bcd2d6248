import { type ComponentProps, createContext, use, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { IsEditing } from "../../content/pages/editing.tsx";
import type { PictureView } from "../../content/contract.ts";
import { pageAddressOf } from "../../ui/page-address-of.ts";
import type { OpenedState } from "../../ui/hooks/use-leave.ts";
import { whenIdle } from "../../ui/when-idle.ts";
import { preloadDetail } from "./detail-contents.tsx";
import { detailRoute } from "./detail-routes.ts";

/** What a list knows of a detail: shown over it until the rest is there. */
export type DetailPreview = { title: string; picture: PictureView };

/** Begins to fetch a detail that is about to be opened. */
export const PrepareDetail = createContext<(href: string, preview: DetailPreview | null) => unknown>(() => undefined);

type DetailLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** The detail's own path. */
  href: string;
  preview?: DetailPreview;
};

const OPENED: OpenedState = { opened: true };

/**
 * A link of a list to a detail, which opens over the list under its own address. Before React, in a new tab and after a reload
 * it is the detail's page.
 */
export function DetailLink({ href, preview, children, ...link }: DetailLinkProps) {
  const location = useLocation();
  const prepare = use(PrepareDetail);
  usePreloaded(href);
  if (use(IsEditing)) {
    return (
      <a {...link} href={href}>
        {children}
      </a>
    );
  }
  const list = new URL(pageAddressOf(location), "http://list");
  list.searchParams.set("over", href);
  const begin = () => prepare(href, preview ?? null);
  return (
    <Link
      {...link}
      to={list.pathname + list.search}
      mask={href}
      state={{ ...OPENED, from: pageAddressOf(location) + location.hash } satisfies OpenedState}
      discover="none"
      preventScrollReset
      onPointerDown={begin}
      onClick={(event) => {
        // The second click of a double one would open it twice.
        if (event.detail > 1) event.preventDefault();
        else begin();
      }}
    >
      {children}
    </Link>
  );
}

/** Fetches what draws the detail once nothing else is to do, so that the first tap waits for its data alone. */
function usePreloaded(href: string): void {
  useEffect(() => {
    const route = detailRoute(href);
    if (route !== null) whenIdle(() => preloadDetail(route));
  }, [href]);
}

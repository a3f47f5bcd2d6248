import { type ComponentProps, createContext, use, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { IsEditing } from "../../ui/is-editing.ts";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { pageAddressOf } from "../../ui/page-address-of.ts";
import type { OpenedState } from "../../ui/hooks/use-leave.ts";
import { whenIdle } from "../../ui/document/when-idle.ts";
import { detailRoute, type DetailRoute } from "./detail-routes.ts";

/** What a list knows of a detail: shown over it until the rest is there. */
export type DetailPreview = { title: string; picture: PictureView };

/** What the site's layout does for the links that open a detail over the page. */
export type DetailOpening = {
  /** Begins to fetch a detail that is about to be opened. */
  prepare: (href: string, preview: DetailPreview | null) => unknown;
  /** Begins to fetch what draws a kind of detail. */
  preload: (route: DetailRoute) => void;
};
const NOWHERE: DetailOpening = { prepare: () => undefined, preload: () => undefined };
export const DetailOpener = createContext(NOWHERE);

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
  const { prepare, preload } = use(DetailOpener);
  usePreloaded(href, preload);
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
function usePreloaded(href: string, preload: DetailOpening["preload"]): void {
  useEffect(() => {
    const route = detailRoute(href);
    if (route !== null) whenIdle(() => preload(route));
  }, [href, preload]);
}

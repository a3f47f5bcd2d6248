import { type ComponentProps, createContext, use, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { IsEditing } from "../../ui/is-editing.ts";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { pageAddressOf } from "../../ui/page-address-of.ts";
import type { OpenedState } from "../../ui/hooks/use-leave.ts";
import { whenIdle } from "../../ui/document/when-idle.ts";
import { detailRoute, type DetailRoute } from "./detail-routes.ts";

/** What a list already knows of a detail; shown until the rest has loaded. */
export type DetailPreview = { title: string; picture: PictureView };

/** What the site's layout offers to links that open a detail over the page. */
export type DetailOpening = {
  /** Starts to fetch a detail that is about to open. */
  prepare: (href: string, preview: DetailPreview | null) => unknown;
  /** Starts to fetch the code that draws a kind of detail. */
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
 * A link from a list to a detail. The detail opens over the list under its own address. Before React has started, in a new tab
 * and after a reload, the detail is a page of its own.
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
        // The second click of a double click would open the detail twice.
        if (event.detail > 1) event.preventDefault();
        else begin();
      }}
    >
      {children}
    </Link>
  );
}

/** Fetches the detail's code when the browser is idle, so that the first tap only waits for its data. */
function usePreloaded(href: string, preload: DetailOpening["preload"]): void {
  useEffect(() => {
    const route = detailRoute(href);
    if (route !== null) whenIdle(() => preload(route));
  }, [href, preload]);
}

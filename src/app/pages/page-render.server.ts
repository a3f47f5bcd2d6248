import { pageVisitor, type Visitor } from "../../accounts/page-visitor.server.ts";
import type { EditingSession } from "../../content/editing/editing.tsx";
import { pageEditing } from "../../content/editing/page-editing.server.ts";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { inLocale } from "../../venues/language/locale.server.ts";
import { publicOrigin } from "../../platform/settings/config.server.ts";
import type { PostedForm } from "../../platform/http/form-body.server.ts";
import { twinOf } from "../../platform/page-cache/address.ts";
import type { World } from "../../platform/world.ts";
import { pageRequest, readOnce, type PageRequest } from "../../venues/document/page-request.server.ts";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";

type Page = Pick<PageRequest, "venue" | "locale" | "path" | "query"> &
  Partial<Omit<PageRequest, "venues" | "establishment">> & {
    /** True if the router requests the page's data instead of the document. */
    isData?: boolean;
    method?: string;
    /** The posted form, read within limits; the action gets it by `request.formData()`. */
    form?: PostedForm | null;
    /** The visitor, if the page is rendered for them alone. */
    visitor?: Visitor | null;
    /** The session of an operator who edits the page. */
    editing?: EditingSession | null;
    /** The request's cookies, for routes with a short-lived cookie of their own. */
    cookie?: string | null;
    /** Adds further values to the routes' context. */
    prepare?: (context: RouterContextProvider) => void;
  };

export type PageRender = ReturnType<typeof openPageRender>;

/**
 * Renders a page, or its data, in its language. All requests to the router are made here. Throws if the database could
 * not be reached.
 */
export function openPageRender(world: World, table: VenueTable, build: ServerBuild) {
  const render = createRequestHandler(build, "production");

  return async function renderPage(page: Page): Promise<{ response: Response; made: PageRequest["made"] }> {
    const {
      isData = false,
      method = "GET",
      form = null,
      cookie = null,
      visitor = null,
      editing = null,
      prepare,
      ...asked
    } = page;
    const context = new RouterContextProvider();
    const request: PageRequest = {
      world,
      namedLocale: null,
      popup: null,
      popupQuery: new URLSearchParams(),
      nonce: undefined,
      made: { tags: new Set<string>(), changeTimes: [], isCacheable: true, structuredData: [] },
      isStill: false,
      ...asked,
      venues: table.all(),
      establishment: readOnce(asked.world ?? world, asked.venue),
    };
    context.set(pageRequest, request);
    context.set(pageVisitor, visitor);
    context.set(pageEditing, editing);
    prepare?.(context);
    const { venue, path, locale } = request;
    const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
    const address = `${origin}${isData ? twinOf(path) : path}${searchOf(request)}`;
    const inner = new Request(address, { method, body: form, headers: cookie === null ? {} : { cookie } });
    const started = performance.now();
    const response = await inLocale(locale, () => render(inner, context));
    world.metrics.observe("page_render_seconds", (performance.now() - started) / 1000);
    // The router would answer 500 with its error page. The app answers 503 and says when to try again.
    if (request.outage !== undefined) throw request.outage;
    return { response, made: request.made };
  };
}

/** The query that the page may see: allow-listed parameters, and the popup with its own. */
function searchOf({ query, popup, popupQuery }: PageRequest): string {
  const search = new URLSearchParams([...query, ...(popup === null ? [] : [["popup", popup], ...popupQuery])]);
  return search.size === 0 ? "" : `?${search}`;
}

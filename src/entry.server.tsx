import { renderToReadableStream } from "react-dom/server.edge";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { pageVisitor } from "./accounts/page-visitor.server.ts";
import { pageAssets } from "./app/page-assets.server.ts";
import { isTransient } from "./platform/database/errors.server.ts";
import { pageRequest } from "./venues/document/page-request.server.ts";
import { PageAssetsContext } from "./ui/document/page-assets.tsx";
import type { PageHandle } from "./venues/pages/page-handle.ts";

/** Renders a whole document without streaming: the cache needs complete bytes, and nothing on a public page is slow enough to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, world, isStill, made } = context.get(pageRequest);
  const visitor = context.get(pageVisitor);
  const handle = handleOf(entry);
  let failed = false;
  const stream = await renderToReadableStream(
    <PageAssetsContext.Provider
      value={{
        ...pageAssets(),
        nonce,
        structuredData: made.structuredData.map(dataScript).join(""),
        hydrates: !isStill,
        start: handle.start ?? (visitor === null ? "late" : "soon"),
      }}
    >
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </PageAssetsContext.Provider>,
    {
      nonce,
      // Whole pages are sent, so no part may be hidden until a script shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error: unknown) {
        failed = true;
        world.log.error({ err: error }, "a page failed to render");
      },
    },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: failed ? 500 : status, headers });
}

/** Structured data as a script element; its JSON cannot close the element. */
function dataScript(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

/** The `handle` of the page's route. */
function handleOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle {
  const page = staticHandlerContext.matches.at(-1);
  const handle = page === undefined ? undefined : routeModules[page.route.id]?.handle;
  return handle ?? {};
}

/**
 * Logs an error thrown by a loader, once and without the page's address. An unreachable database is passed on to the
 * app, which logs it. A refusal of the router, such as 405 for a method that a page does not take, is no error.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const asked = context.get(pageRequest);
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isTransient(error)) asked.outage ??= error;
  else if (!request.signal.aborted) asked.world.log.error({ err: error }, "a page failed to load");
}

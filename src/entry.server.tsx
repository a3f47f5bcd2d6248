import { renderToReadableStream } from "react-dom/server.edge";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { IsEditing, Revisions } from "./content/pages/editing.tsx";
import { pageAssets } from "./page-assets.server.ts";
import { pageRequest } from "./request-context.server.ts";
import { PageAssetsContext } from "./ui/page-assets.tsx";
import type { PageHandle } from "./venues/pages/venue-layout.route.tsx";

/** Renders a document whole: cached pages are filled from complete bytes, and nothing on a public page is slow enough to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, world, page, isEditing, isStill, revisions } = context.get(pageRequest);
  let failed = false;
  const stream = await renderToReadableStream(
    <PageAssetsContext.Provider
      value={{
        ...pageAssets(),
        nonce,
        pageStyle: page.sheets.join("") + page.style,
        content: page.content,
        hydrates: isHydrated(entry) && !isEditing && !isStill,
      }}
    >
      <IsEditing value={isEditing}>
        <Revisions value={revisions}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </Revisions>
      </IsEditing>
    </PageAssetsContext.Provider>,
    {
      nonce,
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

/** True for a page whose route says so; the others wait for their components. */
function isHydrated({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const page = staticHandlerContext.matches.at(-1);
  const handle = page === undefined ? undefined : (routeModules[page.route.id]?.handle as PageHandle | undefined);
  return handle?.hydrates === true;
}

/** An error that a loader threw: logged once, here, without the address of the page. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(pageRequest).world.log.error({ err: error }, "a page failed to load");
}

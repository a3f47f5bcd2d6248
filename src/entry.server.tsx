import { AsyncLocalStorage } from "node:async_hooks";
import { renderToReadableStream } from "react-dom/server.edge";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { pageAssets } from "./page-assets.server.ts";
import { overwriteServerAsyncLocalStorage } from "./paraglide/runtime.js";
import { pageRequest } from "./request-context.server.ts";
import { PageAssetsContext } from "./ui/page-assets.tsx";

type LocaleStore = { locale: "fr" | "en"; origin: string };
const localeOfRender = new AsyncLocalStorage<LocaleStore>();
overwriteServerAsyncLocalStorage(localeOfRender as Parameters<typeof overwriteServerAsyncLocalStorage>[0]);

/** Renders a document whole: cached pages are filled from complete bytes, and nothing on a public page is slow enough to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { locale, nonce, world } = context.get(pageRequest);
  let failed = false;
  const stream = await localeOfRender.run({ locale, origin: "" }, () =>
    renderToReadableStream(
      <PageAssetsContext.Provider value={{ ...pageAssets(), nonce }}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageAssetsContext.Provider>,
      {
        nonce,
        onError(error: unknown) {
          failed = true;
          world.log.error({ err: error }, "a page failed to render");
        },
      },
    ),
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: failed ? 500 : status, headers });
}

/** An error that a loader threw: logged once, here, without the address of the page. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (!request.signal.aborted) context.get(pageRequest).world.log.error({ err: error }, "a page failed to load");
}

import { twinOf } from "../platform/page-cache/address.ts";

/**
 * Fetches the data of one route exactly as the router will request it a moment later, so that the router finds it in the browser's cache.
 * The router shows an error page if data cannot be loaded; code that would rather keep the present page calls this first. Returns the
 * data's ETag; rejects if they cannot be loaded.
 */
export async function fetchRouteData(address: string, routeId: string, signal?: AbortSignal): Promise<string | null> {
  const url = new URL(address, location.origin);
  url.pathname = twinOf(url.pathname);
  url.searchParams.set("_routes", routeId);
  const answer = await fetch(url, signal === undefined ? {} : { signal });
  if (!answer.ok) throw new Error(`the data of ${routeId} were refused with ${answer.status}`);
  // The browser caches an answer only when it is read completely.
  await answer.arrayBuffer();
  return answer.headers.get("ETag");
}

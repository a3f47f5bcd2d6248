import { twinOf } from "../platform/page-cache/address.ts";

/**
 * Fetches the data of one route exactly as the router will ask for it a moment later, so that the router finds it in the
 * browser's cache. The router shows an error page where data does not come; whoever would rather keep the page as it stands asks
 * here first. Gives the data's ETag; rejects where none comes.
 */
export async function fetchRouteData(address: string, routeId: string, signal?: AbortSignal): Promise<string | null> {
  const url = new URL(address, location.origin);
  url.pathname = twinOf(url.pathname);
  url.searchParams.set("_routes", routeId);
  const answer = await fetch(url, signal === undefined ? {} : { signal });
  if (!answer.ok) throw new Error(`the data of ${routeId} answered ${answer.status}`);
  // An answer is kept by the browser once it is read whole.
  await answer.arrayBuffer();
  return answer.headers.get("ETag");
}

import * as deskPaths from "../staff/desk-paths.ts";
import { matchPath } from "react-router";
import { endedOperatorCookie } from "../staff/access.server.ts";
import { DESK_ROUTES, type DeskRoute } from "../venues/desk/routes.ts";
import { m } from "../messages/messages.js";
import { addressOf, compressedAnswer, redirectAnswer } from "./pages/page-answer.server.ts";
import { errorPageResponse, wrongMethodResponse } from "../platform/http/error-pages.server.ts";
import type { PageRoutes } from "../platform/http/page-routes.server.ts";
import { deskPolicy, framedPolicy, errorPagePolicy } from "../platform/http/security-headers.server.ts";
import { errorPageHtml } from "../platform/http/error-page.ts";
import { isStorablePath } from "../platform/schema.ts";
import type { Locale } from "../venues/contract.ts";

/** The answers of the desk: a rendered page, the page for people without a session, and redirects. None is cached. */
export function openDeskAnswers(mediaUrl: string, secure: [string, string][], { methodsOf }: PageRoutes) {
  async function finished(
    request: Request,
    response: Response,
    { nonce, locale, cookies }: { nonce: string; locale: Locale; cookies: string[] },
  ): Promise<Response> {
    const headers = new Headers(secure);
    for (const cookie of [...cookies, ...response.headers.getSetCookie()]) headers.append("Set-Cookie", cookie);
    headers.set("Cache-Control", "private, no-store");
    headers.set("X-Robots-Tag", "noindex");
    headers.set("Referrer-Policy", "same-origin");
    headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie");
    const location = response.headers.get("Location");
    if (location !== null) return redirectEarly(request, location, response.status, headers);
    if (response.headers.has("X-Remix-Response")) headers.set("X-Remix-Response", "yes");
    if (response.status === 405) return wrongMethodResponse(locale, secure, methodsOf(addressOf(request).path));
    const own = deskPolicy({ nonce, media: mediaUrl });
    headers.set("Content-Security-Policy", response.headers.has("X-Framed") ? framedPolicy(own) : own);
    headers.set("Content-Type", response.headers.get("Content-Type") ?? "text/html; charset=utf-8");
    headers.set("Content-Language", locale);
    const download = response.headers.get("Content-Disposition");
    if (download !== null) headers.set("Content-Disposition", download);
    const body = Buffer.from(await response.arrayBuffer());
    return compressedAnswer(request, body, { status: response.status, headers });
  }

  /** The page for people without a session, which explains how to get in. A late POST answers 401, so the page keeps what was typed. */
  function closed(request: Request, path: string, locale: Locale, endsSession: boolean): Response {
    const isShown = path === deskPaths.access || request.method === "POST";
    const headers = new Headers(secure);
    headers.set("Cache-Control", "private, no-store");
    if (endsSession) headers.append("Set-Cookie", endedOperatorCookie());
    // The page around a preview keeps what was typed; the frame explains why it is empty.
    if (isFramed(request, path)) return errorPageResponse("session-over", locale, [...headers], { isFramed: true });
    if (!isShown) return redirectEarly(request, deskPaths.access, 303, headers);
    headers.set("Content-Security-Policy", errorPagePolicy());
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Content-Language", locale);
    headers.set("X-Robots-Tag", "noindex");
    return new Response(request.method === "HEAD" ? null : accessPageHtml(locale), {
      status: request.method === "POST" ? 401 : 200,
      headers,
    });
  }

  /** Redirects to another address, without caching. */
  function redirectEarly(request: Request, location: string, status: number, headers = new Headers(secure)): Response {
    headers.set("Cache-Control", "private, no-store");
    return redirectAnswer(location, { status, isData: addressOf(request).isData, headers });
  }

  return { finished, closed, redirectEarly };
}

function accessPageHtml(locale: Locale): string {
  const options = { locale };
  return errorPageHtml({
    locale,
    title: m.desk_access_title({}, options),
    text: m.desk_access_text({}, options),
    action: m.desk_access_home({}, options),
    href: "/",
  });
}

/** The route of an address in the list of the desk's routes. */
export function routeAt(path: string): DeskRoute | undefined {
  if (!isStorablePath(path)) return undefined;
  return DESK_ROUTES.find((one) => matchPath(one.path, path) !== null);
}

/** True if the answer is shown in a frame. A POST forwarded by the service worker lacks the header, so its route decides. */
export function isFramed(request: Request, path: string): boolean {
  if (request.headers.get("sec-fetch-dest") === "iframe") return true;
  return request.method === "POST" && routeAt(path)?.isFramed === true;
}

import * as paths from "../venues/paths.ts";
import { localeCookieOf } from "../venues/language/locale.server.ts";
import { snapshotOwner } from "../loyalty/offline-card/snapshot.server.ts";
import { OWNER_HEADER } from "../loyalty/offline-card/store.ts";
import { acceptsForeignPost, isOpenPage, readsCards } from "../accounts/paths.ts";
import type { UneditedPage } from "./operator-handler.server.ts";
import { FORM_BYTES_MAX, readForm, type PostedForm } from "../platform/http/form-body.server.ts";
import { errorPageResponse, wrongMethodResponse, type ErrorPage } from "../platform/http/error-pages.server.ts";
import { makeEntryInert } from "../platform/page-cache/bytes.server.ts";
import { openPopupGate } from "../member-area/popup-gate.server.ts";
import {
  addressOf,
  compressedAnswer,
  gateAnswer,
  redirectEarly,
  REFUSED_FORM,
  withCookies,
} from "./pages/page-answer.server.ts";
import type { PageRender } from "./pages/page-render.server.ts";
import { popupIn, queryUnderPopup, withoutPopup } from "../member-area/popup-address.server.ts";
import { isSameOrigin } from "../platform/http/same-origin.server.ts";
import { newNonce, noncePolicy, securityHeaders } from "../platform/http/security-headers.server.ts";
import type { PageRoutes } from "../platform/http/page-routes.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { chosenLanguage } from "../venues/language/language.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { VisitorLookup } from "../accounts/visitor-lookup.server.ts";

/** A picture of 5 MB and the form around it. */
const UPLOAD_BYTES_MAX = 5.25 * 1024 * 1024;
const QUERY_MAX = 2_048;
/** A script that posts a form sends this header. It is told the next address in X-Location instead of being redirected. */
const IN_PLACE_HEADER = "x-in-place";

type Asked = { venue: Venue | null; locale: Locale; socketAddress: string | undefined };

type Means = { renderPage: PageRender; visitors: VisitorLookup; pageRoutes: PageRoutes };

/** Renders the pages of the member area, each for one answer, with a policy made of a nonce. They are never cached. */
function openMemberPages(
  world: World,
  table: VenueTable,
  { renderPage, visitors, pageRoutes, secure }: Means & Pick<Finish, "secure">,
) {
  const popupGate = openPopupGate(world, table);

  return async (request: Request, asked: Asked, form: PostedForm | null): Promise<Response> => {
    const { venue, locale } = asked;
    const method = request.method === "POST" ? "POST" : "GET";
    const { path, search, isData } = addressOf(request);
    // A truncated query could mean something else, so a longer one is ignored.
    const given = new URLSearchParams(search.length > QUERY_MAX ? "" : search);
    const query = queryUnderPopup(given);
    const visitor = await visitors.visitorOf(request, asked);
    const chosen = chosenLanguage(venue, query.get("locale"));
    if (chosen !== undefined) visitor.cookies.push(localeCookieOf(chosen));
    const opened = popupIn(given);
    if (opened === null)
      return withCookies(redirectEarly(withoutPopup(request.url), secure, { isData }), visitor.cookies);
    const gate = method === "POST" ? null : await popupGate(venue, { ...opened, path, query, locale }, visitor.member);
    if (gate !== null) return withCookies(gateAnswer(gate, secure, { isData }), visitor.cookies);
    const nonce = newNonce(world);
    const { response } = await renderPage({
      venue,
      locale,
      namedLocale: chosen === undefined ? null : locale,
      path,
      query,
      ...opened,
      nonce,
      visitor,
      isData,
      method,
      form,
      cookie: request.headers.get("cookie"),
    });
    // A log-in for the native app redirects to the app's URL scheme, which browsers check against form-action.
    const app = query.has("native_redirect_url") ? world.config.nativeScheme : undefined;
    const policy = noncePolicy({ nonce, media: world.config.mediaUrl, app, hasWasm: readsCards(path) });
    const owner = visitor.member === null || visitor.hasLeft ? null : snapshotOwner(world, visitor.member.accountId);
    return finished(request, response, {
      secure,
      policy,
      locale,
      cookies: visitor.cookies,
      owner,
      pageRoutes,
    });
  };
}

/**
 * Answers the requests of the member area. A form must come from this site (CSRF), is read within limits and is handed
 * to the action. Every refusal is a page.
 */
export function openMemberHandler(world: World, table: VenueTable, { renderPage, visitors, pageRoutes }: Means) {
  const secure = securityHeaders(world.config);
  const rendered = openMemberPages(world, table, { renderPage, visitors, pageRoutes, secure });

  function refused(page: ErrorPage, locale: Locale): Response {
    return errorPageResponse(page, locale, secure);
  }

  async function answer(request: Request, asked: Asked): Promise<Response> {
    const { method } = request;
    if (method === "GET" || method === "HEAD") return rendered(request, asked, null);
    const { path: pathname } = addressOf(request);
    if (method !== "POST") return wrongMethodResponse(asked.locale, secure, pageRoutes.methodsOf(pathname));
    if (!acceptsForeignPost(pathname) && !isSameOrigin(request)) return refused("foreign-form", asked.locale);
    const takesFiles = pathname === paths.photo;
    const read = await readForm(request, { takesFiles, bytesMax: takesFiles ? UPLOAD_BYTES_MAX : FORM_BYTES_MAX });
    if ("refusal" in read) return refused(REFUSED_FORM[read.refusal], asked.locale);
    return rendered(request, asked, read.form);
  }

  return {
    /** Answers a request of the member area, whatever its method. */
    answer,
    /** For staff who edit such a page: the answer that everybody gets, and an anonymous visitor to render it for. */
    forStaff: (request: Request, asked: Asked): UneditedPage => ({
      answer: () => answer(request, asked),
      visitor: visitors.passerBy(request, asked),
    }),
  };
}

type Finish = {
  secure: [string, string][];
  policy: string;
  locale: Locale;
  cookies: string[];
  /** Names whose card may be kept for offline use; null for anybody but a member. */
  owner: string | null;
  pageRoutes: PageRoutes;
};

/** The answer with the headers of a page of the member area. */
async function finished(
  request: Request,
  response: Response,
  { secure, policy, locale, cookies, owner, pageRoutes }: Finish,
): Promise<Response> {
  const isPost = request.method === "POST";
  // A member's own page is not stored anywhere, so that nothing of it can be shown after log-out. Its redirects are not either.
  const isOwn = owner !== null || !isOpenPage(addressOf(request).path);
  const headers = new Headers(secure);
  headers.set("Content-Security-Policy", policy);
  if (owner !== null) headers.set(OWNER_HEADER, owner);
  headers.set("Content-Language", locale);
  headers.set("Cache-Control", isPost ? "no-store" : isOwn ? "private, no-store" : "private, no-cache");
  headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie");
  // Addresses of these pages may hold a token, so other sites get no referrer. Same-origin forms still send their origin.
  headers.set("Referrer-Policy", "same-origin");
  for (const cookie of [...cookies, ...response.headers.getSetCookie()]) headers.append("Set-Cookie", cookie);
  for (const name of ["Cache-Control", "Retry-After", "X-Robots-Tag"]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const location = response.headers.get("Location");
  if (location !== null) return elsewhere(request, response.status, location, headers);
  if (response.status === 405)
    return wrongMethodResponse(locale, secure, pageRoutes.methodsOf(addressOf(request).path));
  headers.set("Content-Type", response.headers.get("Content-Type") ?? "text/html; charset=utf-8");
  if (response.headers.has("X-Remix-Response")) headers.set("X-Remix-Response", "yes");
  if (request.method === "HEAD") return new Response(null, { status: response.status, headers });
  const isDocument = headers.get("Content-Type")?.startsWith("text/html") === true;
  const page = isDocument
    ? Buffer.from(makeEntryInert(await response.text()))
    : Buffer.from(await response.arrayBuffer());
  return compressedAnswer(request, page, { status: response.status, headers });
}

function elsewhere(request: Request, status: number, location: string, headers: Headers): Response {
  headers.delete("Content-Language");
  if (request.headers.get(IN_PLACE_HEADER) === null) {
    headers.set("Location", location);
    return new Response(null, { status, headers });
  }
  headers.set("X-Location", location);
  return new Response(null, { status: 204, headers });
}

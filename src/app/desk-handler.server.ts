import * as deskPaths from "../staff/desk-paths.ts";
import { matchPath } from "react-router";
import { pictureEncoder } from "../pictures/encoder/context.server.ts";
import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import { localeCookieOf } from "../venues/locale.server.ts";
import { endedOperatorCookie, operatorCookie } from "../staff/access.server.ts";
import { DESK_ROUTES, type DeskRoute } from "../venues/desk/routes.ts";
import { may, type Operator } from "../staff/operator.ts";
import { deskVisit, noteFromCookie, type DeskVisit } from "../venues/desk/request.server.ts";
import { operatorOfToken } from "../staff/sessions.server.ts";
import { m } from "../messages/messages.js";
import { addressOf, compressedAnswer, redirectAnswer, REFUSED_FORM } from "./page-answer.server.ts";
import { readForm, type PostedForm } from "../platform/http/form-body.server.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { isSameOrigin } from "../platform/http/same-origin.server.ts";
import {
  deskPolicy,
  framedPolicy,
  errorPagePolicy,
  securityHeaders,
} from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { PageRender } from "./page-render.server.ts";
import { errorPageHtml } from "../platform/http/error-page.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { chosenLanguage } from "../venues/language.ts";
import type { Venue } from "../venues/venue.ts";

/** Forms may hold several long texts in two languages, percent-encoded. Uploads are a file within a form. */
const FORM_BYTES_MAX = 1024 * 1024;
const UPLOAD_BYTES_MAX = 12 * 1024 * 1024;
const FIELDS_MAX = 6_000;
const ACCESS_PATH = deskPaths.access;

/** True for every spelling of a path of the back-office. */
export function isDeskPath(path: string): boolean {
  return /^\/desk(\/|$)/i.test(path);
}

type Asked = {
  venue: Venue;
  locale: Locale;
  operator: Operator;
  form: PostedForm | null;
  route: DeskRoute | undefined;
};

/**
 * Answers the requests of the back-office: pages of a venue's site for its staff, each rendered for one answer with a nonce and never
 * cached. Addresses outside DESK_ROUTES answer 404, a missing permission 403. A form must come from this site (CSRF).
 */
export function openDeskHandler(
  world: World,
  table: VenueTable,
  { renderPage, encoder }: { renderPage: PageRender; encoder: PictureEncoder },
) {
  const secure = securityHeaders(world.config.publicScheme === "https");

  async function rendered(request: Request, { venue, locale, operator, form, route }: Asked): Promise<Response> {
    const { path, search, isData } = addressOf(request);
    const query = new URLSearchParams(search);
    const isAllowed =
      route !== undefined && operator.projectIds.includes(venue.projectId) && allows(route, operator, venue);
    const refusal = route === undefined ? 404 : isAllowed ? null : 403;
    // A refusal is a page of its own, so nothing of the requested page runs. The router is told to load it as a document.
    if (refusal !== null && isData) return redirectEarly(request, path, 302);
    const left = noteFromCookie(request.headers.get("cookie"));
    const shows = request.method === "GET" && left !== null && refusal === null;
    const nonce = Buffer.from(world.random(16)).toString("base64");
    const visit: DeskVisit = {
      operator,
      isPosted: request.method === "POST",
      reloadVenues: () => table.reload(),
      renderPage: visitorPage(venue, nonce),
      cookies: shows ? [left.ended] : [],
      note: shows ? left.note : null,
      refusal,
    };
    const chosen = chosenLanguage(venue, query.get("locale"));
    if (chosen !== undefined) visit.cookies.push(localeCookieOf(chosen));
    const isPost = request.method === "POST" && refusal === null;
    const { response } = await world.database.forVenue(venue, () =>
      renderPage({
        venue,
        locale,
        path: refusal === null ? path : deskPaths.home,
        query: refusal === null ? query : new URLSearchParams(),
        isData,
        isStill: refusal !== null,
        nonce,
        method: isPost ? "POST" : "GET",
        form: isPost ? form : null,
        prepare: (context) => {
          context.set(deskVisit, visit);
          context.set(pictureEncoder, encoder);
        },
      }),
    );
    return finished(request, response, { nonce, locale, cookies: visit.cookies });
  }

  /** Renders a visitor's page with the data of the given world, which may read inside a transaction. */
  function visitorPage(venue: Venue, nonce: string): DeskVisit["renderPage"] {
    return async (seen, path, locale) => {
      const query = new URLSearchParams();
      const { response } = await renderPage({ world: seen, venue, locale, path, query, nonce, isStill: true });
      return response.headers.has("Location") ? null : await response.text();
    };
  }

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
    if (response.status === 405) return errorPageResponse("method", locale, secure);
    const own = deskPolicy({ nonce, media: world.config.mediaUrl });
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
    const isShown = path === ACCESS_PATH || request.method === "POST";
    const headers = new Headers(secure);
    headers.set("Cache-Control", "private, no-store");
    if (endsSession) headers.append("Set-Cookie", endedOperatorCookie());
    // The page around a preview keeps what was typed; the frame explains why it is empty.
    if (isFramed(request, path)) return errorPageResponse("session-over", locale, [...headers], { isFramed: true });
    if (!isShown) return redirectEarly(request, ACCESS_PATH, 303, headers);
    const options = { locale };
    const html = errorPageHtml({
      locale,
      title: m.desk_access_title({}, options),
      text: m.desk_access_text({}, options),
      action: m.desk_access_home({}, options),
      href: "/",
    });
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? "");
    headers.set("Content-Security-Policy", errorPagePolicy(styles));
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Content-Language", locale);
    headers.set("X-Robots-Tag", "noindex");
    return new Response(request.method === "HEAD" ? null : html, {
      status: request.method === "POST" ? 401 : 200,
      headers,
    });
  }

  /** Redirects to another address, without caching. */
  function redirectEarly(request: Request, location: string, status: number, headers = new Headers(secure)): Response {
    headers.set("Cache-Control", "private, no-store");
    return redirectAnswer(location, { status, isData: addressOf(request).isData, headers });
  }

  return {
    /** Answers a request of the back-office, whatever its method. */
    async answer(request: Request, { venue, locale }: { venue: Venue | null; locale: Locale }): Promise<Response> {
      const isPost = request.method === "POST";
      if (!isPost && request.method !== "GET" && request.method !== "HEAD")
        return errorPageResponse("method", locale, secure);
      // The group's own host has no back-office.
      if (venue === null) return redirectEarly(request, "/", 302);
      const { path } = addressOf(request);
      const token = operatorCookie(request.headers.get("cookie"));
      const operator = token === null ? null : await operatorOfToken(world, token);
      if (operator === null) return closed(request, path, locale, token !== null);
      if (path === ACCESS_PATH) return redirectEarly(request, deskPaths.home, 303);
      const route = routeAt(path);
      if (!isPost) return rendered(request, { venue, locale, operator, form: null, route });
      const framing = { isFramed: isFramed(request, path) };
      if (!isSameOrigin(request)) return errorPageResponse("foreign-form", locale, secure, framing);
      const takesFiles = route?.takesFiles === true;
      const read = await readForm(request, {
        takesFiles,
        bytesMax: takesFiles ? UPLOAD_BYTES_MAX : FORM_BYTES_MAX,
        fieldsMax: FIELDS_MAX,
      });
      if ("refusal" in read) return errorPageResponse(REFUSED_FORM[read.refusal], locale, secure, framing);
      return rendered(request, { venue, locale, operator, form: read.form, route });
    },
  };
}

/** The route of an address in the list of the back-office. */
function routeAt(path: string): DeskRoute | undefined {
  return DESK_ROUTES.find((one) => matchPath(one.path, path) !== null);
}

/** True if the answer is shown in a frame. A POST forwarded by the service worker lacks the header, so its route decides. */
function isFramed(request: Request, path: string): boolean {
  if (request.headers.get("sec-fetch-dest") === "iframe") return true;
  return request.method === "POST" && routeAt(path)?.isFramed === true;
}

function allows({ permission }: DeskRoute, operator: Operator, venue: Venue): boolean {
  return permission === null || may(operator, permission, venue.projectId);
}

import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { PictureEncoder } from "./content/picture-encoder.server.ts";
import { inLocale, localeCookieOf } from "./locale.server.ts";
import { OWNER_HEADER, snapshotOwner } from "./loyalty/snapshot.server.ts";
import { memberPaths, readsCards, takesForeignPost } from "./members/paths.ts";
import { cookieToken, endedCookie, introspect, sessionCookie } from "./members/sessions.server.ts";
import { visitOf } from "./members/visit.server.ts";
import type { UneditedPage } from "./operator-door.server.ts";
import { CODING, encodingOf } from "./platform/encoding.server.ts";
import { FORM_BYTES_MAX, readForm, textsOf } from "./platform/form-body.server.ts";
import { noticeResponse, type Notice } from "./platform/notices.server.ts";
import { compressedOnce } from "./platform/page-bytes.server.ts";
import { isSameOrigin } from "./platform/same-origin.server.ts";
import { noncePolicy, securityHeaders } from "./platform/security-headers.server.ts";
import type { World } from "./platform/world.ts";
import { pageRequest, type Visitor } from "./request-context.server.ts";
import type { Locale } from "./venues/contract.ts";
import type { VenueTable } from "./venues/venue-table.server.ts";
import { chosenLanguage } from "./venues/language.ts";
import type { Venue } from "./venues/venue.ts";

/** A picture of 5 MB and the form around it (G73). */
const UPLOAD_BYTES_MAX = 5.25 * 1024 * 1024;
const QUERY_MAX = 2_048;
const REFUSED_FORM = { 400: "bad-form", 413: "large-form", 415: "no-form" } as const;
/** A script that sends a form by itself asks with this header, and is told where to go instead of being sent there. */
const IN_PLACE_HEADER = "x-in-place";

type Asked = { venue: Venue | null; locale: Locale; socketAddress: string | undefined };

/**
 * The door of pages that are never kept: those of the member area, read and posted. Each is rendered for one answer, with a
 * policy made of a nonce; a form comes from this site or is refused (T28), is read within limits, and whatever it holds is
 * answered by a page.
 */
export function openMemberDoor(world: World, table: VenueTable, build: ServerBuild, encoder: PictureEncoder) {
  const render = createRequestHandler(build, "production");
  const secure = securityHeaders(world.config.publicScheme === "https");

  async function visitorOf(
    request: Request,
    { venue, locale, socketAddress }: Asked,
    form: FormData,
  ): Promise<Visitor> {
    const cookies: string[] = [];
    const token = cookieToken(request);
    const found = token === null ? null : await introspect(world, token);
    // A session that has ended takes its cookie along (T27); one whose token was replaced gets the successor (G173).
    if (token !== null && found === null) cookies.push(endedCookie());
    if (found !== null && found.token !== token) cookies.push(sessionCookie(found.token));
    const visit = visitOf(world, request, { venue, locale, venues: table.all(), kind: "web", socketAddress });
    const { recaptcha } = textsOf(form);
    return {
      visit: recaptcha === undefined || recaptcha === "" ? visit : { ...visit, captcha: recaptcha },
      member: found?.member ?? null,
      token: found?.token ?? null,
      isInPlace: request.headers.get(IN_PLACE_HEADER) !== null,
      encoder,
      form,
      cookies,
    };
  }

  async function rendered(request: Request, asked: Asked, form: FormData): Promise<Response> {
    const { venue, locale } = asked;
    const url = new URL(request.url);
    // A part of a query would say something else than the whole.
    const search = url.search.length > QUERY_MAX ? "" : url.search;
    const query = new URLSearchParams(search);
    const visitor = await visitorOf(request, asked, form);
    const chosen = chosenLanguage(venue, query.get("locale"));
    if (chosen !== undefined) visitor.cookies.push(localeCookieOf(chosen));
    const nonce = Buffer.from(world.random(16)).toString("base64");
    const context = new RouterContextProvider();
    context.set(pageRequest, {
      world,
      venue,
      venues: table.all(),
      locale,
      popup: null,
      query,
      nonce,
      made: { tags: new Set<string>(), edges: [], isKept: false },
      page: { content: null, style: "", sheets: [], hydrates: false },
      path: url.pathname,
      visitor,
      isEditing: false,
    });
    const started = performance.now();
    const inner = new Request(`http://page.invalid${url.pathname}${search}`, {
      method: request.method,
      // Beside the session, a route may keep its own short-lived cookie.
      headers: { cookie: request.headers.get("cookie") ?? "" },
      // React Router reads nothing of the body: the form is in the context.
      body: request.method === "POST" ? new URLSearchParams() : null,
    });
    const response = await inLocale(locale, () => render(inner, context));
    world.metrics.observe("page_render_seconds", (performance.now() - started) / 1000);
    // Logging in for the app ends at the app's own scheme (G80), which a browser counts among the form's targets.
    const app = query.has("native_redirect_url") ? world.config.nativeScheme : undefined;
    const policy = noncePolicy({ nonce, media: world.config.mediaUrl, app, hasWasm: readsCards(url.pathname) });
    const owner = visitor.member === null ? null : snapshotOwner(world, visitor.member.accountId);
    return finished(request, response, { policy, locale, cookies: visitor.cookies, owner });
  }

  async function finished(
    request: Request,
    response: Response,
    { policy, locale, cookies, owner }: { policy: string; locale: Locale; cookies: string[]; owner: string | null },
  ): Promise<Response> {
    const isPost = request.method === "POST";
    const headers = new Headers(secure);
    headers.set("Content-Security-Policy", policy);
    if (owner !== null) headers.set(OWNER_HEADER, owner);
    headers.set("Content-Language", locale);
    headers.set("Cache-Control", isPost ? "no-store" : "private, no-cache");
    headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie");
    // Addresses of these pages may hold a token: other sites learn nothing of them. Our own forms still name their origin.
    headers.set("Referrer-Policy", "same-origin");
    for (const cookie of [...cookies, ...response.headers.getSetCookie()]) headers.append("Set-Cookie", cookie);
    for (const name of ["Cache-Control", "Retry-After", "X-Robots-Tag"]) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const location = response.headers.get("Location");
    if (location !== null) return elsewhere(request, response.status, location, headers);
    if (response.status === 405) return noticeResponse("method", locale, secure);
    headers.set("Content-Type", "text/html; charset=utf-8");
    if (request.method === "HEAD") return new Response(null, { status: response.status, headers });
    const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
    if (encoding !== "identity") headers.set("Content-Encoding", CODING[encoding]);
    const body = await compressedOnce(Buffer.from(await response.arrayBuffer()), encoding);
    return new Response(new Uint8Array(body), { status: response.status, headers });
  }

  function refused(notice: Notice, locale: Locale): Response {
    return noticeResponse(notice, locale, secure);
  }

  async function answer(request: Request, asked: Asked): Promise<Response> {
    const { method } = request;
    if (method === "GET" || method === "HEAD") return rendered(request, asked, new FormData());
    if (method !== "POST") return refused("method", asked.locale);
    const { pathname } = new URL(request.url);
    if (!takesForeignPost(pathname) && !isSameOrigin(request)) return refused("foreign-form", asked.locale);
    const takesFiles = pathname === memberPaths.avatar;
    const read = await readForm(request, { takesFiles, bytesMax: takesFiles ? UPLOAD_BYTES_MAX : FORM_BYTES_MAX });
    if ("refusal" in read) return refused(REFUSED_FORM[read.refusal], asked.locale);
    return rendered(request, asked, read.form);
  }

  return {
    /** Answers a page of the member area, whatever the method. */
    answer,
    /** The same for staff who edit such a page: what everybody is answered, and nobody in particular as its visitor. */
    forStaff: (request: Request, asked: Asked): UneditedPage => ({
      answer: () => answer(request, asked),
      visitor: {
        visit: visitOf(world, request, { ...asked, venues: table.all(), kind: "web" }),
        member: null,
        token: null,
        isInPlace: false,
        encoder,
        form: new FormData(),
        cookies: [],
      },
    }),
    /** 405 as a page, for a method that a document does not take. */
    refuseMethod: (locale: Locale) => refused("method", locale),
  };
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

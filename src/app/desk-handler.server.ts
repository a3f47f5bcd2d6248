import * as deskPaths from "../staff/desk-paths.ts";
import { pictureEncoder } from "../pictures/encoder/context.server.ts";
import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import { localeCookieOf } from "../venues/language/locale.server.ts";
import { operatorCookie } from "../staff/access.server.ts";
import type { DeskRoute } from "../venues/desk/routes.ts";
import { may, type Operator } from "../staff/operator.ts";
import { deskVisit, noteFromCookie, type DeskVisit } from "../venues/desk/request.server.ts";
import { operatorOfToken } from "../staff/sessions.server.ts";
import { readForm, type PostedForm } from "../platform/http/form-body.server.ts";
import { errorPageResponse, wrongMethodResponse } from "../platform/http/error-pages.server.ts";
import type { PageRoutes } from "../platform/http/page-routes.server.ts";
import { isSameOrigin } from "../platform/http/same-origin.server.ts";
import { newNonce, securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { PageRender } from "./pages/page-render.server.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { chosenLanguage } from "../venues/language/language.ts";
import type { Venue } from "../venues/venue.ts";
import { isFramed, openDeskAnswers, routeAt } from "./desk-answers.server.ts";
import { addressOf, REFUSED_FORM } from "./pages/page-answer.server.ts";

/** Forms may hold several long texts in two languages, percent-encoded. Uploads are a file within a form. */
const FORM_BYTES_MAX = 1024 * 1024;
const UPLOAD_BYTES_MAX = 12 * 1024 * 1024;
const FIELDS_MAX = 6_000;

/** True for every spelling of a path of the desk. */
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
 * Answers the requests of the desk: pages of a venue's site for its staff, each rendered for one answer with a nonce and never
 * cached. Addresses outside DESK_ROUTES answer 404, a missing permission 403. A form must come from this site (CSRF).
 */
export function openDeskHandler(
  world: World,
  table: VenueTable,
  { renderPage, pageRoutes, encoder }: { renderPage: PageRender; pageRoutes: PageRoutes; encoder: PictureEncoder },
) {
  const secure = securityHeaders(world.config);
  const answers = openDeskAnswers(world.config.mediaUrl, secure, pageRoutes);
  const { closed, redirectEarly } = answers;
  const rendered = openDeskPages(world, table, { renderPage, encoder, answers });

  return {
    /** Answers a request of the desk, whatever its method. */
    async answer(request: Request, { venue, locale }: { venue: Venue | null; locale: Locale }): Promise<Response> {
      const isPost = request.method === "POST";
      if (!isPost && request.method !== "GET" && request.method !== "HEAD")
        return wrongMethodResponse(locale, secure, pageRoutes.methodsOf(addressOf(request).path));
      // The group's own host has no desk.
      if (venue === null) return redirectEarly(request, "/", 302);
      const { path } = addressOf(request);
      const token = operatorCookie(request.headers.get("cookie"));
      const operator = token === null ? null : await operatorOfToken(world, token);
      if (token === null || operator === null) return closed(request, path, locale, token !== null);
      if (path === deskPaths.access) return redirectEarly(request, deskPaths.home, 303);
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
      // A form arrives after its sender was admitted, an upload up to a minute later: the session may have ended.
      const sender = await operatorOfToken(world, token);
      if (sender === null) return closed(request, path, locale, true);
      return rendered(request, { venue, locale, operator: sender, form: read.form, route });
    },
  };
}

type Pages = { renderPage: PageRender; encoder: PictureEncoder; answers: ReturnType<typeof openDeskAnswers> };

/** Renders a page of the desk, or a refusal in its place. */
function openDeskPages(world: World, table: VenueTable, { renderPage, encoder, answers }: Pages) {
  const { finished, redirectEarly } = answers;

  /** Renders a visitor's page with the data of the given world, which may read inside a transaction. */
  function visitorPage(venue: Venue, nonce: string): DeskVisit["renderPage"] {
    return async (seen, path, locale) => {
      const query = new URLSearchParams();
      const { response } = await renderPage({ world: seen, venue, locale, path, query, nonce, isStill: true });
      return response.headers.has("Location") ? null : await response.text();
    };
  }

  return async function rendered(request: Request, { venue, locale, operator, form, route }: Asked): Promise<Response> {
    const { path, search, isData } = addressOf(request);
    const query = new URLSearchParams(search);
    const isAllowed =
      route !== undefined && operator.projectIds.includes(venue.projectId) && allows(route, operator, venue);
    const refusal = route === undefined ? 404 : isAllowed ? null : 403;
    // A refusal is a page of its own, so nothing of the requested page runs. The router is told to load it as a document.
    if (refusal !== null && isData) return redirectEarly(request, path, 302);
    const left = noteFromCookie(request.headers.get("cookie"));
    const shows = request.method === "GET" && left !== null && refusal === null;
    const nonce = newNonce(world);
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
  };
}

function allows({ permission }: DeskRoute, operator: Operator, venue: Venue): boolean {
  return permission === null || may(operator, permission, venue.projectId);
}

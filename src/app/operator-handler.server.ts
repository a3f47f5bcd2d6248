import { withDraftTexts } from "../content/editing/draft-texts.server.ts";
import { draftsByKey } from "../content/editing/drafts.server.ts";
import { contentRevisions } from "../content/editing/history.server.ts";
import { localeCookieOf } from "../venues/language/locale.server.ts";
import type { EditingSession } from "../content/editing/editing.tsx";
import { endedOperatorCookie, operatorCookie } from "../staff/access.server.ts";
import { may, type Operator } from "../staff/operator.ts";
import { operatorOfToken } from "../staff/sessions.server.ts";
import type { PageHandler } from "./pages/page-handler.server.ts";
import { compressedAnswer } from "./pages/page-answer.server.ts";
import type { PageKey } from "./pages/page-key.server.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { editingPolicy, framedPolicy, newNonce, securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { PageRender } from "./pages/page-render.server.ts";
import type { Visitor } from "../accounts/page-visitor.server.ts";
import type { Venue } from "../venues/venue.ts";

/** A page that another handler answers: its answer for everybody, and the visitor to render it for when staff edit it. */
export type UneditedPage = { answer: () => Promise<Response>; visitor: Visitor };

/**
 * Public pages for an operator who may edit the site, rendered for one answer with a nonce. Their markup carries the names of texts and
 * pictures, and the editor is loaded with them. Nobody else gets a byte of it. A page framed by the site itself is shown as visitors see it.
 */
export function openOperatorHandler(world: World, renderPage: PageRender, pageHandler: PageHandler) {
  const secure = securityHeaders(world.config);
  const edited = openEditedPages(world, renderPage, secure);

  /** The page as visitors see it; only this site may frame it, and only for an operator who may edit. */
  async function preview(request: Request, venue: Venue, wanted: PageKey): Promise<Response> {
    const page = await pageHandler.page(venue, wanted);
    const policy = page.headers.find(([name]) => name === "Content-Security-Policy")?.[1] ?? "";
    const headers = headersOf(secure, wanted, framedPolicy(policy));
    const location = page.headers.find(([name]) => name === "Location")?.[1];
    if (location !== undefined) headers.set("Location", location);
    return compressedAnswer(request, page.identity, { status: page.status, headers });
  }

  /** For an ended session: the page that everybody gets, or in a preview's frame a page that says so. Removes the cookie. */
  async function withoutSession(
    request: Request,
    venue: Venue,
    isFramed: boolean,
    unedited: UneditedPage | undefined,
  ): Promise<Response> {
    if (isFramed) {
      const { locale } = pageHandler.askedBy(request, venue) ?? { locale: "fr" };
      const ended: [string, string][] = [...secure, ["Set-Cookie", endedOperatorCookie()]];
      return errorPageResponse("session-over", locale, ended, { isFramed });
    }
    const answer = await (unedited === undefined ? pageHandler.answer(request, venue) : unedited.answer());
    answer.headers.append("Set-Cookie", endedOperatorCookie());
    return answer;
  }

  return {
    /**
     * The operator's page. Null for everybody else, and if the address redirects. `unedited` is given for a page of the member area:
     * only that area's own handler knows what visitors get.
     */
    async answer(request: Request, venue: Venue | null, unedited?: UneditedPage): Promise<Response | null> {
      const token = operatorCookie(request.headers.get("cookie"));
      if (token === null || venue === null || request.method !== "GET") return null;
      const operator = await operatorOfToken(world, token);
      const isFramed = request.headers.get("sec-fetch-dest") === "iframe";
      if (operator === null) return withoutSession(request, venue, isFramed, unedited);
      const wanted = pageHandler.askedBy(request, venue);
      if (wanted === null || !may(operator, "SITE_UPDATE", venue.projectId)) return null;
      if (isFramed) return unedited === undefined ? preview(request, venue, wanted) : framed(await unedited.answer());
      const visitor = unedited?.visitor ?? null;
      return world.database.forVenue(venue, () => edited(request, { venue, operator, wanted, visitor }));
    },
  };
}

type Edited = { venue: Venue; operator: Operator; wanted: PageKey; visitor: Visitor | null };

/** The page as its editor sees it: with the drafts that wait to be published, and what the editor starts from. */
function openEditedPages(world: World, renderPage: PageRender, secure: [string, string][]) {
  return async (request: Request, { venue, operator, wanted, visitor }: Edited): Promise<Response> => {
    const { path, locale, popup, query, isData } = wanted;
    const nonce = newNonce(world);
    // Read the revisions before the texts: a save in between then shows up as a conflict instead of being lost.
    const revisions = await contentRevisions(world, venue, locale);
    const drafts = await draftsByKey(world, venue, locale);
    const texts = new Map([...drafts].map(([key, { document }]) => [key, document]));
    const seen = withDraftTexts(world, venue, { locale, texts });
    const editing = { ...sessionOf(venue, operator, wanted), revisions: Object.fromEntries(revisions) };
    const asked = { venue, locale, path, query, popup: popup === "Menu" ? popup : null, isData };
    const { response: answer } = await renderPage({ ...asked, world: seen, nonce, visitor, editing });
    const headers = headersOf(secure, wanted, editingPolicy({ nonce, media: world.config.mediaUrl }));
    const location = answer.headers.get("Location");
    if (location !== null) {
      headers.set("Location", location);
      return new Response(null, { status: answer.status, headers });
    }
    if (isData) {
      headers.set("Content-Type", answer.headers.get("Content-Type") ?? "text/x-script");
      headers.set("X-Remix-Response", "yes");
    }
    return compressedAnswer(request, Buffer.from(await answer.text()), { status: answer.status, headers });
  };
}

/** The initial data of the editor in the page. */
function sessionOf(venue: Venue, operator: Operator, { locale }: PageKey): Omit<EditingSession, "revisions"> {
  return {
    name: operator.name,
    canPublish: may(operator, "CONTENT_PUBLISH", venue.projectId),
    keepsDrafts: venue.config.content_drafts,
    projectId: venue.projectId,
    slug: venue.slug,
    locale,
    locales: [...venue.locales],
    timeZone: venue.policy.timeZone,
  };
}

/** A page of the member area as everybody gets it; only this site may frame it. */
function framed(answer: Response): Response {
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy !== null) answer.headers.set("Content-Security-Policy", framedPolicy(policy));
  return answer;
}

function headersOf(secure: [string, string][], { locale, chosen }: PageKey, policy: string): Headers {
  const headers = new Headers(secure);
  headers.set("Content-Security-Policy", policy);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  headers.set("Cache-Control", "private, no-store");
  headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Dest");
  headers.set("X-Robots-Tag", "noindex");
  if (chosen !== null) headers.append("Set-Cookie", localeCookieOf(chosen));
  return headers;
}

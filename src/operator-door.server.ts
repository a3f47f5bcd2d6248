import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { contentRevisions } from "./content/history.server.ts";
import { inLocale, localeCookieOf } from "./locale.server.ts";
import { EDITOR_SCRIPT, OPERATOR_SCRIPT, OPERATOR_STYLE } from "./page-assets.server.ts";
import { endedOperatorCookie, operatorCookie } from "./operators/access.server.ts";
import { may, type Operator } from "./operators/operator.ts";
import { operatorOfToken } from "./operators/sessions.server.ts";
import type { PageDoor } from "./page-door.server.ts";
import type { Asked } from "./page-answer.server.ts";
import { cutHoles } from "./platform/holes.ts";
import { CODING, encodingOf } from "./platform/encoding.server.ts";
import { compressedOnce } from "./platform/page-bytes.server.ts";
import { editingPolicy, framedPolicy, securityHeaders } from "./platform/security-headers.server.ts";
import type { World } from "./platform/world.ts";
import { pageRequest } from "./request-context.server.ts";
import type { VenueTable } from "./venues/venue-table.server.ts";
import type { Venue } from "./venues/venue.ts";

/**
 * Public pages for an operator who may edit the site: rendered for one answer, under a nonce, with the names of texts and pictures
 * in the markup and the tools beside them. Nobody else's page has a byte of it. Framed by the site itself, a page is what a visitor
 * sees.
 */
export function openOperatorDoor(world: World, table: VenueTable, build: ServerBuild, door: PageDoor) {
  const render = createRequestHandler(build, "production");
  const secure = securityHeaders(world.config.publicScheme === "https");

  async function edited(request: Request, venue: Venue, operator: Operator, wanted: Asked): Promise<Response> {
    const { path, locale, popup, query } = wanted;
    const nonce = Buffer.from(world.random(16)).toString("base64");
    const context = new RouterContextProvider();
    context.set(pageRequest, {
      world,
      venue,
      venues: table.all(),
      locale,
      popup: popup === "Menu" ? popup : null,
      query,
      nonce,
      made: { tags: new Set<string>(), edges: [], isKept: false },
      page: { content: null, style: "", sheets: [], hydrates: false },
      path,
      visitor: null,
      isEditing: true,
      // Read before the words: a save that falls between is a conflict that is told, never one that is lost.
      revisions: await contentRevisions(world, venue, locale),
    });
    const answer = await inLocale(locale, () => render(new Request(`http://page.invalid${path}`), context));
    const headers = headersOf(wanted, editingPolicy({ nonce, media: world.config.mediaUrl }));
    const location = answer.headers.get("Location");
    if (location !== null) {
      headers.set("Location", location);
      return new Response(null, { status: answer.status, headers });
    }
    const tools = toolsOf(venue, operator, wanted, nonce);
    const html = withTools(cutHoles(await answer.text()).text, tools);
    return compressed(request, html, answer.status, headers);
  }

  /** What everybody gets, which only this site may frame, and only for whoever edits it. */
  async function preview(request: Request, venue: Venue, wanted: Asked): Promise<Response> {
    const page = await door.page(venue, wanted);
    const policy = page.headers.find(([name]) => name === "Content-Security-Policy")?.[1] ?? "";
    const headers = headersOf(wanted, framedPolicy(policy));
    const location = page.headers.find(([name]) => name === "Location")?.[1];
    if (location !== undefined) headers.set("Location", location);
    return compressed(request, page.identity.toString(), page.status, headers);
  }

  function headersOf({ locale, setsLocale }: Asked, policy: string): Headers {
    const headers = new Headers(secure);
    headers.set("Content-Security-Policy", policy);
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Content-Language", locale);
    headers.set("Cache-Control", "private, no-store");
    headers.set("Vary", "Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Dest");
    headers.set("X-Robots-Tag", "noindex");
    if (setsLocale) headers.append("Set-Cookie", localeCookieOf(locale));
    return headers;
  }

  return {
    /** The operator's page; null for everybody else, and where the address leads elsewhere. */
    async answer(request: Request, venue: Venue | null): Promise<Response | null> {
      const token = operatorCookie(request.headers.get("cookie"));
      if (token === null || venue === null || request.method !== "GET") return null;
      const operator = await operatorOfToken(world, token);
      if (operator === null) {
        const answer = await door.answer(request, venue);
        answer.headers.append("Set-Cookie", endedOperatorCookie());
        return answer;
      }
      const wanted = door.askedBy(request, venue);
      if (wanted === null || !may(operator, "SITE_UPDATE", venue.projectId)) return null;
      const isFramed = request.headers.get("sec-fetch-dest") === "iframe";
      return isFramed ? preview(request, venue, wanted) : edited(request, venue, operator, wanted);
    },
  };
}

/** What the tools in the page begin from, as JSON that cannot end its element. */
function toolsOf(venue: Venue, operator: Operator, { locale }: Asked, nonce: string) {
  const session = {
    name: operator.name,
    canPublish: may(operator, "CONTENT_PUBLISH", venue.projectId),
    projectId: venue.projectId,
    slug: venue.slug,
    locale,
    locales: venue.locales,
    timeZone: venue.policy.timeZone,
    editor: EDITOR_SCRIPT.path,
  };
  return { nonce, session: JSON.stringify(session).replaceAll("<", "\\u003c") };
}

function withTools(html: string, { nonce, session }: { nonce: string; session: string }): string {
  const head = `<link rel="stylesheet" href="${OPERATOR_STYLE.path}">`;
  const body =
    `<script type="application/json" id="operator-session">${session}</script>` +
    `<script nonce="${nonce}" src="${OPERATOR_SCRIPT.path}" defer></script>`;
  return html.replace("</head>", () => `${head}</head>`).replace(/<\/body>(?![\s\S]*<\/body>)/, () => `${body}</body>`);
}

async function compressed(request: Request, html: string, status: number, headers: Headers): Promise<Response> {
  const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
  if (encoding !== "identity") headers.set("Content-Encoding", CODING[encoding]);
  return new Response(new Uint8Array(await compressedOnce(Buffer.from(html), encoding)), { status, headers });
}

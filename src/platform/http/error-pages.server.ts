import { m } from "../../messages/messages.js";
import { errorPageHtml } from "./error-page.ts";
import { framedPolicy, errorPagePolicy } from "./security-headers.server.ts";

/** `again` asks for the same address once more, `home` leads to the home page. */
const LINKS = {
  again: { action: m.page_again, href: "" },
  home: { action: m.error_home, href: "/" },
};

const PAGES = {
  "unknown-host": { status: 421, title: m.page_unknown_host_title, text: m.page_unknown_host_text, link: null },
  unavailable: { status: 503, title: m.page_unavailable_title, text: m.page_unavailable_text, link: "again" },
  error: { status: 500, title: m.error_title, text: m.page_error_text, link: "home" },
  offline: { status: 200, title: m.page_offline_title, text: m.page_offline_text, link: "again" },
  stopped: { status: 200, title: m.page_stopped_title, text: m.page_stopped_text, link: "home" },
  "bad-form": { status: 400, title: m.page_not_read_title, text: m.page_not_read_text, link: "home" },
  "foreign-form": { status: 403, title: m.page_foreign_form_title, text: m.page_foreign_form_text, link: "home" },
  "large-form": { status: 413, title: m.page_large_form_title, text: m.page_large_form_text, link: "home" },
  "no-form": { status: 415, title: m.page_not_read_title, text: m.page_not_read_text, link: "home" },
  method: { status: 405, title: m.page_method_title, text: m.page_method_text, link: "home" },
  "too-many": { status: 429, title: m.page_too_many_title, text: m.page_too_many_text, link: "again" },
  "session-over": { status: 401, title: m.page_session_over_title, text: m.page_session_over_text, link: null },
} as const;

/** The platform's error pages. They use neither React nor the database and repeat nothing of the request. */
export type ErrorPage = Exclude<keyof typeof PAGES, "method">;

/** The response for a method that a path does not take. `allowed` names those that it takes. */
export function wrongMethodResponse(locale: "fr" | "en", secure: [string, string][], allowed: string[]): Response {
  const response = pageResponse("method", locale, secure);
  response.headers.set("Allow", allowed.join(", "));
  return response;
}

/**
 * The response with an error page. With `isFramed`, pages of this site may show it in a frame. `retryAfterSeconds` is said where
 * trying again later helps.
 */
export function errorPageResponse(
  page: ErrorPage,
  locale: "fr" | "en",
  secure: [string, string][],
  options: Options = {},
): Response {
  return pageResponse(page, locale, secure, options);
}

type Options = { isFramed?: boolean; retryAfterSeconds?: number };

function pageResponse(
  page: keyof typeof PAGES,
  locale: "fr" | "en",
  secure: [string, string][],
  { isFramed = false, retryAfterSeconds = 5 }: Options = {},
): Response {
  const { status, title, text, link } = PAGES[page];
  const { action, href } = link === null ? { action: null, href: "/" } : LINKS[link];
  const html = errorPageHtml({
    locale,
    title: title({}, { locale }),
    text: text({}, { locale }),
    action: action?.({}, { locale }) ?? null,
    href,
  });
  const headers = new Headers(secure);
  const policy = errorPagePolicy();
  headers.set("Content-Security-Policy", isFramed ? framedPolicy(policy) : policy);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", status === 200 ? "no-cache" : "no-store");
  if (status === 503 || status === 429) headers.set("Retry-After", String(retryAfterSeconds));
  return new Response(html, { status, headers });
}

import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { negotiateLocale } from "../src/platform/http/locale-negotiation.ts";
import { inLocale, localeCookieOf } from "../src/venues/language/locale.server.ts";
import { FrameContext, NO_FRAME, type Frame } from "./pages/frame.ts";

const LOCALES = ["fr", "en"] as const;

/** The language of a page: `?locale=`, then the cookie that it leaves, then the browser's. */
function localeOf(c: Context): (typeof LOCALES)[number] {
  const query = c.req.query("locale");
  const locale = negotiateLocale({
    query,
    cookie: getCookie(c, "locale"),
    acceptLanguage: c.req.header("accept-language"),
    locales: LOCALES,
  });
  if (query === locale) c.header("Set-Cookie", localeCookieOf(locale), { append: true });
  return locale;
}

/** Answers with a page of the sandbox in the visitor's language. */
export function page(c: Context, element: ReactElement, status: 200 | 400 | 404 = 200) {
  const frame = frameOf(c);
  c.header("Content-Security-Policy", policyOf(frame.assets));
  c.header("Content-Language", frame.locale);
  return c.html(`<!doctype html>${rendered(element, frame)}`, status);
}

/** The markup of a part of a page in the visitor's language. */
export function markupOf(c: Context, element: ReactElement): string {
  return rendered(element, frameOf(c));
}

function frameOf(c: Context): Frame {
  const given = c.get("frame") as Partial<Frame> | undefined;
  const { pathname, search } = new URL(c.req.url);
  return { ...NO_FRAME, ...given, locale: localeOf(c), address: `${pathname}${search}` };
}

function rendered(element: ReactElement, frame: Frame): string {
  return inLocale(frame.locale, () => renderToStaticMarkup(<FrameContext value={frame}>{element}</FrameContext>));
}

/** The scanner reads codes by WebAssembly. A form may lead anywhere, because a provider's page leads back to the site. */
function policyOf(assets: string): string {
  const own = assets === "" ? "'self'" : `'self' ${assets}`;
  return [
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval'`,
    `style-src ${own}`,
    `font-src ${own}`,
    `img-src ${own} data: blob:`,
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

import { cookieIn } from "../../platform/cookies.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteServerAsyncLocalStorage } from "../../messages/runtime.js";
import type { Locale, SiteLocale } from "../contract.ts";

type Store = { locale: Locale; origin: string };
const localeOfWork = new AsyncLocalStorage<Store>();
overwriteServerAsyncLocalStorage(localeOfWork as Parameters<typeof overwriteServerAsyncLocalStorage>[0]);

/** Runs `work` with messages (`m.…()`) in this language; concurrent requests do not affect each other. */
export function inLocale<Result>(locale: Locale, work: () => Result): Result {
  return localeOfWork.run({ locale, origin: "" }, work);
}

const COOKIE_SECONDS = 365 * 86_400;

/** The Set-Cookie header that keeps a chosen language for a year. */
export function localeCookieOf(locale: SiteLocale): string {
  return `locale=${locale}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}

/** The language that a Cookie header names; undefined unless it can be the code of one. */
export function localeInCookie(cookie: string | undefined): string | undefined {
  return cookieIn(cookie, "locale", "[a-z]{2}");
}

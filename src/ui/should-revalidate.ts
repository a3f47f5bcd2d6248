import type { ShouldRevalidateFunctionArgs } from "react-router";
import { pageAddressOf } from "./page-address-of.ts";

/**
 * Used by the routes of all pages: data are kept if only popups or details over the page change, and after the action of another page, such
 * as a popup's.
 */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, formAction, defaultShouldRevalidate } = change;
  if (formMethod !== undefined && formMethod !== "GET" && formAction !== undefined)
    return new URL(formAction, currentUrl).pathname === currentUrl.pathname && defaultShouldRevalidate;
  const isSamePage = pageAddressOf(currentUrl) === pageAddressOf(nextUrl);
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

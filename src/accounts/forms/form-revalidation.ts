import type { ShouldRevalidateFunctionArgs } from "react-router";
import { shouldRevalidate as ofPages } from "../../ui/should-revalidate.ts";

/** For pages whose form has two steps in the history: moving between them loads nothing. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = change;
  const isSame = currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search;
  return !(isSame && formMethod === undefined) && ofPages(change);
}

import { pageVisitor } from "../accounts/visitor.server.ts";
import { pageRequest } from "../venues/document/page-request.server.ts";
import { safePath } from "../platform/http/safe-path.ts";
import type { Route } from "./+types/session-menu.route.ts";
import { menuView } from "./popup-views.server.ts";

/** '/session/menu': the member's part of the side menu over the page `at`. `menu` is null where nobody is logged in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue, venues, locale, query } = context.get(pageRequest);
  const member = context.get(pageVisitor)?.member ?? null;
  if (venue === null || member === null || venue.config.account_hidden) return { menu: null };
  const address = safePath(query.get("at"), "/");
  return { menu: await menuView(world, member, { venue, venues, locale, address }) };
}

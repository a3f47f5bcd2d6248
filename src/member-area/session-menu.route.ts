import { pageVisitor } from "../accounts/page-visitor.server.ts";
import { pageRequest } from "../venues/document/page-request.server.ts";
import type { Route } from "./+types/session-menu.route.ts";
import { menuView } from "./popup-views.server.ts";

/** '/session/menu': the member's part of the side menu. `menu` is null where nobody is logged in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue, venues, locale } = context.get(pageRequest);
  const member = context.get(pageVisitor)?.member ?? null;
  if (venue === null || member === null || venue.config.account_hidden) return { menu: null };
  return { menu: await menuView(world, member, { venue, venues, locale }) };
}

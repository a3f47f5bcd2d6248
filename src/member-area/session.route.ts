import { pageVisitor } from "../accounts/page-visitor.server.ts";
import { pageRequest } from "../venues/document/page-request.server.ts";
import type { Route } from "./+types/session.route.ts";
import { sessionView } from "./popup-views.server.ts";
import { takeAskedSession } from "./session-asked.ts";
import type { SessionAnswer } from "./session-view.ts";

/** '/session': who is logged in, for the frame of cached pages, which are the same for every visitor. */
export function loader({ context }: Route.LoaderArgs): SessionAnswer {
  const { world, venue } = context.get(pageRequest);
  const member = context.get(pageVisitor)?.member ?? null;
  return {
    session:
      member === null || venue === null || venue.config.account_hidden ? null : sessionView(world, member, venue),
  };
}

/** Takes the answer that the boot script asked for. Null where none arrives: the page can be read without it. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<SessionAnswer | null> {
  return (await takeAskedSession()) ?? (await serverLoader().catch(() => null));
}

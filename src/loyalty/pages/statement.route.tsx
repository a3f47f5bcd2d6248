import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { loggedInRequest } from "../../accounts/forms/member-request.server.ts";
import { m } from "../../messages/messages.js";
import { loyaltyStatement } from "../balance/statement.server.ts";
import { statementView } from "./statement-view.server.ts";
import "../../ui/figures/figure.css";
import "./statement.css";
import { StatementPage } from "./statement.tsx";
import type { Route } from "./+types/statement.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** `/players-plus/releve`: all movements of the member's loyalty euros; `avant` is the cursor of the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Statement");
  const { world, member, locale, venues, query } = request;
  const before = query.get("avant");
  const statement = await loyaltyStatement(world, member.playersPlusId ?? "", before);
  return {
    frame: await accountFrame(request, { title: m.loyalty_statement_title() }),
    statement: statementView(statement, locale, venues),
    isFirst: before === null,
  };
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  return <StatementPage {...loaderData} />;
}

import { accountFrame } from "../../members/pages/account-frame.server.ts";
import { accountMeta } from "../../members/pages/account-meta.ts";
import { loggedInRequest } from "../../members/pages/member-request.server.ts";
import { m } from "../../paraglide/messages.js";
import { loyaltyStatement } from "../statement.server.ts";
import { statementView } from "./statement-view.server.ts";
import "../../ui/figure.css";
import "./statement.css";
import { StatementPage } from "./statement.tsx";
import type { Route } from "./+types/statement.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** /players-plus/releve: every movement of the member's loyalty euros, a page at a time (`avant`). */
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

export const meta: Route.MetaFunction = ({ loaderData }) => accountMeta(loaderData?.frame);

export default function Statement({ loaderData }: Route.ComponentProps) {
  return <StatementPage {...loaderData} />;
}

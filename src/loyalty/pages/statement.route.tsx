import { accountFrame } from "../../members/pages/account-frame.server.ts";
import { loggedInRequest } from "../../members/pages/member-request.server.ts";
import { memberPaths } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { loyaltyStatement } from "../statement.server.ts";
import { statementView } from "./statement-view.server.ts";
import "../../ui/figure.css";
import "./statement.css";
import { StatementPage } from "./statement.tsx";
import type { Route } from "./+types/statement.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /players-plus/releve: every movement of the member's loyalty euros, a page at a time (`avant`). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Statement");
  const { world, member, locale, venues, query, page } = request;
  const before = query.get("avant");
  const statement = await loyaltyStatement(world, member.playersPlusId ?? "", before);
  const frame = await accountFrame(request, {
    title: m.loyalty_statement_title(),
  });
  page.hydrates = false;
  page.content = (
    <StatementPage
      frame={frame}
      statement={statementView(statement, locale, venues)}
      path={memberPaths.statement}
      isFirst={before === null}
    />
  );
  return null;
}

import * as paths from "../../venues/paths.ts";
import { popupHref } from "../../accounts/paths.ts";
import { AccountPage } from "../../accounts/pages/account/account-page.tsx";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { loggedInRequest } from "../../accounts/forms/member-request.server.ts";
import { m } from "../../messages/messages.js";
import { loyaltyStatement } from "../balance/statement.server.ts";
import { Balance } from "../../ui/figures/figure.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { statementView, type LineView } from "./statement-view.server.ts";
import "../../ui/figures/figure.css";
import "./statement.css";
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

/** The balance, then every movement by month. */
export default function Statement({ loaderData: { frame, statement, isFirst } }: Route.ComponentProps) {
  const { months, older } = statement;
  return (
    <AccountPage
      frame={frame}
      heading={m.loyalty_statement_title()}
      barTitle={m.loyalty_statement_bar()}
      back={{ href: popupHref("Menu"), label: m.loyalty_statement_back() }}
    >
      <Balance
        heading={m.loyalty_balance_label()}
        text={statement.balance}
        name={m.loyalty_balance_name({ amount: statement.balance })}
      >
        {statement.remark !== null && <p className="small quiet">{statement.remark}</p>}
      </Balance>
      {months.map(({ name, lines }) => (
        <Month key={name} name={name} lines={lines} />
      ))}
      {months.length === 0 && <Nothing isFirst={isFirst} />}
      {(older !== null || !isFirst) && (
        <nav className="statement-pages" aria-label={m.loyalty_statement_bar()}>
          {older !== null && (
            <PageLink className="button button-line" href={`${paths.statement}?avant=${older}`} rel="next">
              {m.loyalty_statement_older()}
            </PageLink>
          )}
          {!isFirst && (
            <PageLink className="text-link" href={paths.statement}>
              {m.loyalty_statement_newest()}
            </PageLink>
          )}
        </nav>
      )}
      <Rules />
    </AccountPage>
  );
}

function Month({ name, lines }: { name: string; lines: LineView[] }) {
  return (
    <section className="statement-month">
      <h2 className="title-3">{name}</h2>
      <ol>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line }: { line: LineView }) {
  return (
    <li className="statement-line">
      <div>
        <b>{line.what}</b>
        <time className="small quiet" dateTime={line.isoDay}>
          {line.where}
        </time>
      </div>
      <div className="statement-amount">
        <b className={line.isCredit ? "is-credit" : undefined}>{line.amount}</b>
        <span className="small quiet">{line.balance}</span>
      </div>
      {line.note !== null && <p className="statement-note">{line.note}</p>}
    </li>
  );
}

function Nothing({ isFirst }: { isFirst: boolean }) {
  return (
    <div className="empty">
      <Ornament shape="fan" />
      <p className="title-3">{isFirst ? m.loyalty_statement_empty_title() : m.loyalty_statement_end_title()}</p>
      <p>{isFirst ? m.loyalty_statement_empty() : m.loyalty_statement_end()}</p>
    </div>
  );
}

function Rules() {
  return (
    <details className="statement-rules">
      <summary>
        {m.loyalty_rules_title()}
        <Icon name="caret-down" small />
      </summary>
      <ul>
        <li>{m.loyalty_rules_life()}</li>
        <li>{m.loyalty_rules_order()}</li>
        <li>{m.loyalty_rules_correction()}</li>
      </ul>
    </details>
  );
}

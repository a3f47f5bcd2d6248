import { useRef } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import type { LineView, OpenView } from "../open-view.server.ts";
import { LabelledValue } from "./labelled-value.tsx";

const KINDS: Partial<Record<string, () => string>> = {
  "top-up": () => m.wallet_kind_top_up(),
  "top-up-return": () => m.wallet_kind_return(),
  "floor-load": () => m.wallet_kind_load(),
  "floor-spend": () => m.wallet_kind_spend(),
};

type StatementProps = Pick<OpenView, "statement"> & {
  /** Shows the movements before a place; an empty text shows the newest. */
  turnTo: (before: string) => Promise<boolean>;
};

/** The statement: movements of a wallet, newest first, in pages. Each opens to show its receipt. */
export function WalletStatement({ statement: { lines, older, isFirst }, turnTo }: StatementProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const turn = (before: string) =>
    void turnTo(before).then(() => {
      title.current?.focus();
      title.current?.scrollIntoView({ block: "start" });
    });
  return (
    <section className="wallet-statement" aria-labelledby="wallet-statement-title">
      <h3 id="wallet-statement-title" tabIndex={-1} ref={title}>
        {m.wallet_statement()}
      </h3>
      {lines.length === 0 && (
        <p className="quiet">{isFirst ? m.wallet_statement_none() : m.wallet_statement_no_more()}</p>
      )}
      <ol>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      {(older !== null || !isFirst) && (
        <div className="wallet-pages">
          {!isFirst && (
            <button className="button button-quiet button-small" type="button" onClick={() => turn("")}>
              {m.wallet_statement_newest()}
            </button>
          )}
          {older !== null && (
            <button className="button button-line button-small" type="button" onClick={() => turn(older)}>
              {m.wallet_statement_older()}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Line({ line }: { line: LineView }) {
  return (
    <li>
      <details>
        <summary>
          <span>
            <b>{(KINDS[line.kind] ?? m.wallet_kind_other)()}</b>
            <time className="small quiet" dateTime={line.isoTime}>
              {line.day}
            </time>
          </span>
          <b className={line.isCredit ? "figures is-credit" : "figures"}>{line.amount}</b>
          <Icon name="caret-down" small />
        </summary>
        <dl className="wallet-receipt">
          <LabelledValue label={m.wallet_receipt_time()} value={`${line.day}, ${line.time}`} />
          <LabelledValue label={m.wallet_receipt_balance()} value={line.balance} />
          <LabelledValue label={m.wallet_receipt_entry()} value={line.id} />
          {line.reference !== line.id && <LabelledValue label={m.wallet_receipt_reference()} value={line.reference} />}
        </dl>
      </details>
    </li>
  );
}

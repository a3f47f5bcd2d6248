import * as paths from "../../venues/paths.ts";
import type { Ref } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { JackpotLineView, JackpotsPageView } from "../views.ts";

type JackpotListProps = { view: JackpotsPageView; isBusy: boolean; ref: Ref<HTMLDivElement> };

/** The list that the visitor asked for. */
export function JackpotList({ view, isBusy, ref }: JackpotListProps) {
  return (
    <div className="jackpots-list" ref={ref} tabIndex={-1} aria-busy={isBusy || undefined}>
      {view.slot !== null && view.rows.length > 0 && (
        <div className="jackpots-of-slot">
          <h2 className="title-3">{m.jackpots_of_slot({ slot: view.slot })}</h2>
          <PageLink className="link" href={paths.jackpots} preventScrollReset>
            {m.jackpots_all_slots()}
          </PageLink>
        </div>
      )}
      {view.rows.length === 0 ? <Empty slot={view.slot} /> : <Table view={view} />}
    </div>
  );
}

/** The number of jackpots in the list as a sentence, announced after a search. */
export function foundText({ rows }: JackpotsPageView): string {
  if (rows.length === 0) return m.jackpots_empty();
  return rows.length === 1 ? m.jackpots_found_one() : m.jackpots_found({ count: rows.length });
}

/** A table: columns from 1,200 pixels on, two lines a row below. */
function Table({ view }: { view: JackpotsPageView }) {
  return (
    <table className="jackpots-table">
      <caption className="heard">{captionOf(view)}</caption>
      <thead>
        <tr>
          <th scope="col">{m.jackpots_column_slot()}</th>
          <th scope="col">{m.jackpots_column_model()}</th>
          <th scope="col">{m.jackpots_column_date()}</th>
          <th scope="col">{m.jackpots_column_time()}</th>
          <th scope="col">{m.jackpots_column_amount()}</th>
        </tr>
      </thead>
      <tbody className="figures">
        {view.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: JackpotLineView }) {
  return (
    <tr className={row.isHighest ? "is-highest" : undefined}>
      <th className="jackpots-slot" scope="row">
        {m.jackpot_slot({ slot: row.slot })}
      </th>
      <td className="jackpots-model">{row.model}</td>
      <td className="jackpots-date">
        <time dateTime={row.paidAt}>{row.date}</time>
      </td>
      <td className="jackpots-time">{row.time}</td>
      <td className="jackpots-amount">{row.amount}</td>
    </tr>
  );
}

function Empty({ slot }: { slot: number | null }) {
  return (
    <div className="empty">
      <Ornament shape="fan" />
      <p className="title-3">{m.jackpots_empty()}</p>
      <p>{slot === null ? m.jackpots_empty_list() : m.jackpots_empty_slot({ slot })}</p>
      {slot !== null && (
        <PageLink className="link" href={paths.jackpots} preventScrollReset>
          {m.jackpots_all_slots()}
          <Icon name="arrow-right" small />
        </PageLink>
      )}
    </div>
  );
}

function captionOf({ list, slot }: JackpotsPageView): string {
  if (slot !== null) return m.jackpots_of_slot({ slot });
  return { latest: m.jackpots_tab_latest, week: m.jackpots_tab_week, month: m.jackpots_tab_month }[list]();
}

import { DeskEmpty, DeskTable, type DeskTableRow } from "../../operators/pages/desk-parts.tsx";
import { m } from "../../paraglide/messages.js";

const REV_MAX = 2_147_483_647;

/** From which revision back a page of a history goes, as its address says; null for the newest. */
export function olderThan(query: URLSearchParams): number | null {
  const written = query.get("avant") ?? "";
  return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
}

/** Which side of which revision a row's form asks to have back; -1 is no revision's. */
export function wantedBack(fields: Partial<Record<string, unknown>>): { rev: number; side: "before" | "after" } {
  const rev = Number(fields["rev"]);
  return {
    rev: Number.isInteger(rev) && Math.abs(rev) <= REV_MAX ? rev : -1,
    side: fields["side"] === "before" ? "before" : "after",
  };
}

/** A page of a history: who, when, what, and the way back; `older` is the revision that the next page begins below. */
export function DeskHistoryTable({ rows, older }: { rows: DeskTableRow[]; older: number | null }) {
  if (rows.length === 0) return <DeskEmpty>{m.desk_history_empty()}</DeskEmpty>;
  return (
    <>
      <DeskTable
        label={m.desk_history()}
        head={[m.desk_history_when(), m.desk_history_who(), m.desk_history_what(), { heard: m.desk_history_restore() }]}
        rows={rows}
      />
      {older !== null && (
        <p>
          <a className="button button-line button-small" href={`?avant=${older}`}>
            {m.desk_history_older()}
          </a>
        </p>
      )}
    </>
  );
}

import { DeskLink } from "../../ui/desk/link.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskEmpty, DeskTable } from "../../ui/desk/parts.tsx";
import { m } from "../../messages/messages.js";

/** A row of a history: a change of a part of the venue, or of its whole file. */
export type HistoryRow = {
  rev: number;
  /** The instant, for machines and in words. */
  at: string;
  time: string;
  operator: string;
  what: string;
  changes: { name: string; label: string; before: string; after: string }[];
  /** The parts that a whole file changed. */
  parts: string | null;
  /** Which states can be restored: the one after the change, the one before it. */
  sides: ("after" | "before")[];
};

/** One page of a history: who, when, what, and buttons to restore. The next page begins below revision `older`. */
export function DeskHistoryTable({ rows, older }: { rows: HistoryRow[]; older: number | null }) {
  if (rows.length === 0) return <DeskEmpty>{m.desk_history_empty()}</DeskEmpty>;
  return (
    <>
      <DeskTable
        label={m.desk_history()}
        head={[m.desk_history_when(), m.desk_history_who(), m.desk_history_what(), { heard: m.desk_history_restore() }]}
        rows={rows.map((row) => ({ key: row.rev, cells: cellsOf(row) }))}
      />
      {older !== null && (
        <p>
          <DeskLink className="button button-line button-small" href={`?avant=${older}`}>
            {m.desk_history_older()}
          </DeskLink>
        </p>
      )}
    </>
  );
}

function cellsOf(row: HistoryRow) {
  return [
    <time dateTime={row.at} key="when">
      {row.time}
    </time>,
    row.operator,
    <What row={row} key="what" />,
    row.sides.length > 0 && <WayBack row={row} key="act" />,
  ];
}

function What({ row: { what, changes, parts } }: { row: HistoryRow }) {
  return (
    <div>
      <p>{what}</p>
      {parts !== null && <p>{parts}</p>}
      {changes.map(({ name, label, before, after }) => (
        <p className="desk-change" key={name}>
          <b>{label}</b> <del>{before}</del> → <ins>{after}</ins>
        </p>
      ))}
    </div>
  );
}

function WayBack({ row: { rev, sides } }: { row: HistoryRow }) {
  const words = { after: m.desk_history_restore, before: m.desk_history_restore_before };
  return (
    <DeskForm className="desk-restore">
      <input type="hidden" name="rev" value={rev} />
      {sides.map((side) => (
        <button className="desk-small" type="submit" name="side" value={side} key={side}>
          {words[side]()}
        </button>
      ))}
    </DeskForm>
  );
}

import { m } from "../../paraglide/messages.js";

/** From which revision back a page of a history goes, as its address says; null for the newest. */
export function olderThan(query: URLSearchParams): number | null {
  const written = query.get("avant") ?? "";
  return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
}

/** The way to what is older than revision `rev`; null where nothing is. */
export function DeskOlder({ rev }: { rev: number | null }) {
  if (rev === null) return null;
  return (
    <p>
      <a className="button button-line button-small" href={`?avant=${rev}`}>
        {m.desk_history_older()}
      </a>
    </p>
  );
}

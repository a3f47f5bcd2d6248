/** What stands before a small word, and such a word ('la', 'du', '&') with the one that it introduces, unless that is long. */
const KEPT = /(^|[\s(])((?:\p{Ll}{1,3}|&) \S{1,14}(?=\s|$))/u;

/** A title whose small words stay on the line of the word that they introduce. Its text is the same. */
export function KeptWords({ of: title }: { of: string }) {
  return title.split(KEPT).map((part, place, parts) => {
    const kind = place % 3;
    if (kind === 0) return part + (parts[place + 1] ?? "");
    return kind === 1 ? null : (
      <span key={place} className="kept">
        {part}
      </span>
    );
  });
}

/** Articles, prepositions and conjunctions in French and English. What ends with an apostrophe is part of the next word. */
const SMALL =
  "(?:à|au|aux|avec|chez|dans|de|des|du|en|et|la|le|les|ou|par|pour|sans|sous|sur|un|une|a|an|and|at|by|for|from|in|of|on|or|the|to|with|&)";
/** Where a title is split: (1) the space or bracket before and (2) a run of small words with the next word. */
const RUN = new RegExp(`(^|[ (])((?:${SMALL} )+(?!${SMALL}(?:\\s|$))\\S+)`, "u");
/** More characters on one line would leave too much of the line before empty. */
const LONGEST = 18;

/** A title whose small words stay on the line of the next word. Its text is the same. */
export function NoBreakWords({ of: title }: { of: string }) {
  return title.split(RUN).map((part, place, parts) => {
    const kind = place % 3;
    if (kind === 0) return part + (parts[place + 1] ?? "");
    if (kind === 1) return null;
    if (part.length > LONGEST) return part;
    return (
      <span key={place} className="kept">
        {part}
      </span>
    );
  });
}

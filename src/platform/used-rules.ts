/** A style sheet taken apart (bin/sheet-parts.ts). A rule's selectors name what a page must have for them: `.class`, or an element. */
export type SheetPart =
  | { text: string }
  | { animation: string; text: string }
  | { selectors: { text: string; needs: string[] }[]; body: string }
  | { head: string; parts: SheetPart[] };

const CLOSED_DIALOG = /<dialog(?![^>]* open)[^>]*>[\s\S]*?<\/dialog>/g;

/**
 * The rules of a sheet that a page uses, in their order: half of the one sheet is for pages of other kinds. Generous where it is
 * not sure: a class counts wherever in the page it stands. What stands in a closed dialog is not seen before a script opens it, and
 * those that do come after the whole sheet.
 */
export function usedRules(parts: readonly SheetPart[], html: string): string {
  const names = namesIn(html.replace(CLOSED_DIALOG, ""));
  const isUsed = (needs: string[]) => needs.every((name) => names.has(name));
  const still = ruled(parts, isUsed, () => false);
  return ruled(parts, isUsed, (animation) => still.includes(animation));
}

function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, element = "", attributes = ""] of html.matchAll(/<([a-z][a-z0-9]*)([^>]*)/g)) {
    names.add(element);
    const classes = / class="([^"]*)"/.exec(attributes)?.[1] ?? "";
    for (const name of classes.split(" ")) names.add(`.${name}`);
  }
  return names;
}

function ruled(
  parts: readonly SheetPart[],
  isUsed: (needs: string[]) => boolean,
  isRun: (animation: string) => boolean,
): string {
  let text = "";
  for (const part of parts) {
    if ("animation" in part) text += isRun(part.animation) ? part.text : "";
    else if ("text" in part) text += part.text;
    else if ("parts" in part) {
      const inside = ruled(part.parts, isUsed, isRun);
      if (inside !== "") text += `${part.head}{${inside}}`;
    } else {
      const used = part.selectors.filter(({ needs }) => isUsed(needs));
      if (used.length > 0) text += `${used.map((selector) => selector.text).join(",")}{${part.body}}`;
    }
  }
  return text;
}

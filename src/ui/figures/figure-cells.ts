/** The characters of a figure, each for a cell of fixed width, because Forum's digits differ in width. `kind` selects the width. Browser-safe. */
export function figureCells(text: string): { character: string; kind: "gap" | "point" | "sign" | undefined }[] {
  return Array.from(text, (character) => ({ character, kind: kindOf(character) }));
}

function kindOf(character: string): "gap" | "point" | "sign" | undefined {
  if (/\s/.test(character)) return "gap";
  if (/[.,]/.test(character)) return "point";
  return /\d/.test(character) ? undefined : "sign";
}

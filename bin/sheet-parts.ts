import postcss, { type ChildNode } from "postcss";
import type { Plugin } from "vite";
import type { SheetPart } from "../src/platform/used-rules.ts";

const SUFFIX = "?inline&parts";

/**
 * `import parts from "./styles.css?inline&parts"` gives the finished sheet in parts that say what they are for, taken apart once when the
 * site is built: a page carries those that it uses (used-rules.ts).
 */
export function sheetParts(): Plugin {
  return {
    name: "baize-sheet-parts",
    enforce: "post",
    transform(code, id) {
      if (!id.endsWith(SUFFIX)) return null;
      const text = /^export default (".*");?$/m.exec(code)?.[1];
      if (text === undefined) throw new Error(`${id} did not become a text`);
      const parts = partsOf(postcss.parse(JSON.parse(text) as string).nodes);
      return { code: `export default ${JSON.stringify(parts)};`, map: { mappings: "" } };
    },
  };
}

/** The parts of a parsed sheet, in its order. */
export function partsOf(nodes: readonly ChildNode[]): SheetPart[] {
  return nodes.map((node) => {
    if (node.type === "rule")
      return { selectors: node.selectors.map(selectorOf), body: node.nodes.map(String).join(";") };
    if (node.type !== "atrule" || node.nodes === undefined) return { text: `${String(node)};` };
    if (node.name.endsWith("keyframes")) return { animation: node.params, text: String(node) };
    // Of other groups, such as a face, all is one piece.
    if (!/^(layer|media|supports|container)$/.test(node.name)) return { text: String(node) };
    return { head: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) };
  });
}

function selectorOf(text: string): { text: string; needs: string[] } {
  return { text, needs: needsOf(text) };
}

/**
 * The classes and elements that a page must have for a selector to find anything; what stands in brackets decides nothing. A pointer over
 * something is no part of a page: such rules are for the file.
 */
function needsOf(selector: string): string[] {
  let depth = 0;
  let open = "";
  for (const sign of selector) {
    if (sign === "(" || sign === "[") depth += 1;
    if (depth === 0) open += sign;
    if (sign === ")" || sign === "]") depth -= 1;
  }
  const classes = open.match(/\.[\w-]+/g) ?? [];
  const elements = open.match(/(?<![\w.#:-])[a-z][a-z0-9]*/gi) ?? [];
  const states = open.match(/:(hover|active)(?![\w-])/g) ?? [];
  return [...classes, ...elements, ...states];
}

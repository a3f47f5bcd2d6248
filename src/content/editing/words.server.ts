import type { Block } from "../contract.ts";
import { plainText } from "../sanitise.server.ts";

/** The fragments of text that a block is made of. */
export function fragmentsOf(block: Block): string[] {
  switch (block.type) {
    case "paragraph":
    case "header":
      return [block.data.text];
    case "list":
      return block.data.items;
    case "quote":
      return [block.data.text, block.data.caption ?? ""];
    case "image":
      return [block.data.caption ?? ""];
  }
}

/** As much of a block as can be read, however wrong the rest of an import is. */
type ReadableBlock = {
  type?: string | undefined;
  data: { text?: string | undefined; items?: readonly (string | undefined)[]; caption?: string | undefined };
};

/** False for a document of headings and blank lines only: there would be nothing to read. */
export function hasWords(document: { blocks: readonly ReadableBlock[] }): boolean {
  return document.blocks.some(
    ({ type, data }) =>
      ["paragraph", "quote", "list"].includes(type ?? "") &&
      [data.text, ...(data.items ?? []), data.caption].some((text) => text !== undefined && plainText(text) !== ""),
  );
}

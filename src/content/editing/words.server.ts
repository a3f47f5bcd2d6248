import type { Block } from "../contract.ts";
import { plainText } from "../sanitise.server.ts";

/** The text fragments of a block. */
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

/** A block of an import as far as it can be read; other fields may be wrong. */
type ReadableBlock = {
  type?: string | undefined;
  data: { text?: string | undefined; items?: readonly (string | undefined)[]; caption?: string | undefined };
};

/** False for a document of headings and blank lines only, which leaves nothing to read. */
export function hasWords(document: { blocks: readonly ReadableBlock[] }): boolean {
  return document.blocks.some(
    ({ type, data }) =>
      ["paragraph", "quote", "list"].includes(type ?? "") &&
      [data.text, ...(data.items ?? []), data.caption].some((text) => text !== undefined && plainText(text) !== ""),
  );
}

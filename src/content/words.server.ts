import type { Block, BlockDocument } from "./contract.ts";
import { plainText } from "./sanitise.server.ts";

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

/** False for a document of headings and blank lines only: there would be nothing to read. */
export function hasWords(document: BlockDocument): boolean {
  return document.blocks.some(
    (block) =>
      ["paragraph", "quote", "list"].includes(block.type) && fragmentsOf(block).some((text) => plainText(text) !== ""),
  );
}

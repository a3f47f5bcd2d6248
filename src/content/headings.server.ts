import { uniqueSlugs } from "../venues/addresses/slugs.ts";
import type { BlockDocument } from "./contract.ts";
import { plainText } from "./sanitise.server.ts";

/** A second-level heading of a text: the index of its block, its anchor and its words. */
export type Heading = { at: number; id: string; text: string };

/**
 * The second-level headings of a document with their anchors. The prefix keeps a heading such as "Menu" from using an
 * id of the page's frame.
 */
export function headingsOf(document: BlockDocument): Heading[] {
  const headings = document.blocks.flatMap((block, at) => {
    const text = block.type === "header" && block.data.level === 2 ? plainText(block.data.text) : "";
    return text === "" ? [] : [{ at, text }];
  });
  const slugs = uniqueSlugs(headings.map(({ text }) => text));
  return headings.map(({ at, text }, index) => ({ at, id: `texte-${slugs[index]}`, text }));
}

import { uniqueSlugs } from "../venues/slugs.ts";
import type { BlockDocument } from "./contract.ts";
import { plainText } from "./sanitise.server.ts";

/** A heading of the first level within a text: its block's place, its anchor on the page and its words. */
export type Heading = { at: number; id: string; text: string };

/**
 * The second-level headings of a document, each with an anchor of its own. The prefix keeps what an editor writes ("Menu")
 * from taking the name of a part of the page's frame.
 */
export function headingsOf(document: BlockDocument): Heading[] {
  const headings = document.blocks.flatMap((block, at) => {
    const text = block.type === "header" && block.data.level === 2 ? plainText(block.data.text) : "";
    return text === "" ? [] : [{ at, text }];
  });
  const slugs = uniqueSlugs(headings.map(({ text }) => text));
  return headings.map(({ at, text }, index) => ({ at, id: `texte-${slugs[index]}`, text }));
}

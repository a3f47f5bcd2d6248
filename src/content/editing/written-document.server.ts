import { z } from "zod";
import { m } from "../../messages/messages.js";
import type { Locale } from "../../venues/contract.ts";
import { blockDocument, type Block, type BlockDocument } from "../contract.ts";
import { formatNumber } from "../../venues/language/numbers.ts";
import { sanitiseDocument } from "../sanitise.server.ts";

/** A wrong field; the key is its place in the body. */
export type FieldProblem = { key: string; message: string };

/** Limits how deep nested lists are flattened: our lists have one level. */
const LIST_DEPTH_MAX = 10;

/**
 * Reads what an editor saved: an Editor.js document as JSON text or as an object. The editor's own additions (times,
 * ids, tunes) are dropped, every block must be one of ours, and every text is sanitised. `words` is the language of the
 * problems.
 */
export function readDocument(
  content: unknown,
  words: Locale = "fr",
): { document: BlockDocument } | { problems: FieldProblem[] } {
  const written = typeof content === "string" ? parsedJson(content) : content;
  const blocks = z.object({ blocks: z.array(z.unknown()) }).safeParse(written);
  if (!blocks.success) return { problems: [{ key: "content", message: m.operators_text_odd({}, { locale: words }) }] };
  const read = blockDocument.safeParse({ blocks: blocks.data.blocks.map(reduced) });
  if (read.success) return { document: withoutEmptyItems(sanitiseDocument(read.data)) };
  return {
    problems: read.error.issues.map((issue) => ({
      key: ["content", ...issue.path].join("."),
      message: told(issue, words),
    })),
  };
}

/** The message for a problem of a block. Only a length is something that the writer can correct. */
function told(issue: z.core.$ZodIssue, locale: Locale): string {
  if (issue.code !== "too_big") return m.operators_block_odd({}, { locale });
  const max = { max: formatNumber(Number(issue.maximum), locale) };
  if (issue.origin === "string") return m.operators_block_long(max, { locale });
  return issue.path.includes("items")
    ? m.operators_list_long(max, { locale })
    : m.operators_blocks_many(max, { locale });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A block in the contract's shape. Unknown types pass, so that the contract reports them. */
function reduced(block: unknown): unknown {
  if (typeof block !== "object" || block === null || !("type" in block) || !("data" in block)) return block;
  const { type } = block;
  const data: Record<string, unknown> = { ...(block.data as object | null) };
  if (type === "list")
    return {
      type,
      data: { style: data["style"], items: Array.isArray(data["items"]) ? itemsOf(data["items"]) : data["items"] },
    };
  if (type === "quote") return { type, data: picked(data, ["text", "caption"]) };
  if (type === "image") return { type, data: picked(data, ["key", "caption"]) };
  if (type === "header") return { type, data: picked(data, ["text", "level"]) };
  if (type === "paragraph") return { type, data: picked(data, ["text"]) };
  return { type, data };
}

function picked(data: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
}

function itemsOf(items: unknown[], depth = 1): unknown[] {
  return items.flatMap((item) => {
    if (typeof item !== "object" || item === null || !("content" in item)) return [item];
    const below = "items" in item && Array.isArray(item.items) && depth < LIST_DEPTH_MAX ? item.items : [];
    return [item.content, ...itemsOf(below, depth + 1)];
  });
}

/** Drops empty items of lists, and lists without items. */
function withoutEmptyItems({ blocks }: BlockDocument): BlockDocument {
  return {
    blocks: blocks.flatMap((block): Block[] => {
      if (block.type !== "list") return [block];
      const items = block.data.items.filter((item) => item.trim() !== "");
      return items.length === 0 ? [] : [{ type: "list", data: { style: block.data.style, items } }];
    }),
  };
}

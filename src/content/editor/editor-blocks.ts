import type { OutputBlockData } from "@editorjs/editorjs";
import type { Block, BlockDocument } from "../contract.ts";

type ListItem = { content: string; meta: object; items: ListItem[] };

/** Converts our blocks to Editor.js's. */
export function toEditor({ blocks }: BlockDocument): OutputBlockData[] {
  return blocks.map((block) =>
    block.type === "list"
      ? { type: "list", data: { style: block.data.style, meta: {}, items: block.data.items.map(itemOf) } }
      : { type: block.type, data: { ...block.data } },
  );
}

/** Converts Editor.js's blocks to ours: lists of one level, without empty items and images without a picture. */
export function fromEditor(blocks: OutputBlockData[]): BlockDocument {
  return { blocks: blocks.flatMap(blockOf) };
}

function itemOf(content: string): ListItem {
  return { content, meta: {}, items: [] };
}

function blockOf({ type, data }: OutputBlockData): Block[] {
  const text = wordsOf(data["text"]);
  if (type === "header") return text === "" ? [] : [{ type, data: { text, level: Number(data["level"]) } }];
  if (type === "quote") return [{ type, data: { text, caption: wordsOf(data["caption"]) } }];
  if (type === "image")
    return wordsOf(data["key"]) === ""
      ? []
      : [{ type, data: { key: wordsOf(data["key"]), caption: wordsOf(data["caption"]) } }];
  if (type === "list") {
    const items = linesOf(data["items"] as ListItem[]);
    return items.length === 0
      ? []
      : [{ type, data: { style: data["style"] === "ordered" ? "ordered" : "unordered", items } }];
  }
  return text === "" ? [] : [{ type: "paragraph", data: { text } }];
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function linesOf(items: ListItem[]): string[] {
  return items
    .flatMap(({ content, items: below }) => [content, ...linesOf(below)])
    .filter((line) => line.trim() !== "");
}

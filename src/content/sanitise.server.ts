import sanitizeHtml from "sanitize-html";
import { blockDocument, type Block, type BlockDocument } from "./contract.ts";

/**
 * The two allow-lists of G158, applied on write and again on read: `inline` for text blocks, `rich` for presentations.
 * Everything else is dropped, links keep only http, https, mailto and tel. Applying it twice changes nothing (C1).
 */
const LINKS = { allowedSchemes: ["http", "https", "mailto", "tel"], allowProtocolRelative: false, allowedAttributes: { a: ["href"] } };
const INLINE_TAGS = ["b", "i", "u", "a", "br"];
const SAME_MEANING = { strong: "b", em: "i" };
const RICH_TAGS = [...INLINE_TAGS, "p", "h2", "h3", "h4", "ul", "ol", "li"];

const inlineRules: sanitizeHtml.IOptions = { ...LINKS, allowedTags: INLINE_TAGS, transformTags: SAME_MEANING, nestingLimit: 10 };
const richRules: sanitizeHtml.IOptions = { ...LINKS, allowedTags: RICH_TAGS, transformTags: SAME_MEANING, nestingLimit: 20 };

export function sanitiseInline(html: string): string {
  return sanitizeHtml(html, inlineRules);
}

export function sanitiseRich(html: string): string {
  return sanitizeHtml(html, richRules);
}

/** A block document with every text of it through the `inline` list. What is stored and is no block of ours is left out. */
export function sanitiseDocument(document: BlockDocument): BlockDocument {
  return { blocks: document.blocks.flatMap((stored) => (isBlock(stored) ? [sanitiseBlock(stored)] : [])) };
}

function isBlock(stored: unknown): stored is Block {
  return blockDocument.shape.blocks.element.safeParse(stored).success;
}

/** Plain words of a fragment: no tags, entities decoded, white space folded. For titles, descriptions and structured data. */
export function plainText(html: string): string {
  return sanitizeHtml(html.replaceAll(/<\/(p|h[2-4]|li)>|<br\s*\/?>/g, " "), { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/[ \t\n\r]+/g, " ")
    .trim();
}

function sanitiseBlock(block: Block): Block {
  switch (block.type) {
    case "paragraph":
      return { type: "paragraph", data: { text: sanitiseInline(block.data.text) } };
    case "header":
      return { type: "header", data: { text: sanitiseInline(block.data.text), level: block.data.level } };
    case "list":
      return { type: "list", data: { style: block.data.style, items: block.data.items.map(sanitiseInline) } };
    case "quote":
      return { type: "quote", data: { text: sanitiseInline(block.data.text), caption: sanitiseInline(block.data.caption ?? "") } };
    case "image":
      return { type: "image", data: { key: block.data.key, caption: sanitiseInline(block.data.caption ?? "") } };
  }
}

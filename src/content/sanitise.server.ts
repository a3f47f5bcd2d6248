import sanitizeHtml from "sanitize-html";
import { z } from "zod";
import { slug } from "../platform/schema.ts";
import type { Block, BlockDocument } from "./contract.ts";

/**
 * The two allow-lists, applied on write and again on read: `inline` for text blocks, `rich` for venues' presentations.
 * All other markup is dropped. Links keep http, https, mailto and tel only. Applying a list twice changes nothing.
 */
const LINKS = {
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  allowedAttributes: { a: ["href"] },
};
const INLINE_TAGS = ["b", "i", "u", "a", "br"];
const SAME_MEANING = { strong: "b", em: "i" };
const RICH_TAGS = [...INLINE_TAGS, "p", "h2", "h3", "h4", "ul", "ol", "li"];

/** A link without a full address of an allowed scheme loses its address. */
const absoluteLink: sanitizeHtml.Transformer = (tagName, { href = "" }): sanitizeHtml.Tag =>
  /^(https?:\/\/|mailto:|tel:)/i.test(href.trim()) ? { tagName, attribs: { href } } : { tagName, attribs: {} };
const TRANSFORMS = { ...SAME_MEANING, a: absoluteLink };

const inlineRules: sanitizeHtml.IOptions = {
  ...LINKS,
  allowedTags: INLINE_TAGS,
  transformTags: TRANSFORMS,
  nestingLimit: 10,
};
const richRules: sanitizeHtml.IOptions = {
  ...LINKS,
  allowedTags: RICH_TAGS,
  transformTags: TRANSFORMS,
  nestingLimit: 20,
};

/** A fragment with more tags than this loses them all: the parser's time grows with the square of open tags. */
const TAGS_MAX = 2_000;
/** Ordinary text needs two rounds; text that still changes after five loses its tags. */
const ROUNDS_MAX = 5;

export function sanitiseInline(html: string): string {
  return sanitised(html, inlineRules);
}

export function sanitiseRich(html: string): string {
  return sanitised(html, richRules);
}

/** Sanitises every text of a document with the `inline` list. A stored block of unknown shape is dropped. */
export function sanitiseDocument(document: BlockDocument): BlockDocument {
  return {
    blocks: document.blocks.flatMap((stored) => {
      const { data } = storedBlock.safeParse(stored);
      return data === undefined ? [] : [sanitiseBlock(data)];
    }),
  };
}

/**
 * Plain text of a fragment: no tags, entities decoded, white space folded. For titles, descriptions and structured
 * data.
 */
export function plainText(html: string): string {
  const spaced = html.replaceAll(/<\/(p|h[2-4]|li)>|<br\s*\/?>/g, " ");
  return sanitised(spaced, { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/[ \t\n\r]+/g, " ")
    .trim();
}

/** Repeats until nothing changes: a removed tag may change how the parser reads those around it. */
function sanitised(html: string, rules: sanitizeHtml.IOptions): string {
  let before = html;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const after = sanitizeHtml(isOvergrown(before) ? withoutTags(before) : before, rules);
    if (after === before) return after;
    before = after;
  }
  return sanitizeHtml(withoutTags(before), rules);
}

function isOvergrown(html: string): boolean {
  return html.split("<", TAGS_MAX + 2).length > TAGS_MAX + 1;
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>?/g, " ");
}

/**
 * A block as stored. It has no limits of length: texts may grow when they are sanitised, and what is stored is shown.
 */
const storedBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("paragraph"), data: z.object({ text: z.string() }) }),
  z.object({ type: z.literal("header"), data: z.object({ text: z.string(), level: z.int().min(2).max(4) }) }),
  z.object({
    type: z.literal("list"),
    data: z.object({ style: z.enum(["ordered", "unordered"]), items: z.array(z.string()) }),
  }),
  z.object({ type: z.literal("image"), data: z.object({ key: slug, caption: z.string().optional() }) }),
  z.object({ type: z.literal("quote"), data: z.object({ text: z.string(), caption: z.string().optional() }) }),
]);

function sanitiseBlock(block: Block): Block {
  switch (block.type) {
    case "paragraph":
      return { type: "paragraph", data: { text: sanitiseInline(block.data.text) } };
    case "header":
      return { type: "header", data: { text: sanitiseInline(block.data.text), level: block.data.level } };
    case "list":
      return { type: "list", data: { style: block.data.style, items: block.data.items.map(sanitiseInline) } };
    case "quote":
      return {
        type: "quote",
        data: { text: sanitiseInline(block.data.text), caption: sanitiseInline(block.data.caption ?? "") },
      };
    case "image":
      return { type: "image", data: { key: block.data.key, caption: sanitiseInline(block.data.caption ?? "") } };
  }
}

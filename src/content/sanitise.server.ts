import sanitizeHtml from "sanitize-html";
import { z } from "zod";
import { slug } from "../platform/schema.ts";
import type { Block, BlockDocument } from "./contract.ts";

/**
 * The two allow-lists of G158, applied on write and again on read: `inline` for text blocks, `rich` for presentations.
 * Everything else is dropped, links keep only http, https, mailto and tel. Applying it twice changes nothing (C1).
 */
const LINKS = {
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  allowedAttributes: { a: ["href"] },
};
const INLINE_TAGS = ["b", "i", "u", "a", "br"];
const SAME_MEANING = { strong: "b", em: "i" };
const RICH_TAGS = [...INLINE_TAGS, "p", "h2", "h3", "h4", "ul", "ol", "li"];

/** A link leads to a full address of an allowed kind, or it is no link (G158). */
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

/** More than any author writes. Beyond, a fragment loses its tags: the parser's time grows with the square of open ones (T44). */
const TAGS_MAX = 2_000;
/** Honest text needs two; what is never at rest loses its tags too. */
const ROUNDS_MAX = 5;

export function sanitiseInline(html: string): string {
  return sanitised(html, inlineRules);
}

export function sanitiseRich(html: string): string {
  return sanitised(html, richRules);
}

/** A block document with every text of it through the `inline` list. What is stored and is no block of ours is left out. */
export function sanitiseDocument(document: BlockDocument): BlockDocument {
  return {
    blocks: document.blocks.flatMap((stored) => {
      const { data } = storedBlock.safeParse(stored);
      return data === undefined ? [] : [sanitiseBlock(data)];
    }),
  };
}

/** Plain words of a fragment: no tags, entities decoded, white space folded. For titles, descriptions and structured data. */
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

/** Until nothing changes any more: a tag that goes may change how a parser reads the ones around it. */
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

/** A block as it may stand in the database. No limits here: texts grow when they are cleaned, and what is stored is shown. */
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

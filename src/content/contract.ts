import { z } from "zod";
import { isStorable, RICH_TEXT_MAX, slug } from "../platform/schema.ts";

const BLOCKS_MAX = 200;

const inlineText = z
  .string({ error: "must be a text" })
  .max(RICH_TEXT_MAX, { error: `must have at most ${RICH_TEXT_MAX} characters` })
  .refine(isStorable, { error: "must not contain NUL or broken characters" });

/** One Editor.js block. Its texts may have the tags of the `inline` list of sanitise.server.ts. */
const block = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("paragraph"), data: z.strictObject({ text: inlineText }) }),
    z.strictObject({
      type: z.literal("header"),
      data: z.strictObject({ text: inlineText, level: z.int().min(2).max(4) }),
    }),
    z.strictObject({
      type: z.literal("list"),
      data: z.strictObject({ style: z.enum(["ordered", "unordered"]), items: z.array(inlineText).min(1).max(100) }),
    }),
    z.strictObject({ type: z.literal("image"), data: z.strictObject({ key: slug, caption: inlineText.optional() }) }),
    z.strictObject({
      type: z.literal("quote"),
      data: z.strictObject({ text: inlineText, caption: inlineText.optional() }),
    }),
  ],
  { error: "must be a paragraph, header, list, image or quote block" },
);
export type Block = z.infer<typeof block>;

/** The content of a key in one language: an Editor.js document reduced to its blocks. */
export const blockDocument = z.strictObject({ blocks: z.array(block).max(BLOCKS_MAX) });
export type BlockDocument = z.infer<typeof blockDocument>;

/** Content keys are hyphenated words such as `home-intro-text`. */
export const contentKey = slug;

/**
 * How many keys a site may have. Its pages name them; this limit stops a program that invents more, and a file of thousands, which would
 * hold the site up while one transaction writes them.
 */
export const KEYS_MAX = 1_000;

/** A venue's text blocks in an import: key → language → blocks. */
export const importedContent = z
  .record(contentKey, z.strictObject({ fr: blockDocument, en: blockDocument.optional() }))
  .refine((blocks) => Object.keys(blocks).length <= KEYS_MAX, { error: `must have at most ${KEYS_MAX} entries` });

import { z } from "zod";

/** The answers that the editor in the page gets. */

const problem = z.object({ key: z.string(), message: z.string() });
export type Problem = z.infer<typeof problem>;

const version = z.object({
  rev: z.int(),
  content: z.string(),
  updated_at: z.string(),
  operator: z.string().nullable(),
});
export type Version = z.infer<typeof version>;

export const saved = z.object({
  rev: z.int(),
  is_draft: z.literal(true).optional(),
  warnings: z.array(problem).optional(),
  scheduled: z.object({ id: z.string(), publish_at: z.string() }).optional(),
});
export type Saved = z.infer<typeof saved>;

const contentState = z.object({
  rev: z.int(),
  updated_at: z.string().nullable(),
  operator: z.string().nullable(),
  is_fallback: z.boolean(),
  /** The saved and not yet published version. */
  draft: version.nullable(),
});
export type ContentState = z.infer<typeof contentState>;

const scheduled = z.object({
  id: z.string(),
  key: z.string(),
  locale: z.string(),
  publish_at: z.string(),
  operator: z.string(),
  content: z.string(),
});
export type Scheduled = z.infer<typeof scheduled>;

export const states = z.object({ contents: z.record(z.string(), contentState), scheduled: z.array(scheduled) });
export type States = z.infer<typeof states>;

export const revision = z.object({
  rev: z.int(),
  at: z.string(),
  operator: z.string().nullable(),
  change: z.enum(["import", "save", "restore", "publish", "draft"]),
  restored_rev: z.int().nullable(),
  state: z.enum(["live", "draft", "past"]),
  content: z.string(),
});
export type Revision = z.infer<typeof revision>;

import { z } from "zod";
import { slug } from "../platform/schema.ts";

/** What the editor sends. Browser-safe. */

const rev = z.int({ error: "must be a whole number" }).min(0, { error: "must not be negative" }).max(2_147_483_647);
const projectId = z.int({ error: "must be a whole number" }).min(1).max(2_147_483_647);

/** `PUT /project/content`. `content` is judged by itself (written-document.server.ts). */
export const contentBody = z.strictObject({
  key: slug,
  content: z.unknown().refine((value) => value !== undefined && value !== null, { error: "must not be empty" }),
  not_loadauto: z.boolean({ error: "must be true or false" }).optional(),
  rev: rev.optional(),
  projectId: projectId.optional(),
  publish_at: z.string({ error: "must be a text" }).max(40, { error: "is too long" }).optional(),
});

export const restorationBody = z.strictObject({
  from: rev.min(1, { error: "must be a version" }),
  rev: rev.optional(),
});

/** Which draft: the revision that was looked at. */
export const draftBody = z.strictObject({ rev: rev.min(1, { error: "must be a version" }) });

/** `over` is what is live and was looked at as well, where something went live after the draft was begun. */
export const publicationBody = draftBody.extend({ over: rev.optional() });

export const clearCacheBody = z.strictObject({ projectId: projectId.optional() });

const fraction = z
  .number({ error: "must be a number" })
  .min(0, { error: "must be between 0 and 1" })
  .max(1, { error: "must be between 0 and 1" });
const words = z.string({ error: "must be a text" }).trim().max(300, { error: "must have at most 300 characters" });
export const pictureWordsBody = z.strictObject({
  alt: z.strictObject({ fr: words, en: words }).optional(),
  focal_point: z.strictObject({ x: fraction, y: fraction }).optional(),
});

/** The texts of the upload's form; the file stands in the field that the key names. */
export const uploadFields = z.object({
  key: slug,
  projectId: z.coerce.number({ error: "must be a whole number" }).pipe(projectId),
  /** '1' for a picture that is to be new: a key that is taken already is refused. */
  is_new: z.literal("1", { error: "must be 1 or absent" }).optional(),
  alt_fr: words.optional(),
  alt_en: words.optional(),
  focal_x: z.coerce.number({ error: "must be a number" }).pipe(fraction).optional(),
  focal_y: z.coerce.number({ error: "must be a number" }).pipe(fraction).optional(),
});

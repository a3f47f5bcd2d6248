import { z } from "zod";
import { ALT_MAX } from "./limits.ts";
import { isStorable, localized, projectId, rev, slug, text } from "../platform/schema.ts";

/**
 * A picture of an import file. `file` is a path relative to the JSON file; the file may be absent where the key is
 * stored already.
 */
export const importedPicture = z.strictObject({
  key: slug,
  file: text(300),
  alt: localized(300),
  focal_point: z.strictObject({
    x: z.number().min(0, { error: "must be between 0 and 1" }).max(1, { error: "must be between 0 and 1" }),
    y: z.number().min(0, { error: "must be between 0 and 1" }).max(1, { error: "must be between 0 and 1" }),
  }),
});

/** `from` is the version to restore; `rev` the version that the operator had before them. */
export const restorationBody = z.strictObject({
  from: rev.min(1, { error: "must be a version" }),
  rev: rev.optional(),
});

const fraction = z
  .number({ error: "must be a number" })
  .min(0, { error: "must be between 0 and 1" })
  .max(1, { error: "must be between 0 and 1" });
const words = z
  .string({ error: "must be a text" })
  .trim()
  .max(ALT_MAX, { error: `must have at most ${ALT_MAX} characters` })
  .refine(isStorable, { error: "must not contain NUL or broken characters" });
export const pictureWordsBody = z.strictObject({
  alt: z.strictObject({ fr: words, en: words }).optional(),
  focal_point: z.strictObject({ x: fraction, y: fraction }).optional(),
});

/** The text fields of the upload form; the field of the file is named by the key. */
export const uploadFields = z.object({
  key: slug,
  projectId: z.coerce.number({ error: "must be a whole number" }).pipe(projectId),
  /** '1' for a new picture: a key that is taken already is refused. */
  is_new: z.literal("1", { error: "must be 1 or absent" }).optional(),
  alt_fr: words.optional(),
  alt_en: words.optional(),
  focal_x: z.coerce.number({ error: "must be a number" }).pipe(fraction).optional(),
  focal_y: z.coerce.number({ error: "must be a number" }).pipe(fraction).optional(),
});

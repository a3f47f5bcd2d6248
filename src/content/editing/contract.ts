import { z } from "zod";
import { projectId, rev, slug } from "../../platform/schema.ts";

/** The bodies that the editor sends. Browser-safe. */

/** `PUT /project/content`. `content` is checked in written-document.server.ts. */
export const contentBody = z.strictObject({
  key: slug,
  content: z
    .unknown()
    .refine((value) => value !== undefined && value !== null, { error: "must not be empty" })
    .meta({ anyOf: [{ type: "object" }, { type: "string" }], description: "A document of blocks, or its JSON text" }),
  not_loadauto: z.boolean({ error: "must be true or false" }).optional(),
  rev: rev.optional(),
  projectId: projectId.optional(),
  publish_at: z.string({ error: "must be a text" }).max(40, { error: "is too long" }).optional(),
});

/** `rev` is the draft that the operator looked at. */
export const draftBody = z.strictObject({ rev: rev.min(1, { error: "must be a version" }) });

/** `over` is the live revision that the operator looked at too, where one went live after the draft was begun. */
export const publicationBody = draftBody.extend({ over: rev.optional() });

export const clearCacheBody = z.strictObject({ projectId: projectId.optional() });

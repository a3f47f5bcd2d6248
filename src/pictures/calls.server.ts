import { z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { addCall, type ReadBody } from "../platform/api/calls.server.ts";
import { operatorsAt, projectPart } from "../staff/calls.server.ts";
import type { Desk } from "../staff/operator.ts";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";
import { addressPart, type ApiEnv } from "../platform/api/router.server.ts";
import { readForm, textsOf, type PostedForm } from "../platform/http/form-body.server.ts";
import { isoWithOffset } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { pictureAddress } from "../venues/addresses/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { slug } from "../platform/schema.ts";
import { pictureWordsBody, restorationBody, uploadFields } from "./contract.ts";
import { describePicture, pictureFile, replacePicture, restorePicture, type PictureOutcome } from "./editing.server.ts";
import type { PictureEncoder } from "./encoder/encoder.server.ts";
import { PICTURE_WORDS } from "./refusal-words.server.ts";
import * as examples from "./examples.ts";

type Call = Context<ApiEnv<Venue>>;

/** The largest body of an upload: a picture of 10 MB and the form fields around it. */
const UPLOAD_BYTES_MAX = 10.25 * 1024 * 1024;
export const PICTURE_UPLOAD_PATH = "/api/img/upload/full";

const stored = z.object({
  data: z.object({
    id: z.string(),
    key: z.string(),
    width: z.int(),
    height: z.int(),
    url: z.string(),
    warnings: z.array(z.object({ key: z.string(), message: z.string() })).optional(),
  }),
});
const file = z.object({
  key: z.string(),
  standing: z.enum(["own", "shared", "group", "foreign", "unknown"]),
  alt: z.object({ fr: z.string(), en: z.string() }),
  focal_point: z.object({ x: z.number(), y: z.number() }),
  width: z.int(),
  height: z.int(),
  version: z.string(),
  revisions: z.array(z.object({ rev: z.int(), at: z.string(), operator: z.string(), width: z.int(), height: z.int() })),
});
/** A picture as the editor gets it. */
export type PictureFile = z.infer<typeof file>;
const params = z.object({ projectId: projectPart, key: addressPart(slug, "-", "home-hero") });
type OperatorHere = Desk<Venue>;
type ImportWorld = World & { encoder: PictureEncoder };

type Api = OpenAPIHono<ApiEnv<Venue>>;

/** The calls for uploading a picture, and for the picture panel of the editor. */
export function addPictureCalls(api: Api, world: ImportWorld, table: VenueTable): void {
  const editors = operatorsAt(world, table, "SITE_UPDATE");
  addUpload(api, world, editors);
  addPanelCalls(api, world, editors);
}

type Editors = ReturnType<typeof operatorsAt<Venue>>;

function addUpload(api: Api, world: ImportWorld, editors: Editors): void {
  addCall(api, {
    method: "post",
    path: "/img/upload/full",
    summary:
      "Replaces a picture everywhere the site shows it; the form field that holds the file is named by the picture's key",
    ...editors,
    read: readUpload,
    bodyType: "multipart/form-data",
    body: uploadFields,
    example: { body: examples.upload, answer: examples.stored },
    answer: stored,
    refusals: [404],
    handle: (c, { by, body, sent }) => replace(world, c, by, body, sent as PostedForm),
  });
}

function addPanelCalls(api: Api, world: ImportWorld, editors: Editors): void {
  addCall(api, {
    method: "get",
    path: "/operators/pictures/{projectId}/{key}",
    summary: "A picture's alternative texts, focal point and earlier versions",
    ...editors,
    params,
    example: { answer: examples.file },
    answer: z.object({ data: file }),
    refusals: [404],
    handle: async (c, { by: { venue }, params: { key } }) => {
      const picture = await pictureFile(world, venue, key);
      if (picture === null) return apiError(c, 404, m.operators_picture_not_stored);
      return c.json({ data: fileAnswer(picture, venue.policy.timeZone) });
    },
  });

  addCall(api, {
    method: "put",
    path: "/operators/pictures/{projectId}/{key}",
    summary: "Sets a picture's alternative texts and its focal point",
    ...editors,
    params,
    body: pictureWordsBody,
    example: { body: examples.words, answer: examples.stored },
    answer: stored,
    refusals: [404],
    handle: async (c, { by: { venue, operator }, params: { key }, body: { alt, focal_point: focalPoint } }) =>
      answerOf(world, c, venue, await describePicture(world, venue, operator, { key, alt, focalPoint })),
  });

  addCall(api, {
    method: "post",
    path: "/operators/pictures/{projectId}/{key}/restorations",
    summary: "Restores an earlier version of a picture",
    ...editors,
    params,
    body: restorationBody,
    example: { body: examples.restoration, answer: examples.stored },
    answer: stored,
    refusals: [404],
    handle: async (c, { by: { venue, operator }, params: { key }, body: { from } }) =>
      answerOf(world, c, venue, await restorePicture(world, venue, operator, key, from)),
  });
}

type StoredFile = NonNullable<Awaited<ReturnType<typeof pictureFile>>>;

function fileAnswer(
  { usage: standing, focalPoint: focal_point, revisions, ...properties }: StoredFile,
  zone: string,
): PictureFile {
  const past = revisions.map(({ at, ...one }) => ({ ...one, at: isoWithOffset(at, zone) }));
  return { ...properties, standing, focal_point, revisions: past };
}

async function readUpload(c: Context): Promise<ReadBody> {
  const read = await readForm(c.req.raw, { bytesMax: UPLOAD_BYTES_MAX, takesFiles: true });
  if ("form" in read) return { value: textsOf(read.form), sent: read.form };
  return apiError(c, read.refusal, read.refusal === 413 ? m.operators_too_large : m.body_not_form);
}

async function replace(
  world: ImportWorld,
  c: Call,
  { operator, venue }: OperatorHere,
  { key, is_new, alt_fr, alt_en, focal_x, focal_y }: z.infer<typeof uploadFields>,
  form: PostedForm,
): Promise<Response> {
  const { locale } = c.var;
  const file = fileOf(form, key);
  if (file === null) return apiError(c, 422, [{ key, message: m.operators_file_missing({ key }, { locale }) }]);
  const alt = {
    ...(alt_fr === undefined ? {} : { fr: alt_fr }),
    ...(alt_en === undefined ? {} : { en: alt_en }),
  };
  const focalPoint = focal_x === undefined || focal_y === undefined ? undefined : { x: focal_x, y: focal_y };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const outcome = await replacePicture(world, venue, operator, {
    key,
    bytes,
    isNew: is_new !== undefined,
    alt,
    focalPoint,
  });
  return answerOf(world, c, venue, outcome);
}

/** The file in the field named by the picture's key, or in the field `file`. */
function fileOf(form: PostedForm, key: string): File | null {
  const found = [...form.getAll(key), ...form.getAll("file")].find((value) => typeof value !== "string");
  return found ?? null;
}

function answerOf(world: World, c: Call, venue: Venue, outcome: PictureOutcome): Response {
  const options = { locale: c.var.locale };
  if ("taken" in outcome) return apiError(c, 422, [{ key: "key", message: m.operators_picture_taken({}, options) }]);
  if ("unknown" in outcome) return apiError(c, 404, m.operators_picture_not_stored({}, options));
  if ("usage" in outcome)
    return outcome.usage === "group"
      ? apiError(c, 403, m.operators_picture_of_group({}, options))
      : apiError(c, 404, m.operators_picture_not_stored({}, options));
  if ("missingAlt" in outcome)
    return apiError(
      c,
      422,
      outcome.missingAlt.map((language) => ({
        key: `alt_${language}`,
        message: m.operators_alt_required({}, options),
      })),
    );
  if ("refusal" in outcome) {
    const message = PICTURE_WORDS[outcome.refusal.code]({}, options);
    if (outcome.refusal.code === "busy") return apiError(c, 503, message);
    return apiError(c, 422, [{ key: "file", message }]);
  }
  const { id, key, width, height, isTooBright } = outcome;
  const warnings =
    isTooBright === true ? { warnings: [{ key, message: m.operators_ui_picture_bright({}, options) }] } : {};
  return c.json({ data: { id, key, width, height, url: pictureAddress(world, venue, key), ...warnings } });
}

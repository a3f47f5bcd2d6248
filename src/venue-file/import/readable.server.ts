import { z } from "zod";
import { instant, slug, text, wholeNumber } from "../../platform/schema.ts";
import { COUNTRIES } from "../../venues/contract.ts";

/** No list of a valid import is longer, so nothing beyond is worth a look. */
const LIST_MAX = 2_000;

/** A field that is not right counts as absent here; the schema is what reports it. */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => (isFields(value) ? value : {}), z.object(shape));
}

function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value.slice(0, LIST_MAX) : []), z.array(item));
}

const picture = maybe(slug);
const illustrated = list(fields({ picture, slug: maybe(slug) }));
const block = fields({
  type: maybe(z.string()),
  data: fields({ key: picture, text: maybe(z.string()), items: list(maybe(z.string())) }),
});
const document = fields({ blocks: list(block) });

const readable = fields({
  establishment: fields({
    id: maybe(wholeNumber),
    site_id: maybe(wholeNumber),
    slug: maybe(slug),
    address: fields({ country: maybe(z.enum(COUNTRIES)) }),
    cover: fields({ picture }),
  }),
  project: fields({ id: maybe(wholeNumber), hosts: list(maybe(text(253))), locales: list(maybe(z.string())) }),
  content: z.preprocess(
    (value) => (isFields(value) ? value : {}),
    z.record(z.string(), fields({ fr: document, en: document })),
  ),
  pictures: list(fields({ key: picture, file: maybe(text(300)) })),
  games: list(fields({ key: maybe(z.string()), picture })),
  restauration: illustrated,
  activities: illustrated,
  meetings: fields({ data: fields({ professional: fields({ picture }), private: fields({ picture }) }) }),
  announcements: list(
    fields({
      id: maybe(wholeNumber),
      picture,
      start_at: maybe(instant),
      end_at: maybe(instant),
      broadcast_start_at: maybe(instant),
      broadcast_end_at: maybe(instant),
    }),
  ),
  gallery: list(picture),
  jackpots: list(fields({ payment_date: maybe(instant) })),
});

/**
 * What can be read of an import however much of it is wrong: whatever the references, windows and the law are checked
 * by. So those mistakes are told together with those of shape, and not only when the last of the latter is gone.
 */
export type ReadableImport = z.output<typeof readable>;

export function readImport(data: unknown): ReadableImport {
  return readable.parse(data);
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

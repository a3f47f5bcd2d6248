import { isFields } from "../../platform/fields.ts";
import { z } from "zod";
import { amount, instant, slug, text, wholeNumber } from "../../platform/schema.ts";
import { COUNTRIES } from "../../venues/contract.ts";

/** No list of a valid import is longer; further entries are not examined. */
const LIST_MAX = 2_000;

/** Reads an invalid field as absent; the schema reports it. */
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
    operating_company: fields({ key: maybe(slug) }),
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
      price_min: maybe(amount),
      price_max: maybe(amount),
      seats_total: maybe(wholeNumber),
      seats_left: maybe(wholeNumber),
    }),
  ),
  gallery: list(picture),
  jackpots: list(fields({ payment_date: maybe(instant) })),
});

/**
 * The readable part of an import, however much of it is invalid: what the checks of references, instants and law need. These
 * problems can so be reported together with those of the schema, not only after the last of them is fixed.
 */
export type ReadableImport = z.output<typeof readable>;

export function readImport(data: unknown): ReadableImport {
  return readable.parse(data);
}

import { z } from "zod";
import { openingHours, openingHoursShape, scheduleDate } from "../../platform/opening-hours.ts";
import { amount, color, email, instant, phone, slug, timeOfDay, webAddress } from "../../platform/schema.ts";

/** The control of a single value. "tristate" is a flag that may be left to its default; "many" is a set of check boxes. */
export type Widget =
  | "line"
  | "area"
  | "rich"
  | "number"
  | "amount"
  | "flag"
  | "tristate"
  | "choice"
  | "many"
  | "instant"
  | "date"
  | "time"
  | "picture"
  | "colour"
  | "phone"
  | "email"
  | "web"
  | "hidden";

/** A form derived from a contract. `path` is the schema's path without list positions: `days.schedules.open`. */
export type Field =
  | { kind: "group"; name: string; path: string; isOptional: boolean; isLocalized: boolean; fields: Field[] }
  | {
      kind: "list";
      name: string;
      path: string;
      isOptional: boolean;
      item: Field;
      max: number;
      /** True if entries cannot be added or removed, such as the days of the week. */
      isFixed: boolean;
    }
  | {
      kind: "value";
      name: string;
      path: string;
      isOptional: boolean;
      widget: Widget;
      /** The allowed values; numbers stay numbers. */
      options: readonly (string | number)[];
      /** The maximal length of a text, in characters. */
      max: number | null;
    };

const AREA_FROM = 200;
const RICH_FROM = 10_000;
const LIST_MAX = 100;

const FIXED_PATHS = /(^|\.)days$/;
const HIDDEN_PATHS = /(^|\.)days\.(label|dayOfWeek)$/;

/** The fields of an object's contract, in its order. `hidden` are paths that the form does not show; their values are kept. */
export function fieldsOf(schema: z.ZodObject, hidden: readonly string[] = [], prefix = ""): Field[] {
  return Object.entries(schema.shape).map(([name, part]) =>
    fieldOf(part as z.ZodType, name, `${prefix}${name}`, hidden),
  );
}

function fieldOf(schema: z.ZodType, name: string, path: string, hidden: readonly string[]): Field {
  const isOptional = schema instanceof z.ZodOptional;
  const bare = isOptional ? (schema.unwrap() as z.ZodType) : schema;
  const at = { name, path, isOptional };
  if (hidden.includes(path) || HIDDEN_PATHS.test(path)) return value(at, "hidden");
  const shape: z.ZodType = bare === openingHours ? openingHoursShape : bare;
  if (shape instanceof z.ZodObject) {
    const isLocalized = Object.keys(shape.shape).join() === "fr,en";
    return { kind: "group", ...at, isLocalized, fields: fieldsOf(shape, hidden, `${path}.`) };
  }
  if (shape instanceof z.ZodArray) {
    const element = shape.element as z.ZodType;
    if (element instanceof z.ZodEnum) return value(at, "many", { options: element.options });
    const max = maximumOf(shape) ?? LIST_MAX;
    return { kind: "list", ...at, max, isFixed: FIXED_PATHS.test(path), item: fieldOf(element, "", path, hidden) };
  }
  return valueOf(shape, at);
}

type At = { name: string; path: string; isOptional: boolean };

const PRIMITIVES = new Map<z.ZodType, Widget>([
  [instant, "instant"],
  [scheduleDate, "date"],
  [timeOfDay, "time"],
  [amount, "amount"],
  [color, "colour"],
  [phone, "phone"],
  [email, "email"],
  [webAddress, "web"],
]);

function valueOf(schema: z.ZodType, at: At): Field {
  const known = PRIMITIVES.get(schema);
  if (known !== undefined) return value(at, known);
  if (schema === slug) return value(at, at.path.endsWith("logo_variant") ? "line" : "picture");
  if (schema instanceof z.ZodBoolean) return value(at, at.isOptional ? "tristate" : "flag");
  if (schema instanceof z.ZodEnum) return value(at, "choice", { options: schema.options });
  if (schema instanceof z.ZodNumber) return value(at, "number");
  if (schema instanceof z.ZodUnion) {
    const literals = schema.options.flatMap((option) => (option instanceof z.ZodLiteral ? [...option.values] : []));
    if (literals.length > 0) return value(at, "choice", { options: literals as (string | number)[] });
    return value(at, "line");
  }
  const max = maximumOf(schema);
  const widget = max === null || max < AREA_FROM ? "line" : max < RICH_FROM ? "area" : "rich";
  return value(at, widget, { max });
}

function value(
  at: At,
  widget: Widget,
  { options = [], max = null }: { options?: readonly (string | number)[]; max?: number | null } = {},
): Field {
  return { kind: "value", ...at, widget, options, max };
}

/** The maximal length of a text or list that a schema accepts. */
function maximumOf(schema: z.ZodType): number | null {
  if (schema instanceof z.ZodString) return schema.maxLength;
  if (!(schema instanceof z.ZodArray)) return null;
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).maxItems ?? null;
}

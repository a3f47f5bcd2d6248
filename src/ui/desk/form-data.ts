import { isFields } from "../../platform/fields.ts";
import { instantOfWallTime, isCalendarDay, isoWithOffset, wallTime } from "../../platform/time-zones.ts";
import type { Field } from "./form-fields.ts";

/**
 * The values of a form as typed: texts, whatever their type; a list has entries, a group has fields. A value that cannot be parsed stays
 * as it was typed, so that nothing is lost and the contract can say what is wrong with it.
 */
export type Typed = string | Typed[] | { [name: string]: Typed };
export type TypedGroup = { [name: string]: Typed };

const COUNT = "#";
const SHOWN_INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d)?$/;

/** The stored data as a form shows it. */
export function typedGroup(fields: readonly Field[], data: unknown, zone: string): TypedGroup {
  const given = isFields(data) ? data : {};
  return Object.fromEntries(fields.map((field) => [field.name, typedOf(field, given[field.name], zone)]));
}

function typedOf(field: Field, data: unknown, zone: string): Typed {
  if (field.kind === "group") return typedGroup(field.fields, data, zone);
  if (field.kind === "list")
    return Array.isArray(data) ? data.map((one: unknown) => typedOf(field.item, one, zone)) : [];
  if (field.widget === "hidden") return "";
  if (field.widget === "many") return Array.isArray(data) ? data.join("\n") : "";
  if (field.widget === "flag") return data === true ? "1" : "";
  if (field.widget === "tristate") return data === true ? "1" : data === false ? "0" : "";
  if (typeof data === "number") return field.widget === "amount" ? data.toFixed(2) : String(data);
  if (typeof data !== "string") return "";
  if (field.widget === "time") return data.padStart(5, "0");
  return field.widget === "instant" ? wallText(data, zone) : data;
}

/** Reads a submitted form by the names that `nameIn` gives. Fields that the contract does not know are ignored. */
export function typedIn(fields: readonly Field[], form: FormData, prefix = ""): TypedGroup {
  return Object.fromEntries(fields.map((field) => [field.name, readIn(field, form, nameIn(prefix, field.name))]));
}

/** False if a part of the form did not arrive. Without its count, a list would look empty and be deleted. */
export function isWhole(fields: readonly Field[], form: FormData, prefix = ""): boolean {
  return fields.every((field) => isWholeField(field, form, nameIn(prefix, field.name)));
}

function isWholeField(field: Field, form: FormData, name: string): boolean {
  if (field.kind === "group") return isWhole(field.fields, form, name);
  if (field.kind === "value") return true;
  const count = textOf(form, countName(name));
  if (!/^\d{1,3}$/.test(count)) return false;
  const entries = Array.from({ length: Math.min(Number(count), field.max) }, (_, at) => nameIn(name, String(at)));
  return entries.every((entry) => isWholeField(field.item, form, entry));
}

function readIn(field: Field, form: FormData, name: string): Typed {
  if (field.kind === "group") return typedIn(field.fields, form, name);
  if (field.kind === "list") {
    const count = Math.min(Number(textOf(form, nameIn(name, COUNT))) || 0, field.max);
    return Array.from({ length: Math.max(0, Math.trunc(count)) }, (_, at) =>
      readIn(field.item, form, nameIn(name, String(at))),
    );
  }
  if (field.widget === "many")
    return form
      .getAll(name)
      .filter((one) => typeof one === "string")
      .join("\n");
  return textOf(form, name).replaceAll("\r\n", "\n");
}

function textOf(form: FormData, name: string): string {
  const given = form.get(name);
  return typeof given === "string" ? given : "";
}

/** The name of a field in a form: `days.0.schedules.1.open`. A list's own `#` holds the number of its entries. */
export function nameIn(prefix: string, name: string): string {
  return prefix === "" ? name : name === "" ? prefix : `${prefix}.${name}`;
}

export const countName = (name: string) => nameIn(name, COUNT);

/** The data that a form stands for. `stored` is what the form edits: it provides hidden values, and the seconds of unchanged times. */
export function dataOf(fields: readonly Field[], typed: TypedGroup, stored: unknown, zone: string): object {
  const before = isFields(stored) ? stored : {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const data = valueOf(field, typed[field.name] ?? "", before[field.name], zone);
      return data === undefined ? [] : [[field.name, data]];
    }),
  );
}

function valueOf(field: Field, typed: Typed, stored: unknown, zone: string): unknown {
  if (field.kind === "group") {
    const group = isGroup(typed) ? typed : {};
    if (field.isOptional && isEmpty(field, group)) return undefined;
    return dataOf(field.fields, group, stored, zone);
  }
  if (field.kind === "list") {
    const entries = Array.isArray(typed) ? typed : [];
    if (field.isOptional && entries.length === 0) return undefined;
    return entries.map((one, at) => valueOf(field.item, one, Array.isArray(stored) ? stored[at] : undefined, zone));
  }
  return single(field, typeof typed === "string" ? typed : "", stored, zone);
}

type Single = Extract<Field, { kind: "value" }>;

function single({ widget, isOptional, options, max }: Single, typed: string, stored: unknown, zone: string): unknown {
  if (widget === "hidden") return stored;
  if (widget === "flag") return typed === "1";
  if (widget === "tristate") return typed === "" ? undefined : typed === "1";
  if (widget === "many") {
    const chosen = typed === "" ? [] : typed.split("\n");
    return isOptional && chosen.length === 0 ? undefined : chosen;
  }
  const text = max === null ? typed.trim() : typed;
  // An empty text may be one of the options.
  if (text.trim() === "" && isOptional) return undefined;
  if (widget === "number" || widget === "amount") return numberIn(text);
  if (widget === "choice") return options.find((option) => String(option) === text) ?? text;
  if (widget === "instant") return instantIn(text, stored, zone);
  return text;
}

function numberIn(text: string): unknown {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : text;
}

/** A local time of the venue as an instant. A time skipped by the change of clocks is marked instead. */
function instantIn(text: string, stored: unknown, zone: string): unknown {
  const [, date = "", hours, minutes] = SHOWN_INSTANT.exec(text) ?? [];
  if (!isCalendarDay(date)) return text;
  // In the hour that occurs twice, an unchanged time keeps its stored instant.
  if (typeof stored === "string" && wallText(stored, zone) === `${date}T${hours}:${minutes}`) return stored;
  const instant = instantOfWallTime(date, Number(hours) * 60 + Number(minutes), zone);
  const iso = isoWithOffset(instant, zone);
  return iso.startsWith(`${date}T${hours}:${minutes}`) ? iso : `${SKIPPED}${text}`;
}

/** Marks a local time that is skipped when the clocks go forward, so it is no instant. */
export const SKIPPED = "skipped ";

function wallText(iso: string, zone: string): string {
  if (iso.startsWith(SKIPPED)) return iso.slice(SKIPPED.length);
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const { date, minutes } = wallTime(at, zone);
  const two = (part: number) => String(Math.trunc(part)).padStart(2, "0");
  return `${date}T${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** True if nothing was typed into a group. Hidden values and days without hours do not count. */
function isEmpty(field: Field, typed: Typed): boolean {
  if (field.kind === "group")
    return field.fields.every((one) => isEmpty(one, isGroup(typed) ? (typed[one.name] ?? "") : ""));
  if (field.kind === "list") {
    const entries = Array.isArray(typed) ? typed : [];
    return field.isFixed ? entries.every((one) => isEmpty(field.item, one)) : entries.length === 0;
  }
  return field.widget === "hidden" || (typeof typed === "string" && typed.trim() === "");
}

/** Applies a button of a list: `add:days.0.schedules`, `drop:days.0.schedules.1`, `up:gallery.2`. */
export function rearranged(fields: readonly Field[], typed: TypedGroup, order: string): TypedGroup {
  const [act = "", path = ""] = order.split(":", 2);
  const made = structuredClone(typed);
  const steps = path.split(".");
  const at = act === "add" ? null : Number(steps.pop());
  const found = listAt(fields, made, steps);
  if (found === null) return made;
  const { list, field } = found;
  if (act === "add" && list.length < field.max) list.push(emptyOf(field.item));
  const isThere = at !== null && Number.isInteger(at) && at >= 0 && at < list.length;
  if (act === "drop" && isThere && !field.isFixed) list.splice(at, 1);
  if (act === "up" && isThere && at > 0) list.splice(at - 1, 0, ...list.splice(at, 1));
  return made;
}

function listAt(
  fields: readonly Field[],
  typed: TypedGroup,
  steps: string[],
): { list: Typed[]; field: Extract<Field, { kind: "list" }> } | null {
  const field = fields.find((one) => one.name === steps[0]);
  const part = field === undefined ? undefined : typed[field.name];
  if (field === undefined || part === undefined) return null;
  return within(field, part, steps.slice(1));
}

function within(field: Field, part: Typed, steps: string[]): ReturnType<typeof listAt> {
  if (field.kind === "list" && Array.isArray(part)) {
    const [at, ...rest] = steps;
    if (at === undefined) return { list: part, field };
    const entry = part[Number(at)];
    return entry === undefined ? null : within(field.item, entry, rest);
  }
  if (field.kind === "group" && isGroup(part)) return listAt(field.fields, part, steps);
  return null;
}

function emptyOf(field: Field): Typed {
  if (field.kind === "group") return Object.fromEntries(field.fields.map((one) => [one.name, emptyOf(one)]));
  return field.kind === "list" ? [] : "";
}

function isGroup(typed: Typed): typed is TypedGroup {
  return typeof typed === "object" && !Array.isArray(typed);
}

/** The name of the first visible value under `name`. Null if there is none. */
export function firstVisibleField(field: Field, name: string): string | null {
  if (field.kind === "group")
    return (
      field.fields.map((one) => firstVisibleField(one, nameIn(name, one.name))).find((one) => one !== null) ?? null
    );
  if (field.kind === "list") return null;
  return field.widget === "hidden" ? null : name;
}

/** The field with a name in a form: `days.0.schedules` is the list `days.schedules`. Null if there is none. */
export function fieldAt(fields: readonly Field[], name: string): Field | null {
  const [first = "", ...rest] = name.split(".");
  let field = fields.find((one) => one.name === first) ?? null;
  for (const step of rest) {
    if (field?.kind === "list") field = field.item;
    else field = field?.kind === "group" ? (field.fields.find((one) => one.name === step) ?? null) : null;
  }
  return field;
}

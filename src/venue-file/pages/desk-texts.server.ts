import { gameName } from "../../games/game-words.ts";
import { isGamePageKey } from "../../games/contract.ts";
import { venuePictures } from "../../pictures/library.server.ts";
import type { Typed, TypedGroup } from "../../ui/desk/form-data.ts";
import { nameIn } from "../../ui/desk/form-data.ts";
import type { Field, Widget } from "../../ui/desk/form-fields.ts";
import type { DeskRequest } from "../../venues/desk/request.server.ts";
import type { DeskOption } from "../../ui/desk/parts.tsx";
import type { ShownField } from "../../ui/desk/schema-context.tsx";
import { m } from "../../messages/messages.js";
import { getLocale } from "../../messages/runtime.js";
import type { Locale } from "../../venues/contract.ts";
import { dayLabel, dayText, hourText, minutesOf, momentText } from "../../venues/language/dates.ts";
import type { List } from "../sections.ts";
import { configWithDefaults } from "../../venues/site-config.ts";
import { fieldWords, optionWords } from "./desk-words.server.ts";

/** The labels and other texts of a section's fields. */
export type FieldTexts = {
  label: (path: string) => string;
  help: (path: string) => string | undefined;
  option: (path: string, option: string | number) => string;
  /** What an unset flag defaults to. */
  byDefault: (path: string) => string;
  /** The heading of a list entry; `at` counts from 0. */
  entry: (path: string, at: number, typed: Typed) => string;
};

export function fieldTexts({ venue }: DeskRequest, section: string): FieldTexts {
  const defaults: Record<string, unknown> = configWithDefaults({}, venue.country);
  return {
    label: (path) => fieldWords(section, path).label ?? path,
    help: (path) => fieldWords(section, path).help ?? undefined,
    option: (path, option) => optionWords(path, option, gameLabel),
    byDefault: (path) => (defaults[path] === true ? m.desk_o_default_yes() : m.desk_o_default_no()),
    entry: (path, at, typed) => entryLegend(section, path, at, typed),
  };
}

/** The pictures that a form of the venue can choose from. */
export async function pictureOptions({ world, venue, locale }: DeskRequest): Promise<DeskOption[]> {
  const pictures = await venuePictures(world, venue);
  return pictures.map(({ key, alt }) => ({ value: key, label: alt[locale] || key }));
}

/** The fields of a contract as a form shows them, without those that nobody types. */
export function shownFields(fields: readonly Field[], texts: FieldTexts): ShownField[] {
  return fields.filter((field) => !isHidden(field)).map((field) => shownField(field, texts));
}

function shownField(field: Field, texts: FieldTexts): ShownField {
  const { name, path, isOptional } = field;
  const help = texts.help(path);
  const shared = { name, label: texts.label(path), isOptional, ...(help === undefined ? {} : { help }) };
  if (field.kind === "group")
    return { ...shared, kind: "group", isLocalized: field.isLocalized, fields: shownFields(field.fields, texts) };
  if (field.kind === "list") {
    const isSlots = name === "schedules";
    const isMovable = !isSlots && name !== "exceptions";
    const item = shownField(field.item, texts);
    return { ...shared, kind: "list", item, max: field.max, isFixed: field.isFixed, isMovable, isSlots };
  }
  const options = field.options.map((value) => ({ value: String(value), label: texts.option(path, value) }));
  const byDefault = field.widget === "tristate" ? { byDefault: texts.byDefault(path) } : {};
  return { ...shared, kind: "value", widget: field.widget, options, max: field.max, ...byDefault };
}

function isHidden(field: Field): boolean {
  return field.kind === "value" && field.widget === "hidden";
}

/** Headings of the entries of a form's lists, by their names in the form. */
export function legendsOf(
  fields: readonly Field[],
  typed: TypedGroup,
  texts: FieldTexts,
  prefix = "",
): Record<string, string> {
  return Object.assign(
    {},
    ...fields.map((field) => legendsIn(field, typed[field.name] ?? "", texts, nameIn(prefix, field.name))),
  ) as Record<string, string>;
}

function legendsIn(field: Field, typed: Typed, texts: FieldTexts, name: string): Record<string, string> {
  if (field.kind === "group") return legendsOf(field.fields, asGroup(typed), texts, name);
  if (field.kind === "value" || !Array.isArray(typed)) return {};
  return Object.assign(
    {},
    ...typed.map((one, at) => {
      const inner = nameIn(name, String(at));
      return { [inner]: texts.entry(field.path, at, one), ...legendsIn(field.item, one, texts, inner) };
    }),
  ) as Record<string, string>;
}

function gameLabel(key: string): string {
  return isGamePageKey(key) ? gameName(key) : key;
}

/** The week begins on Monday, as in stored schedules. */
const FIRST_DAY = 1;

function entryLegend(section: string, path: string, at: number, typed: Typed): string {
  if (path.endsWith("days")) return dayLabel((at + FIRST_DAY) % 7, getLocale());
  const list = fieldWords(section, path).label ?? path;
  const date = typeof typed === "object" && !Array.isArray(typed) ? typed["date"] : undefined;
  if (typeof date === "string" && date !== "") return dateInWords(date);
  return m.desk_item_at({ list, number: at + 1 });
}

/** A date in words; a text that is not a date is returned as typed. */
function dateInWords(date: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return isDate ? dayText(date, getLocale(), "full") : date;
}

/** The heading of a list entry in this language. */
export function entryTitle(section: List, entry: unknown, locale: Locale): string {
  const { title, label, key } = (entry ?? {}) as {
    title?: Record<Locale, string>;
    label?: Record<Locale, string>;
    key?: string;
  };
  if (section.base === "games" && key !== undefined) return label?.[locale] ?? gameLabel(key);
  return (title ?? label)?.[locale] ?? "";
}

export type Difference = { name: string; label: string; yours: string; theirs: string };

/** The fields in which two versions of a form differ, with both values in words. */
export function shownDifferences(
  fields: readonly Field[],
  yours: TypedGroup,
  theirs: TypedGroup,
  words: FieldTexts,
): Difference[] {
  return fields.flatMap((field) =>
    differencesOf(field, field.name, yours[field.name] ?? "", theirs[field.name] ?? "", words, words.label(field.path)),
  );
}

function differencesOf(
  field: Field,
  name: string,
  yours: Typed,
  theirs: Typed,
  words: FieldTexts,
  label: string,
): Difference[] {
  if (JSON.stringify(yours) === JSON.stringify(theirs)) return [];
  if (field.kind === "group") {
    const [mine, other] = [asGroup(yours), asGroup(theirs)];
    return field.fields.flatMap((one) =>
      differencesOf(
        one,
        nameIn(name, one.name),
        mine[one.name] ?? "",
        other[one.name] ?? "",
        words,
        `${label}, ${words.label(one.path)}`,
      ),
    );
  }
  if (field.kind === "list" && field.isFixed && Array.isArray(yours) && Array.isArray(theirs))
    return yours.flatMap((one, at) =>
      differencesOf(
        field.item,
        nameIn(name, String(at)),
        one,
        theirs[at] ?? "",
        words,
        `${label}, ${words.entry(field.path, at, one)}`,
      ),
    );
  return [{ name, label, yours: inWords(field, yours, words), theirs: inWords(field, theirs, words) }];
}

function inWords(field: Field, typed: Typed, words: FieldTexts): string {
  if (field.kind === "list")
    return (Array.isArray(typed) ? typed : []).map((one) => inWords(field.item, one, words)).join("; ");
  if (field.kind === "group") {
    const group = asGroup(typed);
    return field.fields
      .map((one) => inWords(one, group[one.name] ?? "", words))
      .filter(Boolean)
      .join(" – ");
  }
  const text = typeof typed === "string" ? typed : "";
  if (field.widget === "hidden") return "";
  if (field.widget === "flag") return text === "1" ? m.desk_o_yes() : m.desk_o_no();
  if (field.widget === "tristate")
    return text === "" ? words.byDefault(field.path) : text === "1" ? m.desk_o_yes() : m.desk_o_no();
  if (field.widget === "choice" || field.widget === "many")
    return text
      .split("\n")
      .filter(Boolean)
      .map((one) => words.option(field.path, one))
      .join(", ");
  return clockInWords(field.widget, text);
}

/** Typed dates and times in words; what does not read as one is returned as typed. */
function clockInWords(widget: Widget, text: string): string {
  if (widget === "date") return dateInWords(text);
  if (widget === "time" && /^\d\d:\d\d$/.test(text)) return hourText(text, getLocale());
  const [, date, hour] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(text) ?? [];
  return widget === "instant" && date !== undefined && hour !== undefined
    ? momentText({ date, minutes: minutesOf(hour) }, getLocale())
    : text;
}

function asGroup(typed: Typed): TypedGroup {
  return typeof typed === "object" && !Array.isArray(typed) ? typed : {};
}

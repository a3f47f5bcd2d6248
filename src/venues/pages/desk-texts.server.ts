import { gameName } from "../../games/game-facts.ts";
import { isGamePageKey } from "../../games/contract.ts";
import { venuePictures } from "../../content/picture-library.server.ts";
import type { Typed, TypedGroup } from "../../operators/form-data.ts";
import { nameIn } from "../../operators/form-data.ts";
import type { Field } from "../../operators/form-fields.ts";
import type { DeskRequest } from "../../operators/pages/desk-request.server.ts";
import type { SchemaWords } from "../../operators/pages/desk-schema-form.tsx";
import { m } from "../../paraglide/messages.js";
import type { Locale } from "../contract.ts";
import type { List } from "../sections.ts";
import { settledConfig } from "../site-config.ts";
import { fieldWords, optionWords } from "./desk-words.ts";

/** The words of a section's form, and the pictures that it may choose from. */
export async function schemaWords({ world, venue, locale }: DeskRequest, section: string): Promise<SchemaWords> {
  const pictures = await venuePictures(world, venue);
  const defaults: Record<string, unknown> = settledConfig({}, venue.country);
  return {
    label: (path) => fieldWords(section, path)?.label() ?? path,
    help: (path) => fieldWords(section, path)?.help?.(),
    option: (path, option) => optionWords(path, option, gameLabel),
    byDefault: (path) => (defaults[path] === true ? m.desk_o_default_yes() : m.desk_o_default_no()),
    entry: (path, at, typed) => entryLegend(section, path, at, typed),
    pictures: pictures.map(({ key, alt }) => ({ value: key, label: alt[locale] || key })),
  };
}

function gameLabel(key: string): string {
  return isGamePageKey(key) ? gameName(key) : key;
}

/** 2023-01-01 was a Sunday, whose number is 0. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;
/** The week begins on Monday, as schedules list it. */
const FIRST_DAY = 1;

function entryLegend(section: string, path: string, at: number, typed: Typed): string {
  if (path.endsWith("days")) return dayName(at);
  const list = fieldWords(section, path)?.label() ?? path;
  const date = typeof typed === "object" && !Array.isArray(typed) ? typed["date"] : undefined;
  if (typeof date === "string" && date !== "") return dateInWords(date);
  return m.desk_item_at({ list, number: at + 1 });
}

/** As the language says a day; what is no day stays what was typed. */
function dateInWords(date: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(at)) return date;
  return new Intl.DateTimeFormat(m.desk_intl(), { dateStyle: "full", timeZone: "UTC" }).format(at);
}

function dayName(at: number): string {
  const day = new Date(SUNDAY + ((at + FIRST_DAY) % 7) * DAY_MS);
  return new Intl.DateTimeFormat(m.desk_intl(), { weekday: "long", timeZone: "UTC" }).format(day);
}

/** What an entry of a list is called in this language. */
export function entryTitle(section: List, entry: unknown, locale: Locale): string {
  const { title, label, key } = (entry ?? {}) as {
    title?: Record<Locale, string>;
    label?: Record<Locale, string>;
    key?: string;
  };
  if (section.base === "games" && key !== undefined) return label?.[locale] ?? gameLabel(key);
  return (title ?? label)?.[locale] ?? "";
}

/** Where two versions of a form differ, value by value, in words. */
export function shownDifferences(
  fields: readonly Field[],
  yours: TypedGroup,
  theirs: TypedGroup,
  words: SchemaWords,
): { name: string; label: string; yours: string; theirs: string }[] {
  return fields.flatMap((field) =>
    differencesOf(field, field.name, yours[field.name] ?? "", theirs[field.name] ?? "", words, words.label(field.path)),
  );
}

function differencesOf(
  field: Field,
  name: string,
  yours: Typed,
  theirs: Typed,
  words: SchemaWords,
  label: string,
): { name: string; label: string; yours: string; theirs: string }[] {
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

function inWords(field: Field, typed: Typed, words: SchemaWords): string {
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
  return field.widget === "instant" ? text.replace("T", " ") : text;
}

function asGroup(typed: Typed): TypedGroup {
  return typeof typed === "object" && !Array.isArray(typed) ? typed : {};
}

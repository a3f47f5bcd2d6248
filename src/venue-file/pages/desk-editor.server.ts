import { isUuid } from "../../platform/uuid.ts";
import * as deskPaths from "../../staff/desk-paths.ts";
import { data, redirect, type RouterContextProvider } from "react-router";
import {
  dataOf,
  fieldAt,
  firstVisibleField,
  isWhole,
  nameIn,
  rearranged,
  typedGroup,
  typedIn,
  type TypedGroup,
} from "../../ui/desk/form-data.ts";
import { fieldsOf, type Field } from "../../ui/desk/form-fields.ts";
import { deskRequest, redirectInDesk, type DeskRequest } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { baseOf, savePart, type PartOutcome } from "../editing.server.ts";
import type { VenueFile } from "../imported-venue.ts";
import { partOf, SECTIONS, type Section } from "../sections.ts";
import { venueFile } from "../export.server.ts";
import type { EditorState } from "./desk-editor-form.tsx";
import { NEW_ENTRY, sectionIn, sectionPage } from "./desk-sections.ts";
import {
  entryTitle,
  fieldTexts,
  legendsOf,
  pictureOptions,
  shownDifferences,
  shownFields,
  type FieldTexts,
} from "./desk-texts.server.ts";
import { momentAt } from "../../venues/language/dates.ts";
import { problemsOf } from "./editor-problems.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What is being edited: a section, or one entry of its list. */
export type Edited = {
  request: DeskRequest;
  section: Section;
  /** Null for a form, and for a new entry. */
  item: string | null;
  isNew: boolean;
  file: VenueFile;
  /** The stored version; undefined for a new entry, and for one that was deleted. */
  current: unknown;
  fields: Field[];
  texts: FieldTexts;
};

/** Reads the section named by the page's own address, the entry, and its stored version. */
export function editedAt(context: Context, entry?: string): Promise<Edited> {
  return editedOf(context, sectionIn(deskRequest(context).path), entry);
}

/** The same for a section given by name. */
export async function editedOf(context: Context, name: string, entry?: string): Promise<Edited> {
  const request = deskRequest(context);
  const section = SECTIONS.get(name);
  if (section === undefined) throw redirect(deskPaths.home);
  const isNew = section.kind === "list" && entry === NEW_ENTRY;
  const item = section.kind === "form" || isNew ? null : (entry ?? null);
  const file = await venueFile(request.world.database.db, request.venue);
  const current = isNew ? undefined : partOf(file, section, item);
  const fields = fieldsOf(section.schema, sectionPage(name).hidden);
  return { request, section, item, isNew, file, current, fields, texts: fieldTexts(request, name) };
}

/** The page of a form or an entry: its fields as stored, and its links. */
export async function loadEditor(edited: Edited) {
  const { request, section, item, isNew, current, fields, texts } = edited;
  // Operators who posted a form for a deleted entry keep what they wrote.
  if (current === undefined && !isNew && !request.isPosted) throw redirect(deskPaths.section(section.name), 303);
  const page = sectionPage(section.name);
  const isEntry = section.kind === "list";
  return {
    title: editorTitle(edited),
    lead: isEntry ? undefined : page.lead?.(),
    current: deskPaths.section(section.name),
    back: isEntry ? { href: deskPaths.section(section.name), label: page.title() } : undefined,
    historyHref: isNew ? null : deskPaths.history(section.name, item),
    preview: deskPaths.preview(section.name, isNew ? NEW_ENTRY : item),
    currentHref: isNew ? null : deskPaths.section(section.name, item),
    isDeletable: isEntry && !isNew,
    fields: shownFields(fields, texts),
    pictures: await pictureOptions(request),
    fresh: freshState(edited),
  };
}

function editorTitle({ request, section, isNew, current }: Edited): string {
  const page = sectionPage(section.name);
  if (isNew) return page.newTitle?.() ?? m.desk_new();
  return (section.kind === "list" && entryTitle(section, current, request.locale)) || page.title();
}

/** Carries out a posted form: rearranges its lists, deletes the entry, or saves everything. */
export async function takeEditor(edited: Edited, form: FormData) {
  const { request, section, item, isNew, file, current, fields } = edited;
  const posted = textsOf(form);
  const order = posted["do"] ?? "save";
  if (order !== "delete" && !isWhole(fields, form))
    return data({ ...freshState(edited), alert: m.desk_cut_short() }, { status: 422 });
  const typed = typedIn(fields, form);
  const formKey = formKeyIn(request, posted);
  const state = { ...typedState(edited, typed), base: baseIn(posted), formKey, shape: formKey };
  if (/^(add|drop|up):/.test(order)) return rearrange(edited, state, order);
  const written =
    order === "delete"
      ? undefined
      : dataOf(fields, typed, withDefaults(section, current, file), request.venue.policy.timeZone);
  const outcome = await savePart(request.world, request.venue, request.operator, {
    section,
    item,
    data: section.kind === "list" && order === "delete" && !isNew ? undefined : (written ?? {}),
    base: state.base,
    formKey: state.formKey,
  });
  if ("saved" in outcome) {
    if (section.name === "maison" || section.name === "reglages") await request.reloadVenues();
    return saved(request, section, outcome.saved, order === "delete" ? undefined : written);
  }
  return refused(edited, state, outcome, written);
}

function saved(
  request: DeskRequest,
  section: Section,
  { item, isChanged }: { item: string | null; isChanged: boolean },
  written: object | undefined,
): Response {
  if (written === undefined) return redirectInDesk(request, deskPaths.section(section.name), m.desk_deleted());
  return redirectInDesk(
    request,
    deskPaths.section(section.name, item),
    isChanged ? savedNote(request, written) : m.desk_saved_same(),
  );
}

/** The note after a save. Dates in the past are allowed, but the note mentions them because they may be a mistake. */
function savedNote({ world, venue, locale }: DeskRequest, written: object): string {
  const { broadcast_start_at: from, broadcast_end_at: until } = written as Record<string, string | undefined>;
  const now = world.now();
  const date = (iso: string) => momentAt(new Date(iso), { locale, timeZone: venue.policy.timeZone });
  if (until !== undefined && new Date(until) <= now) return m.desk_saved_over({ date: date(until) });
  if (from !== undefined && new Date(from) > now) return m.desk_saved_later({ date: date(from) });
  return m.desk_saved();
}

function rearrange(edited: Edited, { base, formKey, typed: before }: EditorState, order: string) {
  const { fields, request } = edited;
  const typed = rearranged(fields, before, order);
  const name = order.slice(order.indexOf(":") + 1);
  const focus = order.startsWith("add:") ? focusAdded(fields, typed, name) : null;
  const shape = request.world.uuid();
  return data({ ...typedState(edited, typed), base, formKey, shape, focus }, { status: 200 });
}

function focusAdded(fields: readonly Field[], typed: TypedGroup, name: string): string | null {
  const list = fieldAt(fields, name);
  let entries: unknown = typed;
  for (const step of name.split(".")) entries = (entries as Record<string, unknown> | undefined)?.[step];
  if (list?.kind !== "list" || !Array.isArray(entries)) return null;
  return firstVisibleField(list.item, nameIn(name, String(entries.length - 1)));
}

function refused(
  { request, fields, current, texts }: Edited,
  state: EditorState,
  outcome: Exclude<PartOutcome, { saved: unknown }>,
  written: object | undefined,
) {
  if ("gone" in outcome) return data({ ...state, alert: m.desk_gone() }, { status: 410 });
  if ("conflict" in outcome) {
    const zone = request.venue.policy.timeZone;
    const { current: theirs, base, by } = outcome.conflict;
    const alert =
      by === null
        ? m.desk_conflict_unknown()
        : m.desk_conflict({ name: by.operator, date: momentAt(by.at, { locale: request.locale, timeZone: zone }) });
    const conflict = shownDifferences(fields, state.typed, typedGroup(fields, theirs, zone), texts);
    return data({ ...state, base, formKey: request.world.uuid(), alert, conflict }, { status: 409 });
  }
  const told = problemsOf(fields, texts, outcome.problems, written ?? current);
  return data({ ...state, ...told, alert: m.desk_invalid(), focus: told.problems[0]?.name ?? null }, { status: 422 });
}

/** The form as stored, before any input. */
function freshState(edited: Edited): EditorState {
  const { request, section, current, file, fields, isNew } = edited;
  const shown = isNew ? newEntry(request, section, file) : withDefaults(section, current, file);
  const formKey = request.world.uuid();
  return {
    ...typedState(edited, typedGroup(fields, shown, request.venue.policy.timeZone)),
    base: current === undefined ? null : baseOf(current),
    formKey,
    shape: formKey,
  };
}

/** A form with the given input and no problems. */
function typedState({ fields, texts }: Edited, typed: TypedGroup): EditorState {
  return {
    typed,
    legends: legendsOf(fields, typed, texts),
    base: null,
    formKey: "",
    shape: "",
    problems: [],
    elsewhere: [],
    alert: null,
    conflict: null,
    focus: null,
  };
}

/** Initial content of a new entry. An announcement is published from now on unless the operator changes it. */
function newEntry({ world }: DeskRequest, section: Section, file: VenueFile): unknown {
  if (section.name === "agenda") return { broadcast_start_at: world.now().toISOString() };
  return withDefaults(section, {}, file);
}

/** Adds an empty week to a place without opening hours, with the venue's names of days, so that the form offers its fields. */
export function withDefaults(section: Section, current: unknown, file: VenueFile): unknown {
  if (section.name !== "tables") return current;
  const { days } = file.establishment.opening_hours as { days: { label: string; dayOfWeek: number }[] };
  const week = { days: days.map(({ label, dayOfWeek }) => ({ label, dayOfWeek, schedules: [] })) };
  return { opening_hours: week, ...(current as object | undefined) };
}

const BASE = /^[\w-]{22}$/;

function baseIn(posted: Record<string, string>): string | null {
  const given = posted["base"] ?? "";
  return BASE.test(given) ? given : null;
}

/** The id of the form: kept while the operator corrects it, otherwise new. */
function formKeyIn({ world }: DeskRequest, posted: Record<string, string>): string {
  const given = posted["form_key"] ?? "";
  return isUuid(given) ? given : world.uuid();
}

import { data, redirect, type RouterContextProvider } from "react-router";
import {
  dataOf,
  fieldAt,
  firstName,
  isWhole,
  nameIn,
  rearranged,
  SKIPPED,
  typedGroup,
  typedIn,
  type TypedGroup,
} from "../../operators/form-data.ts";
import { fieldsOf, type Field } from "../../operators/form-fields.ts";
import { fieldIdOf } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { baseOf, savePart, type PartOutcome } from "../editing.server.ts";
import type { VenueFile } from "../imported-venue.ts";
import { partOf, SECTIONS, type Section } from "../sections.ts";
import { venueFile } from "../venue-file.server.ts";
import { EditorForm } from "./desk-editor-form.tsx";
import { editorState, type EditorState } from "./desk-form-state.ts";
import { NEW_ENTRY, sectionPage } from "./desk-sections.ts";
import { entryTitle, schemaWords, shownDifferences } from "./desk-texts.server.ts";
import { dayTime } from "./desk-times.ts";
import { problemWords } from "./problem-words.ts";

type Context = Readonly<RouterContextProvider>;

/** What an editor works on: a section, or one entry of its list. */
export type Edited = {
  request: DeskRequest;
  section: Section;
  /** Null for a form, and for a new entry. */
  item: string | null;
  isNew: boolean;
  file: VenueFile;
  /** What stands; undefined for a new entry, and for one that is gone. */
  standing: unknown;
  fields: Field[];
};

/** Reads the section and entry of an address, and what stands there. */
export async function editedOf(context: Context, name: string, entry?: string): Promise<Edited> {
  const request = deskRequest(context);
  const section = SECTIONS.get(name);
  if (section === undefined) throw redirect("/desk");
  const isNew = section.kind === "list" && entry === NEW_ENTRY;
  const item = section.kind === "form" || isNew ? null : (entry ?? null);
  const file = await venueFile(request.world.database.db, request.venue);
  const standing = isNew ? undefined : partOf(file, section, item);
  return { request, section, item, isNew, file, standing, fields: fieldsOf(section.schema, sectionPage(name).hidden) };
}

/** The page of a form or of one entry: its fields, what is wrong with them, its preview. */
export async function showEditor(context: Context, edited: Edited): Promise<Response | ReturnType<typeof data> | null> {
  const { request, section, item, isNew, standing, fields } = edited;
  const state = context.get(editorState) ?? freshState(edited);
  if (standing === undefined && !isNew && context.get(editorState) === null)
    throw redirect(`/desk/${section.name}`, 303);
  const page = sectionPage(section.name);
  const words = await schemaWords(request, section.name);
  const title = isNew
    ? (page.newTitle?.() ?? m.desk_new())
    : section.kind === "list"
      ? entryTitle(section, standing, request.locale)
      : page.title();
  const place = item === null ? section.name : `${section.name}/${encodeURIComponent(item)}`;
  await showDeskPage(request, {
    title: title || page.title(),
    lead: section.kind === "form" ? page.lead?.() : undefined,
    current: `/desk/${section.name}`,
    ...(section.kind === "list" ? { back: { href: `/desk/${section.name}`, label: page.title() } } : {}),
    actions: isNew ? undefined : (
      <a className="button button-line button-small" href={`/desk/historique/${place}`}>
        {m.desk_history()}
      </a>
    ),
    alert:
      state.alert === null && state.elsewhere.length === 0 ? undefined : (
        <>
          {state.alert !== null && <p>{state.alert}</p>}
          {state.elsewhere.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </>
      ),
    problems: Object.entries(state.problems).map(([name, text]) => ({
      fieldId: fieldIdOf(name),
      label: labelled(fields, name, words.label),
      text,
    })),
    content: (
      <EditorForm
        fields={fields}
        state={state}
        words={words}
        preview={`/desk/apercu/${isNew ? `${section.name}/${NEW_ENTRY}` : place}`}
        standingHref={isNew ? null : `/desk/${place}`}
        isDeletable={section.kind === "list" && !isNew}
      />
    ),
  });
  return null;
}

/** What a posted form wants: its lists rearranged, the entry deleted, or all of it saved. */
export async function takeEditor(context: Context, edited: Edited): Promise<Response | ReturnType<typeof data>> {
  const { request, section, item, isNew, file, standing, fields } = edited;
  const order = request.fields["do"] ?? "save";
  if (order !== "delete" && !isWhole(fields, request.form)) {
    context.set(editorState, { ...freshState(edited), alert: m.desk_cut_short() });
    return data(null, { status: 422 });
  }
  const typed = typedIn(fields, request.form);
  const state = { ...freshState(edited), typed, base: baseIn(request), formKey: formKeyIn(request) };
  if (/^(add|drop|up):/.test(order)) return rearrange(context, fields, state, order);
  const written =
    order === "delete"
      ? undefined
      : dataOf(fields, typed, withDefaults(section, standing, file), request.venue.policy.timeZone);
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
  return refused(context, edited, state, outcome, written);
}

function saved(
  request: DeskRequest,
  section: Section,
  { item, isChanged }: { item: string | null; isChanged: boolean },
  written: object | undefined,
): Response {
  if (written === undefined) return leaveDesk(request, `/desk/${section.name}`, m.desk_deleted());
  const href = item === null ? `/desk/${section.name}` : `/desk/${section.name}/${encodeURIComponent(item)}`;
  return leaveDesk(request, href, isChanged ? savedNote(request, written) : m.desk_saved_same());
}

/** A time in the past is no mistake, but it may be a surprise. */
function savedNote({ world, venue, locale }: DeskRequest, written: object): string {
  const { broadcast_start_at: from, broadcast_end_at: until } = written as Record<string, string | undefined>;
  const now = world.now();
  const date = (iso: string) => dayTime(new Date(iso), venue.policy.timeZone, locale);
  if (until !== undefined && new Date(until) <= now) return m.desk_saved_over({ date: date(until) });
  if (from !== undefined && new Date(from) > now) return m.desk_saved_later({ date: date(from) });
  return m.desk_saved();
}

function rearrange(context: Context, fields: readonly Field[], state: EditorState, order: string) {
  const typed = rearranged(fields, state.typed, order);
  const name = order.slice(order.indexOf(":") + 1);
  context.set(editorState, {
    ...state,
    typed,
    focus: order.startsWith("add:") ? focusAdded(fields, typed, name) : null,
  });
  return data(null, { status: 200 });
}

function focusAdded(fields: readonly Field[], typed: TypedGroup, name: string): string | null {
  const list = fieldAt(fields, name);
  let entries: unknown = typed;
  for (const step of name.split(".")) entries = (entries as Record<string, unknown> | undefined)?.[step];
  if (list?.kind !== "list" || !Array.isArray(entries)) return null;
  return firstName(list.item, nameIn(name, String(entries.length - 1)));
}

async function refused(
  context: Context,
  { request, section, fields, standing }: Edited,
  state: EditorState,
  outcome: Exclude<PartOutcome, { saved: unknown }>,
  written: object | undefined,
) {
  const zone = request.venue.policy.timeZone;
  if ("gone" in outcome) {
    context.set(editorState, { ...state, alert: m.desk_gone() });
    return data(null, { status: 410 });
  }
  if ("conflict" in outcome) {
    const { standing: theirs, base, by } = outcome.conflict;
    const words = await schemaWords(request, section.name);
    const alert =
      by === null
        ? m.desk_conflict_unknown()
        : m.desk_conflict({ name: by.operator, date: dayTime(by.at, zone, request.locale) });
    const conflict = shownDifferences(fields, state.typed, typedGroup(fields, theirs, zone), words);
    context.set(editorState, { ...state, base, formKey: request.world.uuid(), alert, conflict });
    return data(null, { status: 409 });
  }
  const problems: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const { path, message, isElsewhere } of outcome.problems) {
    const name = nameOf(path);
    const words = isSkipped(written ?? standing, name) ? m.desk_p_skipped() : problemWords(message);
    const shown = isElsewhere ? null : shownName(fields, name);
    if (shown === null) elsewhere.push(m.desk_problem({ label: path, text: words }));
    else problems[shown] ??= words;
  }
  context.set(editorState, {
    ...state,
    problems,
    elsewhere,
    alert: m.desk_invalid(),
    focus: Object.keys(problems)[0] ?? null,
  });
  return data(null, { status: 422 });
}

/** A problem in words, after the name that the form gives its field. */
export async function toldProblem(edited: Edited, { path, message }: { path: string; message: string }) {
  const words = await schemaWords(edited.request, edited.section.name);
  const label = labelled(edited.fields, nameOf(path), words.label);
  return label === "" ? problemWords(message) : m.desk_problem({ label, text: problemWords(message) });
}

/** The field that a problem stands under: its own, or the nearest group around it that the form shows. */
function shownName(fields: readonly Field[], name: string): string | null {
  for (let at = name; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const field = fieldAt(fields, at);
    if (field !== null && !(field.kind === "value" && field.widget === "hidden")) return at;
  }
  return null;
}

function isSkipped(written: unknown, name: string): boolean {
  let part = written;
  for (const step of name.split(".")) part = (part as Record<string, unknown> | null | undefined)?.[step];
  return typeof part === "string" && part.startsWith(SKIPPED);
}

function nameOf(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^\./, "");
}

function labelled(fields: readonly Field[], name: string, label: (path: string) => string): string {
  const steps = name.split(".");
  const labels = steps.flatMap((_, at) => {
    const field = fieldAt(fields, steps.slice(0, at + 1).join("."));
    if (field === null || /^\d+$/.test(steps[at] ?? "")) return [];
    return [label(field.path)];
  });
  return labels.join(", ");
}

function freshState({ request, section, standing, file, fields, isNew }: Edited): EditorState {
  const zone = request.venue.policy.timeZone;
  const shown = isNew ? newEntry(request, section, file) : withDefaults(section, standing, file);
  return {
    typed: typedGroup(fields, shown, zone),
    base: standing === undefined ? null : baseOf(standing),
    formKey: request.world.uuid(),
    problems: {},
    elsewhere: [],
    alert: null,
    conflict: null,
    focus: null,
  };
}

/** A new entry of the agenda is shown from now on, unless somebody says otherwise. */
function newEntry({ world }: DeskRequest, section: Section, file: VenueFile): unknown {
  if (section.name === "agenda") return { broadcast_start_at: world.now().toISOString() };
  return withDefaults(section, {}, file);
}

/** A place without hours offers the week all the same, empty, under the names that the venue gives its days. */
export function withDefaults(section: Section, standing: unknown, file: VenueFile): unknown {
  if (section.name !== "tables") return standing;
  const { days } = file.establishment.opening_hours as { days: { label: string; dayOfWeek: number }[] };
  const week = { days: days.map(({ label, dayOfWeek }) => ({ label, dayOfWeek, schedules: [] })) };
  return { opening_hours: week, ...(standing as object | undefined) };
}

const BASE = /^[\w-]{22}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function baseIn({ fields }: DeskRequest): string | null {
  const given = fields["base"] ?? "";
  return BASE.test(given) ? given : null;
}

/** The form's own key from before while it is corrected, else a new one. */
function formKeyIn({ fields, world }: DeskRequest): string {
  const given = fields["form_key"] ?? "";
  return UUID.test(given) ? given : world.uuid();
}

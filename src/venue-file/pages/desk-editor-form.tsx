import type { Difference } from "./desk-texts.server.ts";
import { useRef } from "react";
import type { TypedGroup } from "../../ui/desk/form-data.ts";
import { DeskLink } from "../../ui/desk/link.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskButtons } from "../../ui/desk/parts.tsx";
import { SchemaFields } from "../../ui/desk/schema-form.tsx";
import { useUnsaved } from "../../venues/desk/use-unsaved.ts";
import { m } from "../../messages/messages.js";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { DraftFrames, useDraft } from "./desk-draft.tsx";
import type { loadEditor } from "./desk-editor.server.ts";

/**
 * The state of an editor: its initial content, or the action's answer when it did not redirect. Texts are in the operator's
 * language.
 */
export type EditorState = {
  typed: TypedGroup;
  /** Headings of list entries, by their names in the form. */
  legends: Record<string, string>;
  /** Fingerprint of the version that the next save is based on; null for a new entry. */
  base: string | null;
  formKey: string;
  /** Changes when the form must be drawn anew, because its fields or their values are no longer those that were typed. */
  shape: string;
  problems: { name: string; label: string; text: string }[];
  /** Problems that belong to no field of this form. */
  elsewhere: string[];
  alert: string | null;
  conflict: Difference[] | null;
  focus: string | null;
};

type Editor = Awaited<ReturnType<typeof loadEditor>>;

/** The page of a form of the venue, or of one entry of a list. */
export function EditorPage({ editor, answer }: { editor: Editor; answer: EditorState | undefined }) {
  const state = answer ?? editor.fresh;
  const { alert, elsewhere } = state;
  const hasAlert = alert !== null || elsewhere.length > 0;
  return (
    <DeskPage
      title={editor.title}
      lead={editor.lead}
      back={editor.back}
      actions={editor.historyHref !== null && <HistoryLink href={editor.historyHref} />}
      alert={hasAlert && [...(alert === null ? [] : [alert]), ...elsewhere].map((text) => <p key={text}>{text}</p>)}
      problems={state.problems}
    >
      <EditorForm editor={editor} state={state} isAnswered={answer !== undefined} />
    </DeskPage>
  );
}

function HistoryLink({ href }: { href: string }) {
  return (
    <DeskLink className="button button-line button-small" href={href}>
      {m.desk_history()}
    </DeskLink>
  );
}

/** The form of one part of the venue, with a preview beside it. */
function EditorForm({ editor, state, isAnswered }: { editor: Editor; state: EditorState; isAnswered: boolean }) {
  const { fields, pictures, preview, currentHref, isDeletable } = editor;
  const { typed, legends, problems, focus, base, formKey, conflict } = state;
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(form, preview, state.shape);
  const type = useUnsaved(form, state.shape, isAnswered);
  const wrong = Object.fromEntries(problems.map(({ name, text }) => [name, text]));
  return (
    <div className="desk-editor">
      <DeskForm
        ref={form}
        onInput={() => {
          type();
          draft.later();
        }}
      >
        {/* What Enter in a field presses. */}
        <button className="heard" type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true">
          {m.desk_save()}
        </button>
        <input type="hidden" name="form_key" value={formKey} />
        {base !== null && <input type="hidden" name="base" value={base} />}
        {conflict !== null && <Conflict rows={conflict} currentHref={currentHref} />}
        <SchemaFields key={state.shape} {...{ fields, typed, legends, pictures, focus }} problems={wrong} />
        <DeskButtons>
          <button className="button button-venue button-small" type="submit" name="do" value="save">
            {conflict === null ? m.desk_save() : m.desk_conflict_save()}
          </button>
          <button
            className="button button-line button-small"
            type="submit"
            formAction={preview}
            formTarget={draft.shown}
            onClick={(event) => {
              event.preventDefault();
              draft.draw();
            }}
          >
            <DeskIcon name="eye" />
            {m.desk_preview_show()}
          </button>
        </DeskButtons>
        {isDeletable && (
          <details className="desk-delete">
            <summary className="button button-quiet button-small">{m.desk_delete()}</summary>
            <div>
              <p>{m.desk_delete_text()}</p>
              <button className="button button-line button-small" type="submit" name="do" value="delete">
                {m.desk_delete_sure()}
              </button>
            </div>
          </details>
        )}
      </DeskForm>
      <DraftFrames draft={draft} />
    </div>
  );
}

function Conflict({ rows, currentHref }: { rows: NonNullable<EditorState["conflict"]>; currentHref: string | null }) {
  return (
    <section className="desk-conflict">
      <table>
        <thead>
          <tr>
            <th scope="col">{m.desk_conflict_field()}</th>
            <th scope="col">{m.desk_conflict_yours()}</th>
            <th scope="col">{m.desk_conflict_theirs()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, yours, theirs }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{yours || m.desk_conflict_empty()}</td>
              <td>{theirs || m.desk_conflict_empty()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {currentHref !== null && (
        <DeskLink className="desk-back" href={currentHref}>
          {m.desk_conflict_keep()}
        </DeskLink>
      )}
    </section>
  );
}

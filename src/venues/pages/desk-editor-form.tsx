import { DeskButtons, DeskForm } from "../../operators/pages/desk-parts.tsx";
import { SchemaFields, type SchemaWords } from "../../operators/pages/desk-schema-form.tsx";
import type { Field } from "../../operators/form-fields.ts";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { EditorState } from "./desk-form-state.ts";

type EditorFormProps = {
  fields: readonly Field[];
  state: EditorState;
  words: SchemaWords;
  /** Where the form is posted for a preview of what is in it. */
  preview: string;
  /** The page of what is online, to keep it after a conflict; null for a new entry. */
  standingHref: string | null;
  isDeletable: boolean;
};

const FRAME = "desk-preview";

/** The form of a part of the venue, with the page that a visitor would see beside it. */
export function EditorForm({ fields, state, words, preview, standingHref, isDeletable }: EditorFormProps) {
  const { typed, problems, focus, base, formKey, conflict } = state;
  return (
    <div className="desk-editor">
      <DeskForm data-unsaved={m.desk_leaving()}>
        {/* What Enter in a field presses. */}
        <button className="heard" type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true">
          {m.desk_save()}
        </button>
        <input type="hidden" name="form_key" value={formKey} />
        {base !== null && <input type="hidden" name="base" value={base} />}
        {conflict !== null && <Conflict rows={conflict} standingHref={standingHref} />}
        <SchemaFields fields={fields} typed={typed} words={words} problems={problems} focus={focus} />
        <DeskButtons>
          <button className="button button-venue button-small" type="submit" name="do" value="save">
            {conflict === null ? m.desk_save() : m.desk_conflict_save()}
          </button>
          <button
            className="button button-line button-small"
            type="submit"
            formAction={preview}
            formTarget={FRAME}
            data-preview=""
          >
            <Icon name="eye" small />
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
      <aside className="desk-preview" aria-label={m.desk_preview()}>
        <div className="desk-preview-head">
          <h2>{m.desk_preview()}</h2>
          <p className="desk-help">{m.desk_preview_help()}</p>
        </div>
        {/* This site's own page with its own scripts: there is nothing to keep apart. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe name={FRAME} title={m.desk_preview_frame()} data-preview-frame="" />
      </aside>
    </div>
  );
}

function Conflict({ rows, standingHref }: { rows: NonNullable<EditorState["conflict"]>; standingHref: string | null }) {
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
      {standingHref !== null && (
        <a className="desk-back" href={standingHref}>
          {m.desk_conflict_keep()}
        </a>
      )}
    </section>
  );
}

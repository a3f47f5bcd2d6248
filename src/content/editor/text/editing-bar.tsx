import { m } from "../../../messages/messages.js";
import { Button } from "../button.tsx";
import type { EditorSession, Problem } from "../session.ts";

/** What the editor says about a text, with the problems of its blocks. */
export type Said = { tone: "quiet" | "good" | "bad"; text: string; problems?: Problem[] };

type BarProps = {
  said: Said;
  session: EditorSession;
  isBusy: boolean;
  isUnsaved: boolean;
  steps: { back: number; on: number };
  /** When the text is to be published; null for at once. */
  publishAt: string | null;
  onPublishAt: (value: string | null) => void;
  onSave: () => void;
  onUndo: () => void;
  onRedo: () => void;
  onHistory: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** The bar under an open text: what the editor says, and what can be done. */
export function EditingBar({ said, session, isBusy, isUnsaved, steps, publishAt, onPublishAt, ...does }: BarProps) {
  return (
    <div className="op-bar on-paper">
      <Words said={said} />
      <div className="op-actions">
        <Button isMain disabled={isBusy} onClick={does.onSave}>
          {publishAt !== null
            ? m.operators_ui_schedule()
            : session.keepsDrafts
              ? m.operators_ui_save_draft()
              : m.operators_ui_save()}
        </Button>
        <Button disabled={steps.back < 1} onClick={does.onUndo}>
          {m.operators_ui_undo()}
        </Button>
        <Button disabled={steps.on < 1} onClick={does.onRedo}>
          {m.operators_ui_redo()}
        </Button>
        <Button onClick={does.onHistory}>{m.operators_ui_history()}</Button>
        {session.canPublish && <PublishAt value={publishAt} timeZone={session.timeZone} onChange={onPublishAt} />}
        {isUnsaved && <Button onClick={does.onDiscard}>{m.operators_ui_discard()}</Button>}
        <Button onClick={does.onClose}>{m.close()}</Button>
      </div>
    </div>
  );
}

function Words({ said }: { said: Said }) {
  return (
    <>
      <p className={`op-said op-${said.tone}`} role="status">
        {said.text}
      </p>
      {said.problems !== undefined && (
        <ul className="op-problems" role="alert">
          {said.problems.map(({ key: where, message }) => (
            <li key={`${where}${message}`}>{placed(where, message)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

type PublishAtProps = { value: string | null; timeZone: string; onChange: (value: string | null) => void };

function PublishAt({ value, timeZone, onChange }: PublishAtProps) {
  if (value === null) return <Button onClick={() => onChange("")}>{m.operators_ui_publish_at()}</Button>;
  return (
    <label className="op-field op-when">
      {m.operators_ui_publish_when({ zone: timeZone })}
      <span>
        <input type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
        <Button onClick={() => onChange(null)}>{m.operators_ui_publish_now()}</Button>
      </span>
    </label>
  );
}

/** A problem with the number of its block, counted from 1. */
function placed(where: string, message: string): string {
  const at = /^content\.blocks\.(\d+)/.exec(where)?.[1];
  return at === undefined ? message : m.operators_ui_block({ number: Number(at) + 1, message });
}

import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { m } from "../../messages/messages.js";
import type { BlockDocument } from "../contract.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import type { Drafts } from "./drafts.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import type { Place } from "../editing/editing.tsx";
import {
  documentOf,
  type EditorApi,
  type EditorSession,
  type Outcome,
  type Problem,
  type Revision,
  type Version,
} from "./session.ts";
import type { OpenText } from "./text-editor.ts";
import { timeHere } from "./times.ts";

const SETTLE_MS = 350;
const UNDO_MAX = 100;

type TextEditingProps = {
  api: EditorApi;
  session: EditorSession;
  drafts: Drafts;
  place: Place;
  choosePicture: (current: string) => Promise<string | null>;
  /** Called when the text is live or restored; null where it is scheduled or a draft. */
  onLive: (live: Live | null, said: string, warnings: Problem[]) => void;
  onClose: () => void;
};

/** What this operator has just published; the next save starts from it. */
export type Live = { rev: number; document: BlockDocument };
type Said = { tone: "quiet" | "good" | "bad"; text: string; problems?: Problem[] };

/** The editor of one text, in its place on the page. */
export function TextEditing({ api, session, drafts, place, choosePicture, onLive, onClose }: TextEditingProps) {
  const { key } = place;
  // New page data while the text is open does not reach the editor: starting anew would drop what is typed.
  const [{ shown, rev }] = useState({ shown: place.shown, rev: place.rev });
  const editor = useRef<OpenText | null>(null);
  const holder = useRef<HTMLDivElement | null>(null);
  const base = useRef(rev);
  const past = useRef<BlockDocument[]>([]);
  const ahead = useRef<BlockDocument[]>([]);
  const [said, setSaid] = useState<Said>({ tone: "quiet", text: m.operators_ui_loading() });
  const [hasDraft, setHasDraft] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<{ mine: BlockDocument; theirs: Version } | null>(null);
  const [isLookingBack, setIsLookingBack] = useState(false);
  const [publishAt, setPublishAt] = useState<string | null>(null);
  const [steps, setSteps] = useState({ back: 0, on: 0 });

  const countSteps = useCallback(() => setSteps({ back: past.current.length - 1, on: ahead.current.length }), []);
  const keep = useCallback(
    (document: BlockDocument) => {
      const at = new Date().toISOString();
      const isKept = drafts.keep(key, { rev: base.current, document, at });
      setHasDraft(isKept);
      setSaid(
        isKept
          ? { tone: "quiet", text: m.operators_ui_draft_kept({ time: timeHere(at, session.locale) }) }
          : { tone: "bad", text: m.operators_ui_draft_lost() },
      );
    },
    [drafts, key, session.locale],
  );
  const note = useCallback(async () => {
    const document = await editor.current?.read();
    if (document === undefined || same(document, past.current.at(-1))) return;
    // One key empties a whole selection, so the operator gets a message with an undo button.
    const isEmptied = document.blocks.length === 0 && (past.current.at(-1)?.blocks.length ?? 0) > 0;
    past.current = [...past.current, document].slice(-UNDO_MAX);
    ahead.current = [];
    countSteps();
    keep(document);
    if (isEmptied) setSaid({ tone: "bad", text: m.operators_ui_emptied() });
  }, [countSteps, keep]);

  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draft = drafts.read(key);
    const begun = draft?.document ?? shown;
    base.current = draft?.rev ?? rev;
    past.current = draft === null ? [shown] : [shown, draft.document];
    // Stores the last input even where the tab is closed before the delay ends.
    const flush = () => void note();
    const opened = import("./text-editor.ts").then(async ({ openText }) => {
      if (isGone || holder.current === null) return null;
      const open = await openText({
        holder: holder.current,
        document: begun,
        choosePicture,
        onChange: () => {
          clearTimeout(timer);
          timer = setTimeout(() => void note(), SETTLE_MS);
        },
      });
      if (isGone) {
        await open.close();
        return null;
      }
      editor.current = open;
      setIsOpen(true);
      setHasDraft(draft !== null);
      countSteps();
      setSaid(
        draft === null
          ? { tone: "quiet", text: m.operators_ui_ready() }
          : { tone: "good", text: m.operators_ui_draft_taken({ time: timeHere(draft.at, session.locale) }) },
      );
      return open;
    });
    opened.catch(() => setSaid({ tone: "bad", text: m.operators_ui_lost() }));
    document.addEventListener("visibilitychange", flush);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", flush);
      editor.current = null;
      void opened.then((open) => open?.close());
    };
  }, [choosePicture, countSteps, drafts, key, note, rev, session.locale, shown]);

  async function show(document: BlockDocument): Promise<void> {
    await editor.current?.show(document);
    keep(document);
    countSteps();
  }
  async function undo(): Promise<void> {
    await note();
    const [before, now] = [past.current.at(-2), past.current.at(-1)];
    if (before === undefined || now === undefined) return;
    past.current = past.current.slice(0, -1);
    ahead.current = [...ahead.current, now];
    await show(before);
  }
  async function redo(): Promise<void> {
    const next = ahead.current.at(-1);
    if (next === undefined) return;
    ahead.current = ahead.current.slice(0, -1);
    past.current = [...past.current, next];
    await show(next);
  }

  async function save(): Promise<void> {
    const document = await editor.current?.read();
    if (document === undefined) return;
    keep(document);
    setIsBusy(true);
    setSaid({ tone: "quiet", text: m.operators_ui_saving() });
    const outcome =
      publishAt === null
        ? await api.save(key, document, base.current)
        : await api.schedule(key, document, base.current, publishAt);
    setIsBusy(false);
    settle(outcome, document);
  }

  function settle(outcome: Awaited<ReturnType<EditorApi["save"]>>, mine: BlockDocument): void {
    if ("data" in outcome) {
      drafts.drop(key);
      const { rev: next, is_draft: waits, warnings = [], scheduled } = outcome.data;
      const saved = waits === true ? m.operators_ui_waits({ key }) : m.operators_ui_live({ key });
      const words = scheduled === undefined ? saved : m.operators_ui_scheduled({ key });
      return onLive(scheduled === undefined ? { rev: next, document: mine } : null, words, warnings);
    }
    if ("conflict" in outcome) return setConflict({ mine, theirs: outcome.conflict });
    setSaid(failureOf(outcome));
  }

  async function restore({ rev: from, content }: Revision): Promise<void> {
    await note();
    const document = documentOf(content);
    const outcome = await api.restore(key, from, base.current);
    setIsLookingBack(false);
    if (!("data" in outcome)) return settle(outcome, document);
    const { rev: next, is_draft: waits, warnings = [] } = outcome.data;
    // What was typed and not saved stays in the browser, on top of the restored version.
    const typed = drafts.read(key);
    const isTyped = typed !== null && !same(typed.document, document);
    if (isTyped) drafts.keep(key, { ...typed, rev: next });
    else drafts.drop(key);
    const back = waits === true ? m.operators_ui_restored_waits({ key }) : m.operators_ui_restored({ key });
    onLive({ rev: next, document }, isTyped ? `${back} ${m.operators_ui_typed_kept()}` : back, warnings);
  }

  // Keyboard shortcuts. Bound after every render, so that they use the latest handlers.
  useEffect(() => {
    function hear(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || conflict !== null || isLookingBack) return;
      const letter = event.key.toLowerCase();
      const verb = letter === "s" ? save : letter === "z" && event.shiftKey ? redo : letter === "z" ? undo : null;
      if (verb === null) return;
      event.preventDefault();
      event.stopPropagation();
      void verb();
    }
    const { element } = place;
    element.addEventListener("keydown", hear, { capture: true });
    return () => element.removeEventListener("keydown", hear, { capture: true });
  });

  return createPortal(
    <div className="op-editing" role="group" aria-label={m.operators_ui_editing({ key })}>
      <div className="prose op-holder" aria-busy={!isOpen} ref={holder} lang={session.locale} />
      <div className="op-bar on-paper">
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
        <div className="op-actions">
          <button type="button" className="op-button op-main" disabled={isBusy} onClick={() => void save()}>
            {publishAt !== null
              ? m.operators_ui_schedule()
              : session.keepsDrafts
                ? m.operators_ui_save_draft()
                : m.operators_ui_save()}
          </button>
          <button type="button" className="op-button" disabled={steps.back < 1} onClick={() => void undo()}>
            {m.operators_ui_undo()}
          </button>
          <button type="button" className="op-button" disabled={steps.on < 1} onClick={() => void redo()}>
            {m.operators_ui_redo()}
          </button>
          <button type="button" className="op-button" onClick={() => setIsLookingBack(true)}>
            {m.operators_ui_history()}
          </button>
          {session.canPublish && <PublishAt value={publishAt} timeZone={session.timeZone} onChange={setPublishAt} />}
          {hasDraft && (
            <button
              type="button"
              className="op-button"
              onClick={() => {
                drafts.drop(key);
                onClose();
              }}
            >
              {m.operators_ui_discard()}
            </button>
          )}
          <button type="button" className="op-button" onClick={() => void note().then(onClose)}>
            {m.close()}
          </button>
        </div>
      </div>
      {isLookingBack && (
        <HistoryDialog
          api={api}
          contentKey={key}
          locale={session.locale}
          onRestore={restore}
          onClose={() => setIsLookingBack(false)}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          {...conflict}
          told={m.operators_ui_conflict_text({
            name: conflict.theirs.operator ?? m.operators_ui_by_casino(),
            time: timeHere(conflict.theirs.updated_at, session.locale),
          })}
          onClose={() => {
            setConflict(null);
            setSaid({ tone: "bad", text: m.operators_conflict() });
          }}
          onMerge={(document) => {
            base.current = conflict.theirs.rev;
            past.current = [...past.current, documentOf(conflict.theirs.content), document];
            setConflict(null);
            void show(document).then(() => setSaid({ tone: "good", text: m.operators_ui_merged() }));
          }}
        />
      )}
    </div>,
    place.tools,
  );
}

type PublishAtProps = { value: string | null; timeZone: string; onChange: (value: string | null) => void };

function PublishAt({ value, timeZone, onChange }: PublishAtProps) {
  if (value === null)
    return (
      <button type="button" className="op-button" onClick={() => onChange("")}>
        {m.operators_ui_publish_at()}
      </button>
    );
  return (
    <label className="op-field op-when">
      {m.operators_ui_publish_when({ zone: timeZone })}
      <span>
        <input type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
        <button type="button" className="op-button" onClick={() => onChange(null)}>
          {m.operators_ui_publish_now()}
        </button>
      </span>
    </label>
  );
}

function failureOf(outcome: Exclude<Outcome<unknown>, { data: unknown } | { conflict: Version }>): Said {
  if ("problems" in outcome) return { tone: "bad", text: m.operators_ui_refused(), problems: outcome.problems };
  if (outcome.failure === "lost") return { tone: "bad", text: m.operators_ui_lost_kept() };
  if (outcome.failure === "over") return { tone: "bad", text: m.operators_ui_over() };
  return { tone: "bad", text: outcome.message };
}

/** A problem with the number of its block, counted from 1. */
function placed(where: string, message: string): string {
  const at = /^content\.blocks\.(\d+)/.exec(where)?.[1];
  return at === undefined ? message : m.operators_ui_block({ number: Number(at) + 1, message });
}

function same(one: BlockDocument, other: BlockDocument | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

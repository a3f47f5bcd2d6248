import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { m } from "../../messages/messages.js";
import type { BlockDocument } from "../contract.ts";
import type { Place } from "../editing/editing.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import type { Drafts } from "./drafts.ts";
import { EditingBar, type Said } from "./editing-bar.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import {
  documentOf,
  type EditorApi,
  type EditorSession,
  type Outcome,
  type Problem,
  type Revision,
  type Version,
} from "./session.ts";
import { timeHere } from "./times.ts";
import { same } from "./typed-steps.ts";
import { useTyping } from "./use-typing.ts";

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
type Conflict = { mine: BlockDocument; theirs: Version };

/** The editor of one text, in its place on the page. */
export function TextEditing({ api, session, drafts, place, choosePicture, onLive, onClose }: TextEditingProps) {
  const { key } = place;
  const { locale } = session;
  const [said, setSaid] = useState<Said>({ tone: "quiet", text: m.operators_ui_loading() });
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isLookingBack, setIsLookingBack] = useState(false);
  const [publishAt, setPublishAt] = useState<string | null>(null);
  const typing = useTyping({ place, drafts, locale, choosePicture, say: setSaid });
  const { holder, isOpen, hasDraft, steps, base, keep, note, undo, redo } = typing;

  async function save(): Promise<void> {
    const document = await typing.read();
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

  useShortcuts(place.element, { save, undo, redo, isAway: conflict !== null || isLookingBack });

  function discard(): void {
    drafts.drop(key);
    onClose();
  }

  return createPortal(
    <div className="op-editing" role="group" aria-label={m.operators_ui_editing({ key })}>
      <div className="prose op-holder" aria-busy={!isOpen} ref={holder} lang={locale} />
      <EditingBar
        {...{ said, session, isBusy, hasDraft, steps, publishAt }}
        onPublishAt={setPublishAt}
        onSave={() => void save()}
        onUndo={() => void undo()}
        onRedo={() => void redo()}
        onHistory={() => setIsLookingBack(true)}
        onDiscard={discard}
        onClose={() => void note().then(onClose)}
      />
      {isLookingBack && (
        <HistoryDialog
          api={api}
          contentKey={key}
          locale={locale}
          onRestore={restore}
          onClose={() => setIsLookingBack(false)}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          {...conflict}
          told={m.operators_ui_conflict_text({
            name: conflict.theirs.operator ?? m.operators_ui_by_casino(),
            time: timeHere(conflict.theirs.updated_at, locale),
          })}
          onClose={() => {
            setConflict(null);
            setSaid({ tone: "bad", text: m.operators_conflict() });
          }}
          onMerge={(document) => {
            const { rev, content } = conflict.theirs;
            setConflict(null);
            void typing
              .take(document, { rev, document: documentOf(content) })
              .then(() => setSaid({ tone: "good", text: m.operators_ui_merged() }));
          }}
        />
      )}
    </div>,
    place.tools,
  );
}

type Shortcuts = { save: () => Promise<void>; undo: () => Promise<void>; redo: () => Promise<void>; isAway: boolean };

/** Keyboard shortcuts. Bound after every render, so that they use the latest handlers. */
function useShortcuts(element: HTMLElement, { save, undo, redo, isAway }: Shortcuts): void {
  useEffect(() => {
    function hear(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || isAway) return;
      const letter = event.key.toLowerCase();
      const verb = letter === "s" ? save : letter === "z" && event.shiftKey ? redo : letter === "z" ? undo : null;
      if (verb === null) return;
      event.preventDefault();
      event.stopPropagation();
      void verb();
    }
    element.addEventListener("keydown", hear, { capture: true });
    return () => element.removeEventListener("keydown", hear, { capture: true });
  });
}

function failureOf(outcome: Exclude<Outcome<unknown>, { data: unknown } | { conflict: Version }>): Said {
  if ("problems" in outcome) return { tone: "bad", text: m.operators_ui_refused(), problems: outcome.problems };
  if (outcome.failure === "lost") return { tone: "bad", text: m.operators_ui_lost_kept() };
  if (outcome.failure === "over") return { tone: "bad", text: m.operators_ui_over() };
  return { tone: "bad", text: outcome.message };
}

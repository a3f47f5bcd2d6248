import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { m } from "../../../messages/messages.js";
import type { Place } from "../../editing/editing.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import type { UnsavedTexts } from "../unsaved-texts.ts";
import { EditingBar, type Said } from "./editing-bar.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { documentOf, type EditorApi, type EditorSession } from "../session.ts";
import { timeHere } from "../times.ts";
import { useSaving, type OnLive, type Refusal } from "./use-saving.ts";
import { useTyping } from "./use-typing.ts";

type TextEditingProps = {
  api: EditorApi;
  session: EditorSession;
  unsaved: UnsavedTexts;
  place: Place;
  choosePicture: (current: string) => Promise<string | null>;
  onLive: OnLive;
  onLateRefusal: (key: string, outcome: Refusal) => void;
  onClose: (key: string) => void;
};

/** The editor of one text, in its place on the page. */
export function TextEditing({ api, session, unsaved, place, choosePicture, onClose, ...answers }: TextEditingProps) {
  const { key } = place;
  const { locale } = session;
  const [said, setSaid] = useState<Said>({ tone: "quiet", text: m.operators_ui_loading() });
  const [isLookingBack, setIsLookingBack] = useState(false);
  const [publishAt, setPublishAt] = useState<string | null>(null);
  const typing = useTyping({ place, unsaved, locale, choosePicture, say: setSaid });
  const { holder, isOpen, isUnsaved, steps, note, undo, redo } = typing;
  const saving = useSaving({ api, contentKey: key, unsaved, typing, say: setSaid, onClose, ...answers });
  const { isBusy, conflict } = saving;
  const save = () => saving.save(publishAt);

  function discard(): void {
    unsaved.drop(key);
    onClose(key);
  }

  useShortcuts(place.element, { save, undo, redo, isAway: conflict !== null || isLookingBack });

  return createPortal(
    <div className="op-editing" role="group" aria-label={m.operators_ui_editing({ key })}>
      <div className="prose op-holder" aria-busy={!isOpen} ref={holder} lang={locale} />
      <EditingBar
        {...{ said, session, isBusy, isUnsaved, steps, publishAt }}
        onPublishAt={setPublishAt}
        onSave={() => void save()}
        onUndo={() => void undo()}
        onRedo={() => void redo()}
        onHistory={() => setIsLookingBack(true)}
        onDiscard={discard}
        onClose={() => void note().then(() => onClose(key))}
      />
      {isLookingBack && (
        <HistoryDialog
          api={api}
          contentKey={key}
          locale={locale}
          onRestore={(revision) => saving.restore(revision, () => setIsLookingBack(false))}
          onClose={() => setIsLookingBack(false)}
        />
      )}
      <Conflict {...{ typing, saving, locale }} say={setSaid} />
    </div>,
    place.tools,
  );
}

type ConflictProps = {
  typing: ReturnType<typeof useTyping>;
  saving: ReturnType<typeof useSaving>;
  locale: "fr" | "en";
  say: (said: Said) => void;
};

/** Merges what is typed with what somebody else has published meanwhile. */
function Conflict({ typing, saving: { conflict, endConflict }, locale, say }: ConflictProps) {
  if (conflict === null) return null;
  const { theirs } = conflict;
  const told = m.operators_ui_conflict_text({
    name: theirs.operator ?? m.operators_ui_by_casino(),
    time: timeHere(theirs.updated_at, locale),
  });
  return (
    <ConflictDialog
      {...conflict}
      told={told}
      onClose={() => {
        endConflict();
        say({ tone: "bad", text: m.operators_conflict() });
      }}
      onMerge={(document) => {
        endConflict();
        void typing
          .take(document, { rev: theirs.rev, document: documentOf(theirs.content) })
          .then(() => say({ tone: "good", text: m.operators_ui_merged() }));
      }}
    />
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

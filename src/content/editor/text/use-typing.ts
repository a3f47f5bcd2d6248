import { useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../../messages/messages.js";
import type { BlockDocument } from "../../contract.ts";
import type { Place } from "../../editing/editing.tsx";
import type { UnsavedText, UnsavedTexts } from "../unsaved-texts.ts";
import type { Said } from "./editing-bar.tsx";
import type { OpenText } from "../text-editor.ts";
import { timeHere } from "../times.ts";
import { openSteps, same } from "./typed-steps.ts";

const SETTLE_MS = 350;

type Surroundings = {
  place: Place;
  unsaved: UnsavedTexts;
  locale: "fr" | "en";
  choosePicture: (current: string) => Promise<string | null>;
  say: (said: Said) => void;
};

/**
 * The open text editor of a place: what is typed is kept in the browser until it is saved, with the revision on which it is based, and can
 * be undone.
 */
export function useTyping({ place, unsaved, locale, choosePicture, say }: Surroundings) {
  const { key } = place;
  // New page data while the text is open does not reach the editor: starting anew would drop what is typed.
  const [{ shown, rev }] = useState({ shown: place.shown, rev: place.rev });
  const [typed] = useState(openSteps);
  const { base, isUnsaved, takeUp, tell, keep, rebase } = useUnsaved(key, rev, { unsaved, locale, say });
  const [steps, setSteps] = useState({ back: 0, on: 0 });
  const countSteps = () => setSteps(typed.counts());
  const { holder, editor, isOpen } = useEditor({
    shown,
    begin() {
      const kept = takeUp();
      typed.begin(kept === null ? [shown] : [shown, kept.document]);
      return kept;
    },
    choosePicture,
    onOpen(kept) {
      countSteps();
      tell(kept);
    },
    onTyped: () => void note(),
    onLost: () => say({ tone: "bad", text: m.operators_ui_lost() }),
  });

  async function note(): Promise<void> {
    const document = await editor.current?.read();
    const before = typed.now();
    if (document === undefined || same(document, before)) return;
    typed.type(document);
    countSteps();
    keep(document);
    // One key empties a whole selection, so the operator gets a message with an undo button.
    const isEmptied = document.blocks.length === 0 && (before?.blocks.length ?? 0) > 0;
    if (isEmptied) say({ tone: "bad", text: m.operators_ui_emptied() });
  }
  async function show(document: BlockDocument | undefined): Promise<void> {
    if (document === undefined) return;
    await editor.current?.show(document);
    keep(document);
    countSteps();
  }

  return {
    holder,
    isOpen,
    isUnsaved,
    steps,
    /** The live revision that a save replaces. */
    base,
    keep,
    /** Keeps what was typed since the last time. */
    note,
    read: async () => editor.current?.read(),
    async undo(): Promise<void> {
      await note();
      await show(typed.back());
    },
    redo: () => show(typed.on()),
    /** Goes on with a merged text, on top of the version that it was merged with. */
    async take(merged: BlockDocument, theirs: { rev: number; document: BlockDocument }): Promise<void> {
      rebase(theirs.rev);
      typed.add(theirs.document, merged);
      await show(merged);
    },
  };
}

/** The unsaved text of a place in this browser. `base` is the revision on which it is based. */
function useUnsaved(
  key: string,
  rev: number,
  { unsaved, locale, say }: Pick<Surroundings, "unsaved" | "locale" | "say">,
) {
  const base = useRef(rev);
  const [isUnsaved, setUnsaved] = useState(false);
  return {
    base,
    isUnsaved,
    takeUp(): UnsavedText | null {
      const text = unsaved.read(key);
      base.current = text?.rev ?? rev;
      return text;
    },
    rebase(next: number): void {
      base.current = next;
    },
    /** Tells which text the editor was opened with. */
    tell(typed: UnsavedText | null): void {
      setUnsaved(typed !== null);
      say(
        typed === null
          ? { tone: "quiet", text: m.operators_ui_ready() }
          : { tone: "good", text: m.operators_ui_unsaved_taken({ time: timeHere(typed.at, locale) }) },
      );
    },
    keep(document: BlockDocument): void {
      const at = new Date().toISOString();
      const isKept = unsaved.keep(key, { rev: base.current, document, at });
      setUnsaved(isKept);
      say(
        isKept
          ? { tone: "quiet", text: m.operators_ui_unsaved_kept({ time: timeHere(at, locale) }) }
          : { tone: "bad", text: m.operators_ui_unsaved_lost() },
      );
    },
  };
}

type Opening = {
  /** The text of the page, for a place without an unsaved text. */
  shown: BlockDocument;
  /** Called when the editor begins to load. Gives the unsaved text to open it with. */
  begin: () => UnsavedText | null;
  choosePicture: Surroundings["choosePicture"];
  onOpen: (typed: UnsavedText | null) => void;
  /** Called shortly after each input, and when the tab is hidden. */
  onTyped: () => void;
  onLost: () => void;
};

/** Loads the editor and opens it in the element `holder`; closes it when the text is left, also while it is loading. */
function useEditor({ shown, begin, choosePicture, onOpen, onTyped, onLost }: Opening) {
  const editor = useRef<OpenText | null>(null);
  const holder = useRef<HTMLDivElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const typed = useEffectEvent(onTyped);
  const lost = useEffectEvent(onLost);
  const open = useEffectEvent(async (isGone: () => boolean, onChange: () => void): Promise<OpenText | null> => {
    const kept = begin();
    const { openText } = await import("../text-editor.ts");
    if (isGone() || holder.current === null) return null;
    const opened = await openText({
      holder: holder.current,
      document: kept?.document ?? shown,
      choosePicture,
      onChange,
    });
    if (isGone()) {
      await opened.close();
      return null;
    }
    editor.current = opened;
    setIsOpen(true);
    onOpen(kept);
    return opened;
  });
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const opened = open(
      () => leaving.signal.aborted,
      () => {
        clearTimeout(timer);
        timer = setTimeout(() => typed(), SETTLE_MS);
      },
    );
    opened.catch(() => lost());
    // Stores the last input even where the tab is closed before the delay ends.
    document.addEventListener("visibilitychange", () => typed(), leaving);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      editor.current = null;
      void opened.then((text) => text?.close());
    };
  }, []);
  return { holder, editor, isOpen };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { m } from "../../../messages/messages.js";
import type { BlockDocument } from "../../contract.ts";
import type { Place } from "../../editing/editing.tsx";
import type { Drafts } from "../drafts.ts";
import type { Said } from "./editing-bar.tsx";
import type { OpenText } from "../text-editor.ts";
import { timeHere } from "../times.ts";
import { openSteps, same } from "./typed-steps.ts";

const SETTLE_MS = 350;

type Surroundings = {
  place: Place;
  drafts: Drafts;
  locale: "fr" | "en";
  choosePicture: (current: string) => Promise<string | null>;
  say: (said: Said) => void;
};

/**
 * The open text editor of a place: what is typed is kept in the browser as a draft, with the live revision on which it is based, and can
 * be undone.
 */
export function useTyping({ place, drafts, locale, choosePicture, say }: Surroundings) {
  const { key } = place;
  // New page data while the text is open does not reach the editor: starting anew would drop what is typed.
  const [{ shown, rev }] = useState({ shown: place.shown, rev: place.rev });
  const editor = useRef<OpenText | null>(null);
  const holder = useRef<HTMLDivElement | null>(null);
  const base = useRef(rev);
  const [typed] = useState(openSteps);
  const [hasDraft, setHasDraft] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [steps, setSteps] = useState({ back: 0, on: 0 });

  const countSteps = useCallback(() => setSteps(typed.counts()), [typed]);
  const keep = useCallback(
    (document: BlockDocument) => {
      const at = new Date().toISOString();
      const isKept = drafts.keep(key, { rev: base.current, document, at });
      setHasDraft(isKept);
      say(
        isKept
          ? { tone: "quiet", text: m.operators_ui_draft_kept({ time: timeHere(at, locale) }) }
          : { tone: "bad", text: m.operators_ui_draft_lost() },
      );
    },
    [drafts, key, locale, say],
  );
  const note = useCallback(async () => {
    const document = await editor.current?.read();
    const before = typed.now();
    if (document === undefined || same(document, before)) return;
    typed.type(document);
    countSteps();
    keep(document);
    // One key empties a whole selection, so the operator gets a message with an undo button.
    const isEmptied = document.blocks.length === 0 && (before?.blocks.length ?? 0) > 0;
    if (isEmptied) say({ tone: "bad", text: m.operators_ui_emptied() });
  }, [countSteps, keep, say, typed]);

  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draft = drafts.read(key);
    base.current = draft?.rev ?? rev;
    typed.begin(draft === null ? [shown] : [shown, draft.document]);
    // Stores the last input even where the tab is closed before the delay ends.
    const flush = () => void note();
    const opened = import("../text-editor.ts").then(async ({ openText }) => {
      if (isGone || holder.current === null) return null;
      const open = await openText({
        holder: holder.current,
        document: draft?.document ?? shown,
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
      say(
        draft === null
          ? { tone: "quiet", text: m.operators_ui_ready() }
          : { tone: "good", text: m.operators_ui_draft_taken({ time: timeHere(draft.at, locale) }) },
      );
      return open;
    });
    opened.catch(() => say({ tone: "bad", text: m.operators_ui_lost() }));
    document.addEventListener("visibilitychange", flush);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", flush);
      editor.current = null;
      void opened.then((open) => open?.close());
    };
  }, [choosePicture, countSteps, drafts, key, locale, note, rev, say, shown, typed]);

  async function show(document: BlockDocument | undefined): Promise<void> {
    if (document === undefined) return;
    await editor.current?.show(document);
    keep(document);
    countSteps();
  }

  return {
    holder,
    isOpen,
    hasDraft,
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
      base.current = theirs.rev;
      typed.add(theirs.document, merged);
      await show(merged);
    },
  };
}

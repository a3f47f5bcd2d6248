import { useEffect, useRef, useState } from "react";
import { m } from "../../../messages/messages.js";
import type { BlockDocument } from "../../contract.ts";
import type { UnsavedTexts } from "../unsaved-texts.ts";
import {
  documentOf,
  type EditorApi,
  type Outcome,
  type Problem,
  type Revision,
  type Saved,
  type Version,
} from "../session.ts";
import type { Said } from "./editing-bar.tsx";
import { same } from "./typed-steps.ts";
import type { useTyping } from "./use-typing.ts";

/** What this operator has just published; the next save starts from it. */
export type Live = { rev: number; document: BlockDocument };
/** Called when a text is saved or restored; `live` is null where it is scheduled. */
export type OnLive = (live: Live | null, said: string, warnings: Problem[]) => void;
type Finished = { said: string; warnings: Problem[] | undefined; isTyped: boolean };
export type Refusal = Exclude<Outcome<Saved>, { data: Saved }>;
type Conflict = { mine: BlockDocument; theirs: Version };

type Saving = {
  api: EditorApi;
  contentKey: string;
  unsaved: UnsavedTexts;
  typing: ReturnType<typeof useTyping>;
  say: (said: Said) => void;
  onLive: OnLive;
  /** Called with an answer that refuses the text after the operator has left it. */
  onLateRefusal: (outcome: Refusal) => void;
  onClose: () => void;
};

/** Saves, schedules and restores the open text; a refused save leaves a conflict or a message. */
export function useSaving({ api, contentKey: key, unsaved, typing, say, onLive, onLateRefusal, onClose }: Saving) {
  const { base, keep, note } = typing;
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isLeft = useIsLeft();

  /** Closes the text, unless the operator has left it, and says what was saved, and what was typed since. */
  function finish(live: Live | null, { said, warnings = [], isTyped }: Finished): void {
    if (!isLeft.current) onClose();
    onLive(live, isTyped ? `${said} ${m.operators_ui_typed_kept()}` : said, warnings);
  }

  function showOutcome(outcome: Outcome<Saved>, mine: BlockDocument): void {
    if ("data" in outcome) {
      const { rev, is_draft: isDraft, warnings, scheduled } = outcome.data;
      const saved = isDraft === true ? m.operators_ui_waits({ key }) : m.operators_ui_live({ key });
      const said = scheduled === undefined ? saved : m.operators_ui_scheduled({ key });
      const live = { rev, document: mine };
      return finish(scheduled === undefined ? live : null, { said, warnings, isTyped: keepWhatIsNewer(live) });
    }
    if (isLeft.current) return onLateRefusal(outcome);
    const typed = unsaved.read(key)?.document ?? mine;
    if ("conflict" in outcome) return setConflict({ mine: typed, theirs: outcome.conflict });
    say(failureOf(outcome));
  }

  /** Keeps what was typed after `saved` in the browser, on top of it; false if that is all. */
  function keepWhatIsNewer({ rev, document }: Live): boolean {
    const typed = unsaved.read(key);
    const isTyped = typed !== null && !same(typed.document, document);
    if (isTyped) unsaved.keep(key, { ...typed, rev });
    else unsaved.drop(key);
    return isTyped;
  }

  return {
    isBusy,
    conflict,
    endConflict: () => setConflict(null),
    /** Saves what is typed, now or at `publishAt`. */
    async save(publishAt: string | null): Promise<void> {
      const document = await typing.read();
      if (document === undefined) return;
      keep(document);
      setIsBusy(true);
      say({ tone: "quiet", text: m.operators_ui_saving() });
      const outcome =
        publishAt === null
          ? await api.save(key, document, base.current)
          : await api.schedule(key, document, base.current, publishAt);
      setIsBusy(false);
      await note();
      showOutcome(outcome, document);
    },
    /** Restores a revision; `onAnswer` is called once the server has answered. */
    async restore({ rev: from, content }: Revision, onAnswer: () => void): Promise<void> {
      await note();
      const document = documentOf(content);
      const outcome = await api.restore(key, from, base.current);
      onAnswer();
      if (!("data" in outcome)) return showOutcome(outcome, document);
      const { rev, is_draft: isDraft, warnings } = outcome.data;
      const said = isDraft === true ? m.operators_ui_restored_waits({ key }) : m.operators_ui_restored({ key });
      const live = { rev, document };
      finish(live, { said, warnings, isTyped: keepWhatIsNewer(live) });
    },
  };
}

/** True once the operator has left the text: a ref, because answers come later. */
function useIsLeft(): { readonly current: boolean } {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}

function failureOf(outcome: Exclude<Refusal, { conflict: Version }>): Said {
  if ("problems" in outcome) return { tone: "bad", text: m.operators_ui_refused(), problems: outcome.problems };
  if (outcome.failure === "lost") return { tone: "bad", text: m.operators_ui_lost_kept() };
  if (outcome.failure === "over") return { tone: "bad", text: m.operators_ui_over() };
  return { tone: "bad", text: outcome.message };
}

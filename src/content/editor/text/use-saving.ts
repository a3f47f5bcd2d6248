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
export type OnLive = (key: string, live: Live | null, said: string, warnings: Problem[]) => void;
/** What was sent, and what is merged with another's version in a conflict. */
type Sent = { document: BlockDocument; mine: BlockDocument; saidOf: (saved: Saved) => string };
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
  onLateRefusal: (key: string, outcome: Refusal) => void;
  onClose: (key: string) => void;
};

/** Saves, schedules and restores the open text; a refused save leaves a conflict or a message. */
export function useSaving({ api, contentKey: key, unsaved, typing, say, onLive, onLateRefusal, onClose }: Saving) {
  const { base, keep, note } = typing;
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isLeft = useIsLeft();

  /** Shows the answer: closes the text, unless the operator has left it, or says what refuses it. */
  function showOutcome(outcome: Outcome<Saved>, { document, mine, saidOf }: Sent): void {
    if ("data" in outcome) {
      const { rev, warnings = [], scheduled } = outcome.data;
      const live = { rev, document };
      const said = saidOf(outcome.data);
      const told = keepWhatIsNewer(live) ? `${said} ${m.operators_ui_typed_kept()}` : said;
      if (!isLeft.current) onClose(key);
      return onLive(key, scheduled === undefined ? live : null, told, warnings);
    }
    if (isLeft.current) return onLateRefusal(key, outcome);
    if ("conflict" in outcome) return setConflict({ mine, theirs: outcome.conflict });
    say(failureOf(outcome));
  }

  function savedWords({ is_draft: isDraft, scheduled }: Saved): string {
    if (scheduled !== undefined) return m.operators_ui_scheduled({ key });
    return isDraft === true ? m.operators_ui_waits({ key }) : m.operators_ui_live({ key });
  }

  function restoredWords({ is_draft: isDraft }: Saved): string {
    return isDraft === true ? m.operators_ui_restored_waits({ key }) : m.operators_ui_restored({ key });
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
      const mine = unsaved.read(key)?.document ?? document;
      showOutcome(outcome, { document, mine, saidOf: savedWords });
    },
    /** Restores a revision; `onAnswer` is called once the server has answered. */
    async restore({ rev: from, content }: Revision, onAnswer: () => void): Promise<void> {
      await note();
      const document = documentOf(content);
      const outcome = await api.restore(key, from, base.current);
      onAnswer();
      showOutcome(outcome, { document, mine: document, saidOf: restoredWords });
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

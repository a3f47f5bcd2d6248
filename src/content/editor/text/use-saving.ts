import { useState } from "react";
import { m } from "../../../messages/messages.js";
import type { BlockDocument } from "../../contract.ts";
import type { UnsavedTexts } from "../unsaved-texts.ts";
import { documentOf, type EditorApi, type Outcome, type Problem, type Revision, type Version } from "../session.ts";
import type { Said } from "./editing-bar.tsx";
import { same } from "./typed-steps.ts";
import type { useTyping } from "./use-typing.ts";

/** What this operator has just published; the next save starts from it. */
export type Live = { rev: number; document: BlockDocument };
/** Called when a text is live or restored; `live` is null where it is scheduled or a draft. */
export type OnLive = (live: Live | null, said: string, warnings: Problem[]) => void;
type Conflict = { mine: BlockDocument; theirs: Version };

type Saving = {
  api: EditorApi;
  contentKey: string;
  unsaved: UnsavedTexts;
  typing: ReturnType<typeof useTyping>;
  say: (said: Said) => void;
  onLive: OnLive;
};

/** Saves, schedules and restores the open text; a refused save leaves a conflict or a message. */
export function useSaving({ api, contentKey: key, unsaved, typing, say, onLive }: Saving) {
  const { base, keep, note } = typing;
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function settle(outcome: Awaited<ReturnType<EditorApi["save"]>>, mine: BlockDocument): void {
    if ("data" in outcome) {
      unsaved.drop(key);
      const { rev: next, is_draft: waits, warnings = [], scheduled } = outcome.data;
      const saved = waits === true ? m.operators_ui_waits({ key }) : m.operators_ui_live({ key });
      const words = scheduled === undefined ? saved : m.operators_ui_scheduled({ key });
      return onLive(scheduled === undefined ? { rev: next, document: mine } : null, words, warnings);
    }
    if ("conflict" in outcome) return setConflict({ mine, theirs: outcome.conflict });
    say(failureOf(outcome));
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
      settle(outcome, document);
    },
    /** Restores a revision; `onAnswer` is called once the server has answered. */
    async restore({ rev: from, content }: Revision, onAnswer: () => void): Promise<void> {
      await note();
      const document = documentOf(content);
      const outcome = await api.restore(key, from, base.current);
      onAnswer();
      if (!("data" in outcome)) return settle(outcome, document);
      const { rev: next, is_draft: waits, warnings = [] } = outcome.data;
      // What was typed and not saved stays in the browser, on top of the restored version.
      const typed = unsaved.read(key);
      const isTyped = typed !== null && !same(typed.document, document);
      if (isTyped) unsaved.keep(key, { ...typed, rev: next });
      else unsaved.drop(key);
      const back = waits === true ? m.operators_ui_restored_waits({ key }) : m.operators_ui_restored({ key });
      onLive({ rev: next, document }, isTyped ? `${back} ${m.operators_ui_typed_kept()}` : back, warnings);
    },
  };
}

function failureOf(outcome: Exclude<Outcome<unknown>, { data: unknown } | { conflict: Version }>): Said {
  if ("problems" in outcome) return { tone: "bad", text: m.operators_ui_refused(), problems: outcome.problems };
  if (outcome.failure === "lost") return { tone: "bad", text: m.operators_ui_lost_kept() };
  if (outcome.failure === "over") return { tone: "bad", text: m.operators_ui_over() };
  return { tone: "bad", text: outcome.message };
}

import { useCallback, useEffect, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import type { BlockDocument } from "../contract.ts";
import type { Place } from "../editing/editing.tsx";
import type { UnsavedTexts } from "./unsaved-texts.ts";
import type { ContentState, EditorApi, Scheduled, Version } from "./session.ts";
import { toastOf, type Toast } from "./toast-box.tsx";

/** A draft, and the version that went live after it was begun. */
type Overtaken = { place: Place; draft: Version; live: Version };

type Surroundings = {
  api: EditorApi;
  locale: "fr" | "en";
  unsaved: UnsavedTexts;
  isEditing: boolean;
  revalidate: () => Promise<void>;
  tell: (toast: Toast) => void;
  openText: (key: string) => void;
};

/**
 * The drafts and the scheduled texts in this language. A draft is published or discarded; one that another version overtook is merged with
 * it first. A scheduled text can be withdrawn.
 */
export function useDrafts({ api, locale, unsaved, isEditing, revalidate, tell, openText }: Surroundings) {
  const { states, scheduled, look } = useContentStates(api, locale, isEditing);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  // By key: the live revision that the operator saw beside the draft, so that the draft may replace it.
  const looked = useRef<Record<string, number>>({});

  /** Publishes or discards a draft, and shows the text that is current then. */
  async function decide(place: Place, draft: Version, verb: "publish" | "discard"): Promise<void> {
    const { key } = place;
    const outcome =
      verb === "publish" ? await api.publish(key, draft.rev, looked.current[key]) : await api.discard(key, draft.rev);
    const said = verb === "publish" ? m.operators_ui_live : m.operators_ui_discarded;
    await revalidate();
    tell("data" in outcome ? { text: said({ key }), warnings: [] } : toastOf(outcome));
    const seen = await look();
    const isSameDraft = "data" in seen && seen.data.contents[key]?.draft?.rev === draft.rev;
    if ("conflict" in outcome && isSameDraft) setOvertaken({ place, draft, live: outcome.conflict });
  }

  /** Opens the merged text in the editor again, to be saved and then published. */
  function takeUp({ place: { key }, draft, live }: Overtaken, document: BlockDocument): void {
    looked.current[key] = live.rev;
    unsaved.keep(key, { rev: draft.rev, document, at: new Date().toISOString() });
    setOvertaken(null);
    openText(key);
  }

  async function withdraw(id: string): Promise<void> {
    const outcome = await api.withdraw(id);
    if (!("data" in outcome)) tell(toastOf(outcome));
    await look();
  }

  return { states, scheduled, look, overtaken, decide, takeUp, leave: () => setOvertaken(null), withdraw };
}

/** Which texts have a draft or are scheduled. `look` reads it again. */
function useContentStates(api: EditorApi, locale: "fr" | "en", isEditing: boolean) {
  const [states, setStates] = useState<Record<string, ContentState>>({});
  const [scheduled, setScheduled] = useState<Scheduled[]>([]);
  const look = useCallback(async (): ReturnType<EditorApi["states"]> => {
    const outcome = await api.states();
    if ("data" in outcome) {
      setStates(outcome.data.contents);
      setScheduled(outcome.data.scheduled.filter((one) => one.locale === locale));
    }
    return outcome;
  }, [api, locale]);
  useEffect(() => {
    if (isEditing) void look();
  }, [isEditing, look]);
  return { states, scheduled, look };
}

import { useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import type { BlockDocument } from "../contract.ts";
import type { Place } from "../editing/editing.tsx";
import type { Drafts } from "./drafts.ts";
import type { EditorApi, Version } from "./session.ts";
import { toastOf, type Toast } from "./toast-box.tsx";

/** A draft, and the version that went live after it was begun. */
export type Overtaken = { place: Place; waiting: Version; live: Version };

type Surroundings = {
  api: EditorApi;
  drafts: Drafts;
  look: EditorApi["states"];
  revalidate: () => Promise<void>;
  tell: (toast: Toast) => void;
  openText: (key: string) => void;
};

/** Publishes and discards drafts; one that was overtaken is merged first. */
export function useWaitingDrafts({ api, drafts, look, revalidate, tell, openText }: Surroundings) {
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  // By key: the live revision that the operator saw beside the draft, so that the draft may replace it.
  const looked = useRef<Record<string, number>>({});

  /** Publishes or discards a draft, and shows the text that is current then. */
  async function settle(place: Place, waiting: Version, verb: "publish" | "discard"): Promise<void> {
    const { key } = place;
    const outcome =
      verb === "publish"
        ? await api.publish(key, waiting.rev, looked.current[key])
        : await api.discard(key, waiting.rev);
    const said = verb === "publish" ? m.operators_ui_live : m.operators_ui_discarded;
    await revalidate();
    tell("data" in outcome ? { text: said({ key }), warnings: [] } : toastOf(outcome));
    const seen = await look();
    const isSameDraft = "data" in seen && seen.data.contents[key]?.draft?.rev === waiting.rev;
    if ("conflict" in outcome && isSameDraft) setOvertaken({ place, waiting, live: outcome.conflict });
  }

  /** Opens the merged text in the editor again, to be saved and then published. */
  function takeUp({ place: { key }, waiting, live }: Overtaken, document: BlockDocument): void {
    looked.current[key] = live.rev;
    drafts.keep(key, { rev: waiting.rev, document, at: new Date().toISOString() });
    setOvertaken(null);
    openText(key);
  }

  return { overtaken, settle, takeUp, leave: () => setOvertaken(null) };
}

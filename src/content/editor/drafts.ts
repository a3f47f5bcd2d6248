import type { BlockDocument } from "../contract.ts";
import type { EditorSession } from "./session.ts";

/** What was typed and not yet saved, and the revision that it was begun from. */
export type Draft = { rev: number; document: BlockDocument; at: string };

/**
 * Texts in the making, kept by the browser from the first letter on: a closed tab, a lost connection or an ended session loses
 * none of them.
 */
export function openDrafts(
  { projectId, locale, name }: Pick<EditorSession, "projectId" | "locale" | "name">,
  store: Storage,
) {
  // Two people at one browser each find their own.
  const nameOf = (key: string) => `baize-draft:${projectId}:${locale}:${encodeURIComponent(name)}:${key}`;
  return {
    read(key: string): Draft | null {
      try {
        const draft = JSON.parse(store.getItem(nameOf(key)) ?? "null") as Draft | null;
        return Array.isArray(draft?.document.blocks) ? draft : null;
      } catch {
        return null;
      }
    },
    /** False where the browser has no room or keeps nothing. */
    keep(key: string, draft: Draft): boolean {
      try {
        store.setItem(nameOf(key), JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    /** Every text in the making of this site and language, by key. */
    all(): Record<string, BlockDocument> {
      const texts: Record<string, BlockDocument> = {};
      for (let at = 0; at < store.length; at += 1) {
        const name = store.key(at) ?? "";
        const key = name.slice(nameOf("").length);
        const draft = name === nameOf(key) ? this.read(key) : null;
        if (draft !== null) texts[key] = draft.document;
      }
      return texts;
    },
    drop: (key: string) => store.removeItem(nameOf(key)),
  };
}
export type Drafts = ReturnType<typeof openDrafts>;

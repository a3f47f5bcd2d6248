import type { BlockDocument } from "../contract.ts";
import type { EditorSession } from "./session.ts";

/** A text that is typed and not yet saved, and the revision from which it was started. */
export type UnsavedText = { rev: number; document: BlockDocument; at: string };

/**
 * Unsaved texts, stored in the browser while somebody types, so that a closed tab, a lost connection or an ended
 * session loses none of them.
 */
export function openUnsavedTexts(
  { projectId, locale, name }: Pick<EditorSession, "projectId" | "locale" | "name">,
  store: Storage,
) {
  // The operator's name is part of the key: two people may share a browser.
  const nameOf = (key: string) => `baize-draft:${projectId}:${locale}:${encodeURIComponent(name)}:${key}`;
  return {
    read(key: string): UnsavedText | null {
      try {
        const text = JSON.parse(store.getItem(nameOf(key)) ?? "null") as UnsavedText | null;
        return Array.isArray(text?.document.blocks) ? text : null;
      } catch {
        return null;
      }
    },
    /** False where the browser's storage is full or switched off. */
    keep(key: string, text: UnsavedText): boolean {
      try {
        store.setItem(nameOf(key), JSON.stringify(text));
        return true;
      } catch {
        return false;
      }
    },
    /** Every unsaved text of this site and language, by key. */
    all(): Record<string, BlockDocument> {
      const texts: Record<string, BlockDocument> = {};
      for (let at = 0; at < store.length; at += 1) {
        const name = store.key(at) ?? "";
        const key = name.slice(nameOf("").length);
        const text = name === nameOf(key) ? this.read(key) : null;
        if (text !== null) texts[key] = text.document;
      }
      return texts;
    },
    drop: (key: string) => store.removeItem(nameOf(key)),
  };
}
export type UnsavedTexts = ReturnType<typeof openUnsavedTexts>;

import { createContext } from "react-router";
import type { TypedGroup } from "../../operators/form-data.ts";

/** What an action of an editor leaves for the loader that shows it again. Words are in the operator's language already. */
export type EditorState = {
  typed: TypedGroup;
  /** What the next save begins from; null for a new entry. */
  base: string | null;
  formKey: string;
  problems: Record<string, string>;
  /** Problems that no field of this form has. */
  elsewhere: string[];
  alert: string | null;
  conflict: { name: string; label: string; yours: string; theirs: string }[] | null;
  focus: string | null;
};

export const editorState = createContext<EditorState | null>(null);

import { createContext, type ReactNode, use } from "react";
import type { BlockDocument } from "../contract.ts";

/** True while an operator's page is rendered: texts and pictures then say which they are. Never in anybody else's page. */
export const IsEditing = createContext(false);

/** The revisions at which the texts of an operator's page stand in its language, by key: what a save of them begins from (C2). */
export const Revisions = createContext<ReadonlyMap<string, number> | undefined>(undefined);

type EditableProps = {
  contentKey: string;
  /** The text as the page shows it, whole: what editing begins from. */
  document: BlockDocument;
  /** The language that the text is in, where it may stand in for another. */
  language?: string;
  /** For a text that no visitor sees on the page, such as the one for search engines. */
  isHidden?: boolean;
  children?: ReactNode;
};

/** A text that an operator edits in place. To everybody else it is nothing but its children. */
export function Editable({ contentKey, document, language, isHidden = false, children }: EditableProps) {
  const revisions = use(Revisions);
  if (!use(IsEditing)) return children;
  return (
    <div
      className="editable"
      data-content-key={contentKey}
      data-content-language={language}
      data-content-hidden={isHidden ? "" : undefined}
      data-content={JSON.stringify(document)}
      data-content-rev={revisions?.get(contentKey) ?? 0}
    >
      {children}
    </div>
  );
}

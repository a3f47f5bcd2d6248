import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useHydrated } from "../../ui/hooks/use-server-markup.ts";
import { IsEditing } from "../../ui/is-editing.ts";
import type { BlockDocument } from "../contract.ts";
import type { EditorSession } from "../editor/session.ts";

/** The operator who edits the page, from root's data. */
export type EditingSession = EditorSession & {
  /** The revision of each text in the page's language, by key. A save starts from it. */
  revisions: Record<string, number>;
};

/** A text on the page: its element, its current document and the language of that. */
export type Place = {
  key: string;
  element: HTMLElement;
  /** An empty element below the text, for the tools. */
  tools: HTMLElement;
  shown: BlockDocument;
  /**
   * The revision of this text in the page's language, from which a save starts; 0 where it has none in this language.
   */
  rev: number;
  /** The text's language where it is a fallback for the page's. */
  language: string | null;
  isHidden: boolean;
};

type Editing = { revisions: Record<string, number>; register: (place: Place) => () => void };
const EditingContext = createContext<Editing | null>(null);
const OperatorTools = lazy(() => import("../editor/operator-tools.tsx"));

/** Pages of an operator have the editor's tools; for everybody else this renders its children only. */
export function EditingProvider({ session, children }: { session: EditingSession | null; children: ReactNode }) {
  return session === null ? children : <Edited session={session}>{children}</Edited>;
}

function Edited({ session, children }: { session: EditingSession; children: ReactNode }) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const isHydrated = useHydrated();
  const register = useCallback((place: Place) => {
    setPlaces((known) => [...known, place].toSorted(inOrder));
    return () => setPlaces((known) => known.filter((one) => one !== place));
  }, []);
  const editing = useMemo(() => ({ revisions: session.revisions, register }), [session.revisions, register]);
  return (
    <IsEditing value>
      <EditingContext value={editing}>
        {children}
        <Suspense fallback={null}>{isHydrated && <OperatorTools session={session} places={places} />}</Suspense>
      </EditingContext>
    </IsEditing>
  );
}

/** Compares two places by their order on the page. */
function inOrder({ element: one }: Place, { element: other }: Place): number {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}

type EditableProps = {
  contentKey: string;
  /** The whole text as the page shows it, from which editing starts. */
  document: BlockDocument;
  /** The language of the text, which may be a fallback for the page's. */
  language?: string;
  /** For a text that is not visible on the page, such as the one for search engines. */
  isHidden?: boolean;
  children?: ReactNode;
};

/** A text that an operator edits in place. For everybody else it renders its children only. */
export function Editable(props: EditableProps) {
  const editing = use(EditingContext);
  return editing === null ? props.children : <EditablePlace editing={editing} {...props} />;
}

/** The text, and below it an empty element that React does not manage, for the tools and Editor.js. */
function EditablePlace({
  editing,
  contentKey,
  document,
  language,
  isHidden = false,
  children,
}: EditableProps & { editing: Editing }) {
  const { revisions, register } = editing;
  const element = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const rev = revisions[contentKey] ?? 0;
  useEffect(() => {
    if (element.current === null || tools.current === null) return undefined;
    const elements = { element: element.current, tools: tools.current };
    return register({ ...elements, key: contentKey, shown: document, rev, language: language ?? null, isHidden });
  }, [register, contentKey, document, rev, language, isHidden]);
  return (
    <div
      ref={element}
      className="editable"
      data-content-key={contentKey}
      data-content-language={language}
      data-content-hidden={isHidden ? "" : undefined}
      data-content-rev={rev}
    >
      {children}
      <div className="op-place" ref={tools} />
    </div>
  );
}

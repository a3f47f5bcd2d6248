import { createPortal } from "react-dom";
import { m } from "../../messages/messages.js";
import { Button } from "./button.tsx";
import type { Place } from "../editing/editing.tsx";
import type { ContentState, EditorSession, Scheduled, Version } from "./session.ts";
import { dayAndTime } from "./times.ts";

type PlaceToolsProps = {
  place: Place;
  /** Undefined until it has been read. */
  state: ContentState | undefined;
  isOpen: boolean;
  /** True if this browser holds something typed and not saved. */
  isUnsaved: boolean;
  due: Scheduled | undefined;
  session: EditorSession;
  onOpen: () => void;
  onDecide: (draft: Version, verb: "publish" | "discard") => void;
};

/** The label over a text's outline: its state, and a button to edit it by keyboard. */
export function PlaceTools({ place, state, isOpen, isUnsaved, due, session, onOpen, onDecide }: PlaceToolsProps) {
  const { locale, canPublish } = session;
  const isFallback = state?.is_fallback === true || (place.language !== null && place.language !== locale);
  const draft = state?.draft ?? null;
  return createPortal(
    <div className="op-open">
      <code>{place.key}</code>
      {place.isHidden && <span>{m.operators_ui_hidden()}</span>}
      {isFallback && <span className="op-badge">{m.operators_ui_fallback()}</span>}
      {isUnsaved && !isOpen && <span className="op-badge">{m.operators_ui_unsaved()}</span>}
      {due !== undefined && (
        <span className="op-badge">{m.operators_ui_due({ time: dayAndTime(due.publish_at, locale) })}</span>
      )}
      {draft !== null && (
        <span className="op-badge">
          {m.operators_ui_to_publish({
            name: draft.operator ?? m.operators_ui_by_casino(),
            time: dayAndTime(draft.updated_at, locale),
          })}
        </span>
      )}
      {!isOpen && (
        <Button onClick={onOpen} aria-label={m.operators_ui_edit_text({ key: place.key })}>
          {m.operators_ui_change()}
        </Button>
      )}
      {!isOpen && draft !== null && (
        <>
          {canPublish && (
            <Button isMain onClick={() => onDecide(draft, "publish")}>
              {m.operators_ui_publish()}
            </Button>
          )}
          <Button onClick={() => onDecide(draft, "discard")}>{m.operators_ui_discard_waiting()}</Button>
        </>
      )}
    </div>,
    place.tools,
  );
}

import { m } from "../../../messages/messages.js";
import { Button } from "../button.tsx";
import type { Place } from "../../editing/editing.tsx";
import { Dialog } from "../dialog.tsx";
import type { Scheduled } from "../session.ts";
import { dayAndTime } from "../times.ts";

type TextsProps = {
  places: readonly Place[];
  scheduled: Scheduled[];
  locale: "fr" | "en";
  canWithdraw: boolean;
  onOpen: (key: string) => void;
  onWithdraw: (id: string) => void;
  onClose: () => void;
};

/** The texts of the page, and those that are scheduled. */
export function TextsDialog({ places, scheduled, locale, canWithdraw, onOpen, onWithdraw, onClose }: TextsProps) {
  return (
    <Dialog title={m.operators_ui_texts_here()} onClose={onClose}>
      {places.length === 0 && <p>{m.operators_ui_texts_none()}</p>}
      <ul className="op-list">
        {places.map(({ key, isHidden }) => (
          <li key={key}>
            <span>
              <code>{key}</code> {isHidden && m.operators_ui_hidden()}
            </span>
            <Button onClick={() => onOpen(key)}>{m.operators_ui_change()}</Button>
          </li>
        ))}
      </ul>
      {scheduled.length > 0 && (
        <>
          <h3>{m.operators_ui_waiting()}</h3>
          <ul className="op-list">
            {scheduled.map(({ id, key, publish_at, operator }) => (
              <li key={id}>
                <span>
                  <code>{key}</code> {dayAndTime(publish_at, locale)}, {operator}
                </span>
                {canWithdraw && <Button onClick={() => onWithdraw(id)}>{m.operators_ui_withdraw()}</Button>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

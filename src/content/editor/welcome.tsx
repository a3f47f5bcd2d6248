import { m } from "../../messages/messages.js";
import { Button } from "./button.tsx";
import { Dialog, firstFocused } from "./dialog.tsx";

/** The first screen for an operator: what happens next, and one button to continue. */
export function Welcome({ name, onStart }: { name: string; onStart: () => void }) {
  return (
    <Dialog title={m.operators_ui_welcome({ name })} onClose={onStart}>
      <p>{m.operators_ui_welcome_text()}</p>
      <ul className="op-points">
        <li>{m.operators_ui_welcome_texts()}</li>
        <li>{m.operators_ui_welcome_pictures()}</li>
        <li>{m.operators_ui_welcome_safe()}</li>
      </ul>
      <p className="op-actions">
        <Button isMain ref={firstFocused} onClick={onStart}>
          {m.operators_ui_start()}
        </Button>
      </p>
    </Dialog>
  );
}

import { m } from "../paraglide/messages.js";
import { Icon } from "./icon.tsx";

type SheetTopProps = {
  /** The dialog is named by its title. */
  id: string;
  title: string;
  backHref: string;
  /** Where the way back does not lead to the menu. */
  backLabel?: string;
  closeHref: string;
  /** Only the way back leads to the menu; without it the dialog says so for both. */
  thenMenu?: boolean;
};

/** The head of a member's sheet (section 2.7): the way back to the menu, the title, the way out. */
export function SheetTop({ id, title, backHref, backLabel, closeHref, thenMenu }: SheetTopProps) {
  return (
    <div className="sheet-top">
      <a
        className="round"
        href={backHref}
        aria-label={backLabel ?? m.frame_account_back()}
        data-close
        data-then-menu={thenMenu}
      >
        <Icon name="caret-left" />
      </a>
      <h2 className="account-sheet-title" id={id}>
        {title}
      </h2>
      <a className="round" href={closeHref} aria-label={m.close()} data-close>
        <Icon name="x" />
      </a>
    </div>
  );
}

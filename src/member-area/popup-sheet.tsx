import { type ReactNode, Suspense } from "react";
import { CloseLink } from "../ui/sheets/close-link.tsx";
import { useAddress } from "../ui/hooks/use-address.ts";
import { useLeave } from "../ui/hooks/use-leave.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { popupAddress } from "../ui/sheets/popup-link.tsx";
import { Sheet } from "../ui/sheets/sheet.tsx";
import { MemberStyles } from "./member-styles.tsx";
import { m } from "../messages/messages.js";

type PopupSheetProps = {
  name: string;
  title: string;
  /** Where closing leads a visitor who opened this address directly; by default to the menu, with the reverse animation. */
  leaveHref?: string;
  /** The label of the way back, where it does not lead to the menu. */
  backLabel?: string;
  /** Null while loading: placeholders stand in its place. */
  children: ReactNode;
};

/** The sheet of a member popup: the way back, the title, the close button, and the content. */
export function PopupSheet({ name, title, leaveHref, backLabel, children }: PopupSheetProps) {
  const address = useAddress();
  const leave = useLeave();
  const outHref = leaveHref ?? popupAddress(address, "Menu", { reverse: "true" });
  const titleId = `${name}-sheet-title`;
  return (
    <>
      <MemberStyles />
      <Sheet id={`${name}-sheet`} titleId={titleId} isOpen leaveHref={outHref} onLeave={() => leave(outHref)}>
        <div className="sheet-top">
          <CloseLink className="round" href={outHref} aria-label={backLabel ?? m.frame_account_back()}>
            <Icon name="caret-left" />
          </CloseLink>
          <h2 className="account-sheet-title" id={titleId}>
            {title}
          </h2>
          <CloseLink className="round" href={outHref} aria-label={m.close()}>
            <Icon name="x" />
          </CloseLink>
        </div>
        <div className="sheet-body">
          <Suspense fallback={<SheetSkeleton />}>{children ?? <SheetSkeleton />}</Suspense>
        </div>
      </Sheet>
    </>
  );
}

function SheetSkeleton() {
  return (
    <div className="sheet-skeleton" role="status" aria-label={m.loading()}>
      <i />
      <i />
      <i />
    </div>
  );
}

import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { usePull } from "../hooks/use-pull.ts";
import { useHydrated, useServerMarkup } from "../hooks/use-server-markup.ts";
import { outsideClickExempt } from "./outside-click-exempt.ts";
import { registerModal, openModal } from "./modal.ts";
import { useSheetThemeColor } from "../document/theme-color.tsx";

type SheetProps = {
  id: string;
  /** The id of the element that names the sheet. */
  titleId: string;
  /** Whether the address opens the sheet. */
  isOpen: boolean;
  /** Where closing leads; without script, the link beside the sheet. */
  leaveHref: string;
  /** Called when the sheet is closed other than by a link: Escape, a click beside it, a pull down. It must change the address. */
  onLeave: () => void;
  /** True if the sheet is shown again on the way back from a popup that it opened. */
  isReverse?: boolean;
  children: ReactNode;
};

/**
 * A sheet over the page: a dialog that is open while the address says so. Without script the server renders it open and it is closed by
 * links; in the browser an effect makes it modal.
 */
export function Sheet({ id, titleId, isOpen, leaveHref, onLeave, isReverse = false, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isServed = useServerMarkup() && isOpen && wasWrittenOpen();
  const servedOpen = useRef(isServed).current;
  const isHydrated = useHydrated();
  useModal(ref, isOpen);
  useSheetThemeColor(isOpen);
  usePull(ref, onLeave);
  const isBeside = (event: MouseEvent) => event.target === ref.current && isOutside(ref.current, event);
  // A press that began on the sheet may end beside it, for example while the sheet is still coming in.
  const beganBeside = useRef(false);
  const leaveBeside = (event: MouseEvent) => {
    if (beganBeside.current && isBeside(event) && isOutside(outsideClickExempt.current, event)) onLeave();
  };
  return (
    <>
      {servedOpen && isOpen && !isHydrated && (
        <a className="sheet-scrim" href={leaveHref} aria-hidden="true" tabIndex={-1} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it */}
      <dialog
        ref={ref}
        className="sheet on-paper"
        id={id}
        aria-labelledby={titleId}
        tabIndex={-1}
        open={servedOpen || undefined}
        data-reverse={isReverse ? "" : undefined}
        onCancel={(event) => {
          if (event.target !== ref.current) return;
          event.preventDefault();
          onLeave();
        }}
        onClose={(event) => {
          if (event.target === ref.current && isOpen && !event.currentTarget.open) onLeave();
        }}
        onPointerDown={(event) => {
          beganBeside.current = isBeside(event);
        }}
        onClick={leaveBeside}
        suppressHydrationWarning
      >
        {children}
      </dialog>
    </>
  );
}

/** Whether the server rendered the open sheet. Before React runs, a first tap may have changed the address. */
function wasWrittenOpen(): boolean {
  if (typeof document === "undefined") return true;
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && popupIn(new URL(loaded.name).search) === popupIn(location.search);
}

function popupIn(search: string): string | null {
  return new URLSearchParams(search).get("popup");
}

/** Opens and closes the dialog according to the address. The focus moves to the sheet and back to where it was. */
function useModal(ref: React.RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null || !isOpen) return;
    if (dialog.matches(":modal")) registerModal(dialog);
    else {
      // A dialog that the server opened may be in use: it keeps its scroll position and the focus.
      const { open: isInUse, scrollTop } = dialog;
      const used = isInUse && dialog.contains(document.activeElement) ? document.activeElement : null;
      // An open dialog cannot become modal, and `close()` would fire the close event.
      dialog.removeAttribute("open");
      openModal(dialog);
      if (used instanceof HTMLElement) used.focus({ preventScroll: true });
      else if (!dialog.contains(document.activeElement)) dialog.focus();
      dialog.scrollTop = isInUse ? scrollTop : 0;
    }
    return () => {
      if (dialog.open) dialog.close();
    };
  }, [ref, isOpen]);
}

function isOutside(element: Element | null, { clientX, clientY }: MouseEvent): boolean {
  if (element === null) return true;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

import { useEffect } from "react";
import { usePopup } from "../../ui/hooks/use-popup.ts";
import { whenIdle } from "../../ui/document/when-idle.ts";
import { keepSnapshot } from "./snapshot.ts";

/** Popups that show what the offline page holds. */
const SHOWN = ["Card", "Offers"];

/**
 * Caches the offline page of the logged-in member when the browser is idle, and again when card or gifts are opened. Null if
 * nobody is logged in.
 */
export function useSnapshot(owner: string | null): void {
  const { popup } = usePopup();
  const isShown = SHOWN.includes(popup ?? "");
  useEffect(() => {
    if (owner === null) return;
    let isOver = false;
    whenIdle(() => {
      if (!isOver) void keepSnapshot(owner, isShown);
    });
    return () => {
      isOver = true;
    };
  }, [owner, isShown]);
}

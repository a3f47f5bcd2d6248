import { useEffect } from "react";
import { usePopup } from "../../ui/hooks/use-popup.ts";
import { whenIdle } from "../../ui/document/when-idle.ts";
import { keepSnapshot } from "./snapshot.ts";

/** Popups that show what the device keeps. */
const SHOWN = ["Card", "Offers"];

/** Keeps the card and gifts of whoever is logged in, when nothing else is to do, and anew when they are looked at; null is nobody. */
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

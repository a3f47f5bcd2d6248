import { useLayoutEffect, useSyncExternalStore } from "react";

const PAPER = "#ffffff";
const listeners = new Set<() => void>();
let sheets = 0;

function change(by: number): void {
  sheets += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour of the browser's bar: the page's own, and white while a sheet is open. */
export function ThemeColor({ color }: { color: string }) {
  const isPaper = useSyncExternalStore(
    subscribe,
    () => sheets > 0,
    () => false,
  );
  return <meta name="theme-color" content={isPaper ? PAPER : color} />;
}

export function useSheetThemeColor(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    change(1);
    return () => change(-1);
  }, [isOpen]);
}

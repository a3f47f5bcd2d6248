import { type ReactNode, useLayoutEffect, useRef } from "react";

type KeptFocusProps = { isHidden: boolean; children: ReactNode };

/** Hides its content for a while. If the content had the focus, it gets it back when it is shown again. */
export function KeptFocus({ isHidden, children }: KeptFocusProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!isHidden || ref.current?.contains(activeElement) !== true || !(activeElement instanceof HTMLElement)) return;
    return () => {
      if (activeElement.isConnected) activeElement.focus({ preventScroll: true });
    };
  }, [isHidden]);
  return (
    <div ref={ref} hidden={isHidden}>
      {children}
    </div>
  );
}

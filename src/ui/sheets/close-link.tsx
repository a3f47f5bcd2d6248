import type { ComponentProps, MouseEvent } from "react";
import { useLeave } from "../hooks/use-leave.ts";

type CloseLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** Where it leads without script, and for whoever came here directly. */
  href: string;
};

/** The way out of what stands open over the page: one step back, or the address `href`. */
export function CloseLink({ href, onClick, children, ...link }: CloseLinkProps) {
  const leave = useLeave();
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    leave(href);
  };
  return (
    <a {...link} href={href} onClick={close}>
      {children}
    </a>
  );
}

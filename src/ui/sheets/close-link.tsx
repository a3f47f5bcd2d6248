import type { ComponentProps, MouseEvent } from "react";
import { useLeave } from "../hooks/use-leave.ts";

type CloseLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  /** Where it leads without script, and for visitors who came here directly. */
  href: string;
};

/** A link that closes what is open over the page: by a step back, or by going to `href`. */
export function CloseLink({ href, children, ...link }: CloseLinkProps) {
  const leave = useLeave();
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    leave(href);
  };
  return (
    <a {...link} href={href} onClick={close}>
      {children}
    </a>
  );
}

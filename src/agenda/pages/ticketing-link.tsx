import type { ComponentProps, MouseEvent } from "react";
import { OutboundLink } from "../../ui/outbound-link.tsx";

/** The ticketing provider's window (section 2.5). */
const WINDOW = { name: "baize-ticketing", features: "popup,width=650,height=600" };

/**
 * A link to the ticketing provider, in a small window of its own; where the browser blocks it, in this tab. A click that asks
 * for a tab keeps it, and without script the link opens in a new one.
 */
export function TicketingLink({ children, ...link }: Omit<ComponentProps<typeof OutboundLink>, "onClick">) {
  return (
    <OutboundLink {...link} onClick={(event) => openTicketing(event, link.href)}>
      {children}
    </OutboundLink>
  );
}

function openTicketing(event: MouseEvent, href: string): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const opened = window.open(href, WINDOW.name, WINDOW.features);
  if (opened === null) {
    location.assign(href);
    return;
  }
  opened.opener = null;
  opened.focus();
}

import type { ComponentProps, MouseEvent } from "react";
import { OutboundLink } from "../../ui/outbound-link.tsx";

/** The window of the ticketing provider. */
const WINDOW = { name: "baize-ticketing", features: "popup,width=650,height=600" };

/**
 * A link to the ticketing provider that opens a small window, or this tab where the browser blocks popups. A click with
 * a modifier key opens a tab as usual; without script the link opens a new tab.
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

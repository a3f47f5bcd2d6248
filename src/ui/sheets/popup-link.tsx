import type { ComponentProps, MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { useAddress } from "../hooks/use-address.ts";
import type { OpenedState } from "../hooks/use-leave.ts";

type PopupLinkProps = Omit<ComponentProps<typeof Link>, "to" | "onClick"> & {
  /** The `popup` of the address. */
  popup: string;
  /** The popup's other parameters, such as which gift. */
  query?: Record<string, string>;
};

const MENU = "Menu";
const OPENED: OpenedState = { opened: true };

/** The address that opens a popup over the page with this address. */
export function popupAddress(address: string, popup: string, query: Record<string, string> = {}): string {
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ popup, ...query })}`;
}

/**
 * A link that opens a popup over the page as a new history entry. Without React it loads the page with the popup open. If the menu is
 * open, its entry is first marked with `reverse`, so that the way back animates it in reverse.
 */
export function PopupLink({ popup, query, ...link }: PopupLinkProps) {
  const address = useAddress();
  const { search } = useLocation();
  const isOverMenu = new URLSearchParams(search).get("popup") === MENU && popup !== MENU;
  const rename = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isOverMenu || !isPlain) return;
    history.replaceState(history.state, "", popupAddress(address, MENU, { reverse: "true" }));
  };
  return (
    <Link
      {...link}
      to={popupAddress(address, popup, query)}
      state={OPENED}
      preventScrollReset
      discover="none"
      onClick={rename}
    />
  );
}

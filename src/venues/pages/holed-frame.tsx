import type { ReactNode } from "react";
import { Hole } from "../../ui/hole.tsx";
import type { SiteView } from "../views.ts";
import { Frame } from "./frame.tsx";
import { AccountEntry } from "./header.tsx";
import { AccountButtons, MenuSheet } from "./menu-sheet.tsx";

type HoledFrameProps = { site: SiteView; path: string; current?: string; isMenuOpen?: boolean; children: ReactNode };

/** The frame of pages that are not the router's yet: what a member sees instead stands in holes. */
export function HoledFrame({ site, path, current, isMenuOpen = false, children }: HoledFrameProps) {
  const entry = (
    <Hole name="entry">
      <AccountEntry />
    </Hole>
  );
  const account = (
    <Hole name="account">
      <AccountButtons />
    </Hole>
  );
  const menu = (
    <MenuSheet
      site={site}
      path={path}
      current={current}
      isOpen={isMenuOpen}
      account={account}
      leave={<Hole name="leave" />}
    />
  );
  const over = (
    <>
      {site.hasNav && menu}
      {site.hasAccounts && <Hole name="after" />}
    </>
  );
  return (
    <Frame site={site} current={current} entry={entry} over={over}>
      {children}
    </Frame>
  );
}

import * as paths from "../venues/paths.ts";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { wasAskedRecently } from "./account/session-throttle.ts";
import { useAddress } from "../ui/hooks/use-address.ts";
import type { SiteView } from "../venues/views.ts";
import { AccountButtons, MenuSheet } from "../site/pages/menu-sheet.tsx";
import type { MenuView } from "./popup-views.server.ts";
import { LogOutForm } from "../accounts/pages/login/log-out-form.tsx";
import { useSession } from "./session.tsx";

/** Loaded for members only. */
const MenuMember = lazy(() => import("./menu-member.tsx"));

type MenuProps = {
  site: SiteView;
  current: string | undefined;
  isOpen: boolean;
  isReverse: boolean;
  /** The member's part, where the document was rendered with the menu open. */
  initial: MenuView | null;
};

/** The side menu. The member's part is loaded when the menu opens. */
export function Menu({ site, current, isOpen, isReverse, initial }: MenuProps) {
  const address = useAddress();
  const session = useSession();
  const fetcher = useFetcher<{ menu: MenuView | null }>({ key: "menu" });
  const isMember = session.status === "member";
  const menu = isMember ? (fetcher.data?.menu ?? initial) : null;
  const refresh = useEffectEvent(() => {
    const isOld = !wasAskedRecently();
    session.ask();
    if (menu === null || isOld) void fetcher.load(paths.sessionMenu);
  });
  useEffect(() => {
    if (isOpen && isMember) refresh();
  }, [isOpen, isMember]);
  return (
    <MenuSheet
      site={site}
      path={address}
      current={current}
      isOpen={isOpen}
      isReverse={isReverse}
      account={
        isMember ? (
          <Suspense fallback={<MenuSkeleton />}>
            {menu === null ? <MenuSkeleton /> : <MenuMember menu={menu} />}
          </Suspense>
        ) : (
          <GuestPart status={session.status} />
        )
      }
      leave={isMember ? <LogOutForm /> : null}
    />
  );
}

/** While the session is unknown, CSS hides the log-in links in a browser that holds a session. */
function GuestPart({ status }: { status: "unknown" | "guest" }) {
  return (
    <>
      <AccountButtons />
      {status === "unknown" && <MenuSkeleton />}
    </>
  );
}

/** Placeholders for the profile and three gifts while they load. */
function MenuSkeleton() {
  return (
    <div className="menu-skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

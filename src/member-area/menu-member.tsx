import { GiftsSummaryPart } from "../gifts/pages/gifts-summary.tsx";
import { WalletsSummary } from "../wallet/pages/wallets-summary.tsx";
import { MemberStyles } from "./member-styles.tsx";
import { MenuProfile } from "./menu-profile.tsx";
import type { MenuView } from "./popup-views.server.ts";

/** The member's part of the side menu: profile, wallets and gifts. */
export default function MenuMember({ menu: { session, programme, wallets, gifts } }: { menu: MenuView }) {
  return (
    <>
      <MemberStyles />
      <MenuProfile person={session} programme={programme} />
      {wallets !== null && <WalletsSummary wallets={wallets} />}
      {gifts !== null && <GiftsSummaryPart summary={gifts} />}
    </>
  );
}

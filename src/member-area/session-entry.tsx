import { Avatar } from "./account/avatar.tsx";
import { m } from "../messages/messages.js";
import { PopupLink } from "../ui/sheets/popup-link.tsx";
import { AccountEntry } from "../site/pages/header.tsx";
import { MemberStyles } from "./member-styles.tsx";
import { useSession } from "./session.tsx";

/** The header's entry to the member area: the avatar, which opens the menu, or the links to log in and register. */
export function SessionEntry() {
  const session = useSession();
  if (session.status !== "member") return <AccountEntry />;
  return (
    <>
      <MemberStyles />
      <PopupLink className="masthead-member" popup="Menu" data-opens="menu">
        <span className="heard">{m.frame_account_mine()}</span>
        <Avatar person={session.session} isSmall />
      </PopupLink>
    </>
  );
}

import type { MenuProgramme } from "../loyalty/menu-programme.ts";
import { BalanceLine } from "../loyalty/pages/balance-line.tsx";
import { CardPlace } from "../loyalty/pages/card-area.tsx";
import type { Person } from "../accounts/profile/view.server.ts";
import { Avatar } from "./account/avatar.tsx";
import { EmailBox } from "./account/email-box.tsx";
import { PhotoForm } from "./account/photo-form.tsx";
import { m } from "../messages/messages.js";
import { Icon } from "../ui/icons/icon.tsx";
import { PopupLink } from "../ui/sheets/popup-link.tsx";
import { useSession } from "./session.tsx";

/** `programme` is null while the address is not confirmed. */
type MenuProfileProps = { person: Person; programme: MenuProgramme | null };

/** The top of the menu: the address to confirm, or the member's balances and card. */
export function MenuProfile({ person, programme }: MenuProfileProps) {
  const { ask } = useSession();
  return (
    <div className="member-summaries">
      <div className="who">
        {person.isEmailValid ? <PhotoForm person={person} onDone={() => ask(true)} /> : <Avatar person={person} />}
        <div>
          <h3>{person.name}</h3>
          <p className="small quiet">{person.email}</p>
        </div>
      </div>
      {programme !== null && programme.balance !== null && <BalanceLine balance={programme.balance} />}
      {programme !== null && <CardPlace area={programme.card} program={programme.program} />}
      {programme !== null && <CardPlace area={programme.call} program={programme.program} />}
      <PopupLink className="button button-line" popup="Account">
        <Icon name="user" small />
        {m.frame_account_open()}
      </PopupLink>
      {!person.isEmailValid && <EmailBox person={person} />}
    </div>
  );
}

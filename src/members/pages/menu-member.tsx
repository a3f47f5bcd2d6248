import { m } from "../../paraglide/messages.js";
import type { MenuProgramme } from "../../loyalty/menu-programme.ts";
import { BalanceLine } from "../../loyalty/pages/balance-line.tsx";
import { CardPlace } from "../../loyalty/pages/card-area.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Person } from "../account-view.server.ts";
import { popupOver } from "../paths.ts";
import { Avatar } from "./avatar.tsx";
import { EmailBox } from "./email-box.tsx";
import { PhotoForm } from "./photo-form.tsx";

/** What a member finds in the holes of the header and of the side menu (sections 2.4 and 2.7). */

type EntryProps = {
  person: Person;
  menuHref: string;
  style: string;
  script: string;
  /** Whose card and gifts this device may keep for a time without a network. */
  snapshot: string;
};

/** The avatar that opens the menu, and what every page of a member needs beside the public page's own. */
export function MemberEntry({ person, menuHref, style, script, snapshot }: EntryProps) {
  return (
    <>
      <link rel="stylesheet" href={style} />
      <a className="masthead-member" href={menuHref} data-sheet="menu" data-script={script} data-snapshot={snapshot}>
        <span className="heard">{m.frame_account_mine()}</span>
        <Avatar person={person} isSmall />
      </a>
    </>
  );
}

type SummariesProps = {
  person: Person;
  /** Path and query of the page under the menu. */
  address: string;
  /** Null while the address is not confirmed. */
  programme: MenuProgramme | null;
};

/** The top of the menu: the address to confirm, or the summaries of what the member has. */
export function MemberSummaries({ person, address, programme }: SummariesProps) {
  return (
    <div className="member-summaries" data-member="account" data-identity="">
      <div className="who">
        {person.isEmailValid ? <PhotoForm person={person} /> : <Avatar person={person} />}
        <div>
          <h3>{person.name}</h3>
          <p className="small quiet">{person.email}</p>
        </div>
      </div>
      {programme !== null && programme.balance !== null && <BalanceLine balance={programme.balance} />}
      {programme !== null && <CardPlace area={programme.card} program={programme.program} />}
      {programme !== null && <CardPlace area={programme.call} program={programme.program} />}
      <a className="button button-line" href={popupOver(address, "Account")} data-popup="account">
        <Icon name="user" small />
        {m.frame_account_open()}
      </a>
      {!person.isEmailValid && <EmailBox person={person} />}
    </div>
  );
}

import * as paths from "../../venues/paths.ts";
import type { ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { AccountView } from "../../accounts/profile/view.server.ts";
import { civilityWord } from "../../accounts/profile/civility.ts";
import { type AccountAnswer, NOTHING_ASKED } from "./account-answer.ts";
import { ContactSection } from "./contact-section.tsx";
import { EmailBox } from "./email-box.tsx";
import { LogOutForm } from "../../accounts/pages/login/log-out-form.tsx";
import { DefinePasswordSection, PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

type SectionsProps = { account: AccountView; answer?: AccountAnswer };

/** All sections of the account. The popup shows them, and so does a page of its own for browsers without script. */
export function AccountSections({ account, answer = NOTHING_ASKED }: SectionsProps) {
  return (
    <>
      {!account.isEmailValid && <EmailBox person={account} answer={answer} />}
      <Properties account={account} />
      {account.optins !== null && <ContactSection optins={account.optins} answer={answer} />}
      {account.hasPassword ? <PasswordSection answer={answer} /> : <DefinePasswordSection answer={answer} />}
      <SessionsSection sessions={account.sessions} answer={answer} />
      <Deletion account={account} />
      <LogOutForm />
    </>
  );
}

function Properties({ account }: { account: AccountView }) {
  const isKnown = account.name !== account.email;
  return (
    <dl className="account-properties">
      <Property name={m.frame_account_civility()}>{civilityWord(account.civilityId)}</Property>
      <Property name={m.frame_account_name()}>{isKnown ? account.name : null}</Property>
      <Property name={m.frame_account_birthday()} note={m.frame_account_identity_correct()}>
        {account.birthday}
      </Property>
      <Property name={m.frame_account_email()} note={m.frame_account_email_correct()}>
        {account.email}
      </Property>
      <Property name={m.frame_account_mobile()} action={{ href: paths.phone, label: m.frame_account_modify_mobile() }}>
        {account.mobile}
      </Property>
      <Property name={m.frame_account_pseudo()} action={{ href: paths.pseudo, label: m.frame_account_modify_pseudo() }}>
        {account.pseudo}
      </Property>
      {account.walletKey !== null && <Property name={m.frame_account_wallet_key()}>{account.walletKey}</Property>}
    </dl>
  );
}

/** `note` says how to change a property that has no form here. */
type PropertyProps = {
  name: string;
  action?: { href: string; label: string };
  note?: string;
  children: ReactNode;
};

function Property({ name, action, note, children }: PropertyProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">
        {children ?? <span className="quiet">{m.frame_account_none()}</span>}
        {action && (
          <PageLink className="text-link" href={action.href} aria-label={action.label}>
            {m.frame_account_modify()}
          </PageLink>
        )}
      </dd>
      {note !== undefined && <dd className="account-note quiet">{note}</dd>}
    </div>
  );
}

/** The export, and the way to the deletion. */
function Deletion({ account }: { account: AccountView }) {
  return (
    <section className="account-form">
      <h3 className="title-3">{m.frame_account_data()}</h3>
      <a className="link" href={paths.accountExport} download>
        <Icon name="download-simple" small />
        {m.frame_account_export()}
      </a>
      {account.hasMembership && <p className="quiet">{m.frame_account_export_wallets()}</p>}
      <PageLink className="text-link account-delete" href={paths.accountDeletion}>
        {m.frame_account_delete()}
      </PageLink>
    </section>
  );
}

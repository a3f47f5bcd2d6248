import type { ReactNode } from "react";
import { m } from "../../paraglide/messages.js";
import { CheckField, PasswordField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { AccountView } from "../account-view.server.ts";
import type { Channel } from "../contract.ts";
import { memberPaths } from "../paths.ts";
import { Alert, Success } from "./account-page.tsx";
import { EmailBox } from "./email-box.tsx";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import { LogOutForm } from "./log-out-form.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

/** What a member may do on this screen; each is a form of its own that says so. */
export type AccountIntent = "email" | "optins" | "password" | "define" | "session";
/** What the last form led to: the section that it belongs to shows it. `erasedOn` is a day in words, for an account that was just deleted. */
export type AccountAnswer = {
  intent: AccountIntent | null;
  isDone: boolean;
  state: FormState;
  erasedOn: string | null;
};
export const NOTHING_ASKED: AccountAnswer = { intent: null, isDone: false, state: EMPTY_FORM, erasedOn: null };

type SectionsProps = { account: AccountView; answer?: AccountAnswer };
type SectionProps = { account: AccountView; state: FormState; isDone: boolean };

/** Everything of popup=Account (section 2.7). The same stands in the popup and, after a form without script, in a page of its own. */
export function AccountSections({ account, answer = NOTHING_ASKED }: SectionsProps) {
  const of = (...intents: AccountIntent[]) => {
    const isMine = answer.intent !== null && intents.includes(answer.intent);
    return { account, state: isMine ? answer.state : EMPTY_FORM, isDone: isMine && answer.isDone };
  };
  return (
    <>
      {!account.isEmailValid && <EmailBox person={account} isSent={of("email").isDone} />}
      <Facts account={account} />
      {account.optins !== null && <Contact {...of("optins")} optins={account.optins} />}
      {account.hasPassword ? <Password {...of("password")} /> : <DefinePassword {...of("define")} />}
      <Sessions {...of("session")} />
      <Leaving account={account} />
      <LogOutForm />
    </>
  );
}

function Facts({ account }: { account: AccountView }) {
  return (
    <dl className="facts">
      <Fact name={m.frame_account_email()}>{account.email}</Fact>
      <Fact
        name={m.frame_account_mobile()}
        action={{ href: memberPaths.phone, label: m.frame_account_modify_mobile() }}
      >
        {account.mobile}
      </Fact>
      <Fact
        name={m.frame_account_pseudo()}
        action={{ href: memberPaths.pseudo, label: m.frame_account_modify_pseudo() }}
      >
        {account.pseudo}
      </Fact>
      {account.walletKey !== null && <Fact name={m.frame_account_wallet_key()}>{account.walletKey}</Fact>}
    </dl>
  );
}

type FactProps = { name: string; action?: { href: string; label: string }; children: string | null };

function Fact({ name, action, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">
        {children ?? <span className="quiet">{m.frame_account_none()}</span>}
        {action && (
          <a className="text-link" href={action.href} aria-label={action.label}>
            {m.frame_account_modify()}
          </a>
        )}
      </dd>
    </div>
  );
}

type AccountFormProps = { intent: AccountIntent; title: string; state?: FormState; children: ReactNode } & {
  /** Another section that the answer changes as well. */
  changes?: AccountIntent | undefined;
  attributes?: Record<string, string | boolean>;
};

function AccountForm({ intent, title, state, children, changes, attributes }: AccountFormProps) {
  return (
    <section data-in-place={`account-${intent}`} data-with={changes && `account-${changes}`}>
      <form className="account-form" method="post" action={memberPaths.account} noValidate {...attributes}>
        <h3 className="title-3">{title}</h3>
        <input type="hidden" name="intent" value={intent} />
        {state?.alert ? <Alert>{state.alert}</Alert> : null}
        {children}
      </form>
    </section>
  );
}

const CHANNEL_LABELS: [Channel, () => string][] = [
  ["CANAL_EMAIL", m.frame_account_by_email],
  ["CANAL_SMS", m.frame_account_by_sms],
  ["CANAL_LETTER", m.frame_account_by_letter],
];

/** Saved at once where a script sends what was ticked; by a button where there is none. */
function Contact({ optins, state, isDone }: SectionProps & { optins: NonNullable<AccountView["optins"]> }) {
  return (
    <AccountForm
      intent="optins"
      title={m.frame_account_contact()}
      state={state}
      attributes={{
        "data-on-change": true,
        // A browser that fills in at a reload what was ticked before it would have it sent.
        autoComplete: "off",
        "data-failed": m.frame_account_unsaved(),
        ...(isDone ? { "data-toast": m.frame_account_saved() } : {}),
      }}
    >
      <div>
        {CHANNEL_LABELS.map(([channel, label]) => (
          <CheckField key={channel} name={channel} label={label()} defaultChecked={optins[channel]} />
        ))}
      </div>
      {isDone && (
        <p className="heard" role="status">
          {m.frame_account_saved()}
        </p>
      )}
      <button className="button button-ink unscripted" type="submit">
        {m.frame_account_save()}
      </button>
    </AccountForm>
  );
}

/**
 * The success stands ten seconds, then the form is there again (section 4); without script the form stays. The other devices are logged
 * out by it (G55), so their list comes along.
 */
function Password({ state, isDone }: SectionProps) {
  return (
    <AccountForm
      intent="password"
      title={m.frame_account_password_title()}
      state={state}
      changes={isDone ? "session" : undefined}
      attributes={{ "data-needs-all": true, ...(isDone ? { "data-done-ms": "10000" } : {}) }}
    >
      {isDone && <Success>{m.frame_account_password_done()}</Success>}
      <PasswordField
        name="current_password"
        label={m.frame_account_password_current()}
        problem={state.problems["current_password"]}
        autoComplete="current-password"
        data-forget={isDone || undefined}
        showLabel={m.account_password_show()}
        hideLabel={m.account_password_hide()}
        required
      />
      <NewPasswordField
        label={m.frame_account_password_new()}
        problem={state.problems["password"]}
        isForgotten={isDone}
      />
      <button className="button button-ink" type="submit">
        {m.frame_account_save()}
      </button>
    </AccountForm>
  );
}

/** An account that was made with a provider has no password to change: it gets one by mail (G56). */
function DefinePassword({ state, isDone }: SectionProps) {
  return (
    <AccountForm intent="define" title={m.frame_account_define_title()} state={state}>
      {isDone ? (
        <Success>{m.frame_account_define_done()}</Success>
      ) : (
        <p className="quiet">{m.frame_account_define_text()}</p>
      )}
      {!isDone && (
        <button className="button button-ink" type="submit">
          {m.frame_account_define_submit()}
        </button>
      )}
    </AccountForm>
  );
}

function Sessions({ account, state, isDone }: SectionProps) {
  return (
    <section className="account-form" data-in-place="account-session">
      <h3 className="title-3">{m.frame_account_sessions()}</h3>
      {state.alert ? <Alert>{state.alert}</Alert> : null}
      {isDone && (
        <p className="heard" role="status">
          {m.frame_account_session_ended()}
        </p>
      )}
      <ul className="sessions">
        {account.sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      <form method="post" action={memberPaths.account} data-log-out>
        <button className="button button-line" type="submit" name="intent" value="everywhere">
          {m.frame_account_session_everywhere()}
        </button>
      </form>
    </section>
  );
}

function Session({ session }: { session: AccountView["sessions"][number] }) {
  const { id, device, isNative, lastUsed, isCurrent } = session;
  const name = device ?? (isNative ? m.frame_account_session_native() : m.frame_account_session_unknown());
  return (
    <li>
      <Icon name="devices" />
      <span>
        {name}
        <small>{isCurrent ? m.frame_account_session_here() : m.frame_account_session_used({ date: lastUsed })}</small>
      </span>
      {!isCurrent && (
        <form method="post" action={memberPaths.account}>
          <input type="hidden" name="session" value={id} />
          <button
            className="text-link"
            type="submit"
            name="intent"
            value="session"
            aria-label={m.frame_account_session_end_label({ device: name })}
          >
            {m.frame_account_session_end()}
          </button>
        </form>
      )}
    </li>
  );
}

/** Taking one's data along, and leaving (G78). */
function Leaving({ account }: { account: AccountView }) {
  return (
    <section className="account-form">
      <h3 className="title-3">{m.frame_account_data()}</h3>
      <a className="link" href="/api/users/me/export" download>
        <Icon name="download-simple" small />
        {m.frame_account_export()}
      </a>
      {account.hasMembership && <p className="quiet">{m.frame_account_export_wallets()}</p>}
      <details className="account-delete">
        <summary className="text-link">{m.frame_account_delete()}</summary>
        <p className="quiet">{m.frame_account_delete_text()}</p>
        <form method="post" action={memberPaths.account}>
          <button className="button button-line" type="submit" name="intent" value="delete">
            {m.frame_account_delete_submit()}
          </button>
        </form>
      </details>
    </section>
  );
}

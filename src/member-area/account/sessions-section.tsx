import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import type { SessionLine } from "../../accounts/profile/view.server.ts";
import type { AccountAnswer } from "./account-answer.ts";
import { Alert } from "../../accounts/pages/account/account-page.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** Sessions beyond this number are folded away. */
const SHOWN = 3;

const KINDS = {
  app: m.frame_account_session_native,
  phone: m.frame_account_session_phone,
  tablet: m.frame_account_session_tablet,
  computer: m.frame_account_session_computer,
};

type Form = ReturnType<typeof useAccountForm>;

/** Where the member is logged in: this device first, each with its kind and its last use. */
export function SessionsSection({ sessions, answer }: { sessions: SessionLine[]; answer: AccountAnswer }) {
  const form = useAccountForm("session", answer);
  const more = sessions.slice(SHOWN);
  return (
    <section className="account-form">
      <h3 className="title-3">{m.frame_account_sessions()}</h3>
      {form.state.alert !== null && <Alert>{form.state.alert}</Alert>}
      {form.isDone && (
        <p className="heard" role="status">
          {m.frame_account_session_ended()}
        </p>
      )}
      <SessionList sessions={sessions.slice(0, SHOWN)} form={form} />
      {more.length > 0 && (
        <details className="sessions-more">
          <summary className="text-link">{m.frame_account_sessions_more({ count: more.length })}</summary>
          <SessionList sessions={more} form={form} />
        </details>
      )}
      <form method="post" action={paths.account}>
        <button className="button button-line" type="submit" name="intent" value="everywhere">
          {m.frame_account_session_everywhere()}
        </button>
      </form>
    </section>
  );
}

function SessionList({ sessions, form }: { sessions: SessionLine[]; form: Form }) {
  return (
    <ul className="sessions">
      {sessions.map((session) => (
        <Session key={session.id} session={session} form={form} />
      ))}
    </ul>
  );
}

function Session({ session, form }: { session: SessionLine; form: Form }) {
  const { id, device, kind, lastUsed, isCurrent } = session;
  const names = [kind === null ? null : KINDS[kind](), device].filter((name) => name !== null);
  const name = names.length === 0 ? m.frame_account_session_unknown() : names.join(", ");
  const { Form } = form.fetcher;
  return (
    <li>
      <AccountIcon name="devices" />
      <span>
        {name}
        {isCurrent && <small>{m.frame_account_session_here()}</small>}
        <small>{m.frame_account_session_used({ date: lastUsed })}</small>
      </span>
      {!isCurrent && (
        <Form method="post" action={paths.account}>
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
        </Form>
      )}
    </li>
  );
}

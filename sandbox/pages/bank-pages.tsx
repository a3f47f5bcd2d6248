import type { ReactNode } from "react";
import { m } from "../../src/messages/messages.js";
import type { BankApplication } from "../bank-applications.ts";
import { BANK_CODE } from "../bank-code.ts";
import type { Session } from "../bank-book.ts";
import { venueOfUrl } from "../venues.ts";
import { euros } from "../words.ts";
import { Account, BankHead, Logo, Order, Outcomes, type PayeeSession, Quit } from "./bank-parts.tsx";
import { BANK_STATUS } from "./names.ts";
import { ForPrograms, Part, Rows, SandboxIcon, VenueName, When } from "./parts.tsx";
import { RegisterPage } from "./register-page.tsx";

type ListProps = { sessions: Session[]; current?: Session; children: ReactNode };

function BankFrame({ sessions, current, children }: ListProps) {
  return (
    <RegisterPage
      at="/bank"
      title={m.sandbox_place_bank()}
      lead={m.sandbox_bank_lead()}
      isOpen={current !== undefined}
      nothing={{ title: m.sandbox_bank_nothing(), hint: m.sandbox_bank_nothing_hint() }}
      rows={sessions.map((session) => (
        <Row key={session.id} session={session} isCurrent={session.id === current?.id} />
      ))}
    >
      {children}
    </RegisterPage>
  );
}

function Row({ session, isCurrent }: { session: Session; isCurrent: boolean }) {
  return (
    <li>
      <a href={`/bank/${session.id}`} aria-current={isCurrent ? "true" : undefined}>
        <b className="figures">{euros(session.orderedMinor)}</b>
        <When at={session.createdAt} />
        <Status session={session} />
        <VenueName slug={venueOfUrl(session.returnUrl)?.slug} />
      </a>
    </li>
  );
}

function Status({ session }: { session: Session }) {
  const { status, receivedMinor: received, orderedMinor: ordered } = session;
  const { name, icon, tone } = BANK_STATUS[status];
  if (status === "payment_created" && received !== null && received !== ordered)
    return (
      <span className="state" data-tone="wait">
        <SandboxIcon name="not-equals" small />
        {m.sandbox_bank_other_amount({ received: euros(received) })}
      </span>
    );
  return (
    <span className="state" data-tone={tone}>
      <SandboxIcon name={icon} small />
      {name()}
    </span>
  );
}

/** All payments, the newest first, and the applications with the accounts that they pay to. */
export function BankListPage({ sessions, applications }: { sessions: Session[]; applications: BankApplication[] }) {
  return (
    <BankFrame sessions={sessions}>
      <div className="stage stage-text">
        <Part id="applications" title={m.sandbox_bank_applications()}>
          <p className="quiet">{m.sandbox_bank_applications_lead()}</p>
          <Rows head={[m.sandbox_column_beneficiary(), m.sandbox_column_account(), m.sandbox_column_application()]}>
            {applications.map(({ application, beneficiary, account }) => (
              <tr key={application}>
                <td className="strong">{beneficiary ?? "–"}</td>
                <td className="figures nowrap">{account ?? "–"}</td>
                <td>
                  <code>{application}</code>
                </td>
              </tr>
            ))}
          </Rows>
        </Part>
        <ForPrograms>{`curl -d '{"outcome":"paid"}' -H 'content-type: application/json' /api/bank/{session_id}`}</ForPrograms>
      </div>
    </BankFrame>
  );
}

type PaymentProps = PayeeSession & { sessions: Session[] };

/** The first page of a payment: choose a bank. */
export function ChooseBankPage({ session, payee, sessions, banks }: PaymentProps & { banks: readonly string[] }) {
  return (
    <BankFrame sessions={sessions} current={session}>
      <div className="stage">
        <div className="bank">
          <BankHead name={m.sandbox_bank_transfer()} session={session} />
          <form className="bank-main" method="post" action={`/bank/${session.id}`}>
            <h2>{m.sandbox_bank_choose()}</h2>
            <p>{m.sandbox_bank_choose_lead()}</p>
            <Order session={session} payee={payee} />
            <ul className="bank-choice">
              {banks.map((bank) => (
                <li key={bank}>
                  <button name="bank" value={bank}>
                    <Logo />
                    {bank}
                    <SandboxIcon name="caret-right" small />
                  </button>
                </li>
              ))}
            </ul>
            <Quit />
          </form>
        </div>
        <Outcomes session={session} />
      </div>
    </BankFrame>
  );
}

/** The bank's own page: the order, the account and the second factor. */
export function ApproveBankPage({ session, payee, sessions, problem }: PaymentProps & { problem: string | null }) {
  return (
    <BankFrame sessions={sessions} current={session}>
      <div className="stage">
        <div className="bank">
          <BankHead name={session.bank ?? m.sandbox_place_bank()} session={session} />
          <form className="bank-main" method="post" action={`/bank/${session.id}`}>
            <h2>{m.sandbox_bank_check()}</h2>
            <p>{m.sandbox_bank_check_lead()}</p>
            {session.status === "payment_pending" ? (
              <p className="bank-note" role="status">
                {m.sandbox_bank_at_work()}
              </p>
            ) : null}
            <Order session={session} payee={payee} />
            <fieldset className="bank-accounts">
              <legend>{m.sandbox_bank_from()}</legend>
              <Account name={m.sandbox_bank_account_current()} ending="4821" minor={231_840n} isChosen />
              <Account name={m.sandbox_bank_account_savings()} ending="7730" minor={904_150n} />
            </fieldset>
            <label className="bank-code">
              <span>{m.sandbox_bank_code({ code: BANK_CODE })}</span>
              <input
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                pattern="[0-9]{6}"
                maxLength={6}
                required
                aria-invalid={problem === null ? undefined : true}
                aria-describedby={problem === null ? undefined : "code-problem"}
              />
            </label>
            {problem === null ? null : (
              <p className="bank-problem" id="code-problem" role="alert">
                {problem}
              </p>
            )}
            <button className="bank-button" name="do" value="approve">
              <SandboxIcon name="lock-simple" small />
              {m.sandbox_bank_approve()}
            </button>
            <Quit />
          </form>
        </div>
        <Outcomes session={session} />
      </div>
    </BankFrame>
  );
}

/** A finished payment. */
export function DonePaymentPage({ session, payee, sessions, back }: PaymentProps & { back: string }) {
  return (
    <BankFrame sessions={sessions} current={session}>
      <div className="stage">
        <div className="bank">
          <BankHead name={session.bank ?? m.sandbox_bank_transfer()} session={session} />
          <div className="bank-main">
            <h2>{m.sandbox_bank_over()}</h2>
            <p className="bank-note">{BANK_STATUS[session.status].name()}</p>
            <Order session={session} payee={payee} />
            <a className="bank-button" href={back}>
              {m.sandbox_bank_back()}
            </a>
          </div>
        </div>
      </div>
    </BankFrame>
  );
}

import { decimalOfMinor } from "../../src/platform/decimal.ts";
import type { BankApplication } from "../bank-applications.ts";
import type { Session } from "../bank-book.ts";
import { Layout, When } from "./layout.tsx";

/** A payment with the application that it is paid to. */
export type PayeeSession = { session: Session; payee: BankApplication | undefined };

/** All payments, the newest first, and the applications with the accounts that they pay to. */
export function BankListPage({ sessions, applications }: { sessions: Session[]; applications: BankApplication[] }) {
  return (
    <Layout title="Bank" at="/bank">
      <h1>The bank</h1>
      <p>Instant transfers by Fintecture. Open one to play its payer: choose a bank, approve, cancel, fail or wait.</p>
      {sessions.length === 0 ? (
        <p>Nobody has asked for a payment.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>Asked for (UTC)</th>
                <th>What for</th>
                <th>Application</th>
                <th>Status</th>
                <th className="number">Amount</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <td className="when">
                    <When at={session.createdAt} />
                  </td>
                  <td>
                    <a href={`/bank/${session.id}`}>{session.communication}</a>
                  </td>
                  <td>{session.application}</td>
                  <td>{session.status}</td>
                  <td className="number">{decimalOfMinor(session.orderedMinor)} €</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h2>Payment applications</h2>
      <p>One for each company, with the account that it pays to. No application sees the payments of another.</p>
      <div className="wrap">
        <table>
          <thead>
            <tr>
              <th>Application</th>
              <th>Beneficiary</th>
              <th>Account</th>
            </tr>
          </thead>
          <tbody>
            {applications.map(({ application, beneficiary, account }) => (
              <tr key={application}>
                <td>{application}</td>
                <td>{beneficiary ?? "not of the demonstration"}</td>
                <td>{account}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Layout>
  );
}

/** The first page of a payment: choose a bank. */
export function ChooseBankPage({ session, payee, banks }: PayeeSession & { banks: readonly string[] }) {
  return (
    <Layout title="Choose your bank">
      <div className="narrow">
        <h1>Choose your bank</h1>
        <Order session={session} payee={payee} />
        <form method="post" action={`/bank/${session.id}`}>
          <ul className="people">
            {banks.map((bank) => (
              <li key={bank}>
                <button name="bank" value={bank}>
                  {bank}
                </button>
              </li>
            ))}
          </ul>
          <button className="quiet" name="do" value="cancel">
            Cancel
          </button>
        </form>
      </div>
    </Layout>
  );
}

/** The bank's own page: the second factor, and everything that can go wrong instead. */
export function ApproveBankPage({ session, payee, problem }: PayeeSession & { problem: string | null }) {
  return (
    <Layout title={session.bank ?? "Bank"}>
      <div className="narrow">
        <h1>{session.bank}</h1>
        <Order session={session} payee={payee} />
        {session.status === "payment_pending" && <p role="status">Your bank is still at work on this transfer.</p>}
        <form method="post" action={`/bank/${session.id}`}>
          {problem !== null && <p role="alert">{problem}</p>}
          <label>
            Code of your bank’s app (here always 123456)
            <input name="code" inputMode="numeric" autoComplete="one-time-code" pattern="[0-9]{6}" required />
          </label>
          <div className="actions">
            <button name="do" value="approve">
              Approve the transfer
            </button>
            <button className="quiet" name="do" value="cancel" formNoValidate>
              Cancel
            </button>
          </div>
          <h2>What may happen instead</h2>
          <div className="row">
            <label>
              Another amount arrives
              <input
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                placeholder={decimalOfMinor(session.orderedMinor)}
              />
            </label>
            <label>
              Another person pays
              <input name="payer" autoComplete="off" placeholder={session.payerName} />
            </label>
          </div>
          <div className="actions">
            <button className="quiet" name="do" value="fail" formNoValidate>
              The transfer fails
            </button>
            <button className="quiet" name="do" value="wait" formNoValidate>
              The bank takes its time
            </button>
          </div>
        </form>
      </div>
    </Layout>
  );
}

/** A finished payment. */
export function DonePaymentPage({ session, payee, back }: PayeeSession & { back: string }) {
  return (
    <Layout title="Payment">
      <div className="narrow">
        <h1>This payment is over</h1>
        <Order session={session} payee={payee} />
        <p>Its status is {session.status}.</p>
        <a className="button" href={back}>
          Back to the site
        </a>
      </div>
    </Layout>
  );
}

function Order({ session, payee }: PayeeSession) {
  return (
    <dl>
      <dt>Amount</dt>
      <dd>
        {decimalOfMinor(session.orderedMinor)} {session.currency}
      </dd>
      <dt>To</dt>
      <dd>{payee?.beneficiary ?? session.application}</dd>
      <dt>For</dt>
      <dd>{session.communication}</dd>
      <dt>From</dt>
      <dd>{session.payerName}</dd>
    </dl>
  );
}

import { decimalOfMinor } from "../../src/platform/decimal.ts";
import type { Session } from "../bank-book.ts";
import { Layout, When } from "./layout.tsx";

/** All payments, the newest first. */
export function BankListPage({ sessions }: { sessions: Session[] }) {
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
                  <td>{session.status}</td>
                  <td className="number">{decimalOfMinor(session.orderedMinor)} €</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Layout>
  );
}

/** The first page of a payment: choose a bank. */
export function ChooseBankPage({ session, banks }: { session: Session; banks: readonly string[] }) {
  return (
    <Layout title="Choose your bank">
      <div className="narrow">
        <h1>Choose your bank</h1>
        <Order session={session} />
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
export function ApproveBankPage({ session, problem }: { session: Session; problem: string | null }) {
  return (
    <Layout title={session.bank ?? "Bank"}>
      <div className="narrow">
        <h1>{session.bank}</h1>
        <Order session={session} />
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
export function DonePaymentPage({ session, back }: { session: Session; back: string }) {
  return (
    <Layout title="Payment">
      <div className="narrow">
        <h1>This payment is over</h1>
        <Order session={session} />
        <p>Its status is {session.status}.</p>
        <a className="button" href={back}>
          Back to the site
        </a>
      </div>
    </Layout>
  );
}

function Order({ session }: { session: Session }) {
  return (
    <dl>
      <dt>Amount</dt>
      <dd>
        {decimalOfMinor(session.orderedMinor)} {session.currency}
      </dd>
      <dt>For</dt>
      <dd>{session.communication}</dd>
      <dt>From</dt>
      <dd>{session.payerName}</dd>
    </dl>
  );
}

import { m } from "../../src/messages/messages.js";
import { decimalOfMinor } from "../../src/platform/decimal.ts";
import type { BankApplication } from "../bank-applications.ts";
import type { Session } from "../bank-book.ts";
import { euros } from "../words.ts";
import { SandboxIcon, type SandboxIconName } from "./parts.tsx";

/** A payment with the application that it is paid to. */
export type PayeeSession = { session: Session; payee: BankApplication | undefined };

export function BankHead({ name, session }: { name: string; session: Session }) {
  return (
    <div className="bank-head">
      <a className="round back" href="/bank" aria-label={m.sandbox_bank_list()}>
        <SandboxIcon name="arrow-left" />
      </a>
      <span className="bank-logo">
        <Logo />
        {name}
      </span>
      <p>
        <SandboxIcon name="lock-simple" small />
        <span>{session.payerName}</span>
      </p>
    </div>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8 20c2.700-6.700 8-10 16-10-1.300 8-6 12-14 12l-2 3z" />
    </svg>
  );
}

export function Order({ session, payee }: PayeeSession) {
  const account = payee?.account ?? null;
  const beneficiary = beneficiaryOf(session, payee);
  return (
    <div className="bank-card">
      <p className="bank-amount">
        {m.sandbox_column_amount()} <b>{euros(session.orderedMinor)}</b>
      </p>
      <dl>
        <div>
          <dt>{m.sandbox_column_beneficiary()}</dt>
          <dd>
            {beneficiary}
            {payee?.beneficiary !== beneficiary ? null : (
              <small>
                <SandboxIcon name="check-circle" small />
                {m.sandbox_bank_name_matches()}
              </small>
            )}
          </dd>
        </div>
        {account === null ? null : (
          <div>
            <dt>IBAN</dt>
            <dd className="figures">{hidden(account)}</dd>
          </div>
        )}
        <div>
          <dt>{m.sandbox_bank_reason()}</dt>
          <dd className="figures">{session.communication}</dd>
        </div>
      </dl>
    </div>
  );
}

/**
 * The holder of the account. The order's text begins with the name that the site has promised to the payer, which
 * counts where the bank knows the application by its id only.
 */
function beneficiaryOf({ communication, application }: Session, payee: BankApplication | undefined): string {
  const promised = /^(.+?)(?: [A-Z0-9]{12}-\d+)? [0-9a-f]{8}$/.exec(communication)?.[1];
  return promised ?? payee?.beneficiary ?? application;
}

export function Account({
  name,
  ending,
  minor,
  isChosen = false,
}: {
  name: string;
  ending: string;
  minor: bigint;
  isChosen?: boolean;
}) {
  return (
    <label>
      <input type="radio" name="account" value={ending} defaultChecked={isChosen} />
      <span>
        <b>{name}</b>
        <small className="figures">•• {ending}</small>
      </span>
      <span className="figures">{euros(minor)}</span>
    </label>
  );
}

export function Quit() {
  return (
    <button className="bank-quit" name="do" value="cancel" formNoValidate>
      {m.sandbox_bank_quit()}
    </button>
  );
}

/** The ways in which a payment can end. They stand below the bank's page, because the user of the sandbox chooses one, not the payer. */
export function Outcomes({ session }: { session: Session }) {
  return (
    <form className="play" method="post" action={`/bank/${session.id}`} aria-label={m.sandbox_play()}>
      <p>{m.sandbox_play()}</p>
      <div className="play-outcomes">
        {OUTCOMES.map(([value, label, icon, tone]) => (
          <button className="outcome" name="do" value={value} data-tone={tone} key={value} formNoValidate>
            <SandboxIcon name={icon} small />
            {label()}
          </button>
        ))}
        <label className="outcome-field">
          {m.sandbox_bank_play_amount()}
          <input
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={decimalOfMinor(session.orderedMinor)}
          />
        </label>
        <label className="outcome-field">
          {m.sandbox_bank_play_payer()}
          <input name="payer" autoComplete="off" placeholder={session.payerName} />
        </label>
      </div>
      <p className="play-note">{m.sandbox_play_note()}</p>
    </form>
  );
}

const OUTCOMES: [string, () => string, SandboxIconName, string][] = [
  ["pay", m.sandbox_bank_play_paid, "check-circle", "ok"],
  ["wait", m.sandbox_bank_play_pending, "hourglass-medium", "wait"],
  ["cancel", m.sandbox_bank_play_cancelled, "x", "bad"],
  ["fail", m.sandbox_bank_play_failed, "prohibit", "bad"],
  ["expire", m.sandbox_bank_play_expired, "clock", "bad"],
];

/** An account number as banks show it: its beginning and its end. */
function hidden(account: string): string {
  return `${account.slice(0, 4)} •••• •••• ${account.slice(-4)}`;
}

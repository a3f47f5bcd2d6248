import { memberPaths } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { PIN_ATTEMPTS_MAX, PIN_LENGTH } from "../pin-rules.ts";
import type { CashlessView } from "../wallet-view.server.ts";
import { Alerts } from "./alerts.tsx";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const FIELD = "wallet-pin";

/**
 * 'My PIN Code' (section 2.7): keys and dots over one real input, which takes what is typed, pasted, or filled in by a manager of passwords. The input
 * has no name, so that no form can ever send what stands in it; the name beside it is not the log-in's, so that neither password takes
 * the other's place. Nothing takes a digit before the script that seals it is there.
 */
export function Keypad({ view, alert }: { view: CashlessView; alert: string | null }) {
  return (
    <form className="pin" method="post" action={memberPaths.wallet} data-pin data-site={view.siteId} autoComplete="off">
      <h3 className="title-3">{m.wallet_pin_title()}</h3>
      <p className="small quiet">{view.title}</p>
      <Alerts texts={{ failed: m.wallet_pin_failed(), offline: m.wallet_offline() }} said={alert} />
      <AttemptsLeft left={view.attemptsLeft} />
      <input
        className="heard"
        type="text"
        autoComplete="username"
        value={`PIN ${view.email}`}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <label className="pin-dots" htmlFor={FIELD} data-length="0">
        <span className="heard">{m.wallet_pin_label()}</span>
        <input
          id={FIELD}
          type="password"
          inputMode="numeric"
          autoComplete="current-password"
          pattern="[0-9]*"
          maxLength={PIN_LENGTH}
          aria-describedby="wallet-pin-left"
          data-pin-field
          disabled
        />
        {KEYS.slice(0, PIN_LENGTH).map((key) => (
          <i key={key} aria-hidden="true" />
        ))}
      </label>
      <div className="pin-pad" role="group" aria-label={m.wallet_pin_keys()}>
        {KEYS.map((key) => (
          <button className="pin-key" type="button" data-key={key} key={key} disabled>
            {key}
          </button>
        ))}
        <span />
        <button className="pin-key" type="button" data-key="0" disabled>
          0
        </button>
        <button className="pin-key is-plain" type="button" data-key="back" aria-label={m.wallet_pin_back()} disabled>
          <Icon name="backspace" />
        </button>
      </div>
      <p className="heard" role="status" data-pin-count data-words={m.wallet_pin_count({ count: "#" })} />
      <p className="unscripted pin-unscripted">{m.wallet_needs_script()}</p>
    </form>
  );
}

/** Says how many tries are left once one was wrong; the script shows the line that fits. */
function AttemptsLeft({ left }: { left: number }) {
  const counts = Array.from({ length: PIN_ATTEMPTS_MAX - 1 }, (_, at) => at + 1);
  return (
    <p className="small pin-left" id="wallet-pin-left">
      <span data-attempts={0} hidden>
        {m.wallet_pin_blocked()}
      </span>
      {counts.map((count) => (
        <span key={count} data-attempts={count} hidden={count !== left}>
          {count === 1 ? m.wallet_pin_left_one() : m.wallet_pin_left({ count })}
        </span>
      ))}
    </p>
  );
}

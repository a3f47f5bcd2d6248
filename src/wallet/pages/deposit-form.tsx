import { memberPaths } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { DepositView } from "../open-view.server.ts";
import { Alerts } from "./alerts.tsx";

type DepositFormProps = { deposit: Extract<DepositView, { state: "open" }>; siteId: number };

/** 'Deposit' (section 2.7): an amount, six keys for usual ones, the way of paying with the name to expect, 'Continue'. */
export function DepositForm({ deposit, siteId }: DepositFormProps) {
  const { initial, presets, minimum, maximum, roomMinor, beneficiary, returnUrl } = deposit;
  return (
    <form
      className="deposit"
      method="post"
      action={memberPaths.wallet}
      data-deposit
      data-site={siteId}
      data-room={roomMinor}
      data-return={returnUrl}
      noValidate
    >
      <h3>{m.wallet_deposit()}</h3>
      <div className="deposit-amount-place">
        <label className="deposit-amount">
          <span className="heard">{m.wallet_amount_label()}</span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={20}
            defaultValue={initial}
            aria-describedby="deposit-range deposit-problem"
            data-amount
          />
          <span aria-hidden="true">€</span>
        </label>
        <p className="small quiet figures" id="deposit-range">
          {m.wallet_range({ minimum, maximum })}
        </p>
        <p className="field-problem" id="deposit-problem" aria-live="polite">
          {(["not-an-amount", "unclear-thousands", "below-minimum", "above-maximum"] as const).map((problem) => (
            <span key={problem} data-amount-problem={problem} hidden>
              <Icon name="warning-circle" small />
              {problemWords({ minimum, maximum })[problem]}
            </span>
          ))}
        </p>
      </div>
      <div className="deposit-keys" role="group" aria-label={m.wallet_presets()}>
        {presets.map(({ value, label, isPossible }) => (
          <button
            className="deposit-key figures"
            type="button"
            key={value}
            data-preset={value}
            disabled={!isPossible}
            aria-pressed={value === initial}
          >
            {m.wallet_preset({ amount: label })}
          </button>
        ))}
      </div>
      <section className="deposit-way">
        <h4>{m.wallet_payment()}</h4>
        <div className="deposit-transfer">
          <Icon name="bank" />
          <span>
            <b>{m.wallet_transfer()}</b>
            <span className="small quiet">{m.wallet_transfer_text()}</span>
          </span>
          <Icon name="check" />
        </div>
        <p className="small quiet">
          {m.wallet_beneficiary()} <b>{beneficiary}</b>
        </p>
      </section>
      <Alerts
        texts={{ init: m.wallet_init_error(), other: m.wallet_order_unreadable(), offline: m.wallet_offline() }}
      />
      <button className="button button-venue" type="submit" data-deposit-go>
        <span>{m.wallet_continue()}</span>
      </button>
    </form>
  );
}

function problemWords({ minimum, maximum }: { minimum: string; maximum: string }) {
  return {
    "not-an-amount": m.wallet_amount_invalid(),
    "unclear-thousands": m.wallet_amount_unclear(),
    "below-minimum": m.wallet_amount_below({ minimum }),
    "above-maximum": m.wallet_amount_above({ maximum }),
  };
}

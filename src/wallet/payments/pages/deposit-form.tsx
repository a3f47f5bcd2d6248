import { type FormEvent, useState } from "react";
import { getLocale } from "../../../messages/runtime.js";
import { m } from "../../../messages/messages.js";
import { AccountIcon } from "../../../ui/icons/account-icon.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { amountTyped, depositProblem, type AmountProblem } from "../../amount.ts";
import type { DepositView } from "../../open-view.server.ts";
import { WalletAlert } from "../../pages/alert.tsx";
import type { Order } from "./use-order.ts";

type DepositFormProps = { deposit: Extract<DepositView, { state: "open" }>; order: Order };

/**
 * The top-up form: an amount, six presets, the payment method with the beneficiary's name, and 'Continue'. Problems are
 * shown while typing. 'Continue' sends once and shows at once that it is working.
 */
export function DepositForm({ deposit, order }: DepositFormProps) {
  const { initial, presets, minimum, maximum, availableMinor, beneficiary } = deposit;
  const [text, setText] = useState(initial);
  const typed = amountTyped(text, getLocale());
  const problem = typeof typed === "bigint" ? depositProblem(typed, BigInt(availableMinor)) : typed;
  const isWorking = order.status !== "idle";
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typeof typed === "bigint" && problem === null && !isWorking) void order.start(typed);
  };
  return (
    <form className="deposit" noValidate aria-busy={isWorking} onSubmit={send}>
      <h3>{m.wallet_deposit()}</h3>
      <div className="deposit-amount-place">
        <label className="deposit-amount">
          <span className="heard">{m.wallet_amount_label()}</span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            value={text}
            readOnly={isWorking}
            aria-invalid={problem !== null || undefined}
            aria-describedby="deposit-range deposit-problem"
            onChange={({ target }) => setText(target.value)}
          />
          <span aria-hidden="true">€</span>
        </label>
        <p className="small quiet figures" id="deposit-range">
          {m.wallet_range({ minimum, maximum })}
        </p>
        <p className="field-problem" id="deposit-problem" aria-live="polite">
          {problem !== null && text.trim() !== "" && (
            <span>
              <Icon name="warning-circle" small />
              {problemWords(problem, { minimum, maximum })}
            </span>
          )}
        </p>
      </div>
      <Presets presets={presets} typed={typed} onPick={(value) => isWorking || setText(value)} />
      <PaymentMethod beneficiary={beneficiary} />
      <WalletAlert text={order.problem} />
      <button className="button button-venue" type="submit" disabled={problem !== null} aria-disabled={isWorking}>
        <span>{isWorking ? m.wallet_asking() : m.wallet_continue()}</span>
      </button>
      <p className="small quiet deposit-silent" role="status">
        {order.status === "silent" && m.wallet_bank_silent_form()}
      </p>
    </form>
  );
}

type PresetsProps = Pick<DepositFormProps["deposit"], "presets"> & {
  typed: bigint | AmountProblem;
  onPick: (value: string) => void;
};

function Presets({ presets, typed, onPick }: PresetsProps) {
  return (
    <div className="deposit-keys" role="group" aria-label={m.wallet_presets()}>
      {presets.map(({ value, label, isPossible }) => (
        <button
          className="deposit-key figures"
          type="button"
          key={value}
          disabled={!isPossible}
          aria-pressed={typed === BigInt(value) * 100n}
          onClick={() => onPick(value)}
        >
          {m.wallet_preset({ amount: label })}
        </button>
      ))}
    </div>
  );
}

function PaymentMethod({ beneficiary }: { beneficiary: string }) {
  return (
    <section className="deposit-way">
      <h4>{m.wallet_payment()}</h4>
      <div className="deposit-transfer">
        <Icon name="bank" />
        <span>
          <b>{m.wallet_transfer()}</b>
          <span className="small quiet">{m.wallet_transfer_text()}</span>
        </span>
        <AccountIcon name="check" />
      </div>
      <p className="small quiet">
        {m.wallet_beneficiary()} <b>{beneficiary}</b>
      </p>
    </section>
  );
}

function problemWords(problem: AmountProblem, { minimum, maximum }: { minimum: string; maximum: string }): string {
  switch (problem) {
    case "not-an-amount":
      return m.wallet_amount_invalid();
    case "unclear-thousands":
      return m.wallet_amount_unclear();
    case "below-minimum":
      return m.wallet_amount_below({ minimum });
    case "above-maximum":
      return m.wallet_amount_above({ maximum });
  }
}

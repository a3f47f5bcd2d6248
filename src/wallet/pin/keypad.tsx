import { type ClipboardEvent, type FormEvent, type InputEvent, useEffect, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { useHydrated } from "../../ui/hooks/use-server-markup.ts";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import { PIN_ATTEMPTS_MAX, PIN_LENGTH } from "./rules.ts";
import { WalletAlert } from "../pages/alert.tsx";
import { useKeypad } from "./use-keypad.ts";
import type { Wallet } from "../pages/use-wallet.ts";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const FIELD = "wallet-pin";
/** The dots light one after the other, even when the whole PIN arrives at once. */
const LIGHT_MS = 70;

/**
 * The keypad: buttons and dots over one real input, which accepts typing, pasting and password managers (WCAG 3.3.8).
 * The input has no name and no state, so no form and no router can send or store its value. The username beside it
 * differs from the log-in's, so a password manager keeps the two apart.
 */
export function Keypad({ wallet }: { wallet: Wallet }) {
  const field = useRef<HTMLInputElement>(null);
  const keypad = useKeypad(field, wallet);
  const { view } = wallet;
  const isReady = useHydrated();
  const isStill = !isReady || keypad.isWaiting;
  const lit = useLit(keypad.length);
  return (
    <form
      className="pin"
      data-waiting={keypad.isWaiting || undefined}
      autoComplete="off"
      aria-busy={keypad.isWaiting}
      onSubmit={(event: FormEvent) => event.preventDefault()}
    >
      <h3 className="title-3">{m.wallet_pin_title()}</h3>
      <p className="small quiet">{view.title}</p>
      <WalletAlert text={keypad.problem} />
      <AttemptsLeft left={keypad.attemptsLeft} />
      <input
        className="heard"
        type="text"
        autoComplete="username"
        value={`PIN ${view.email}`}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <label className="pin-dots" htmlFor={FIELD} data-length={lit}>
        <span className="heard">{m.wallet_pin_label()}</span>
        <input
          ref={field}
          id={FIELD}
          type="password"
          inputMode="numeric"
          autoComplete="current-password"
          pattern="[0-9]*"
          maxLength={PIN_LENGTH}
          aria-describedby="wallet-pin-left"
          disabled={!isReady}
          onBeforeInput={refuseLetters}
          onChange={keypad.onWritten}
          onPaste={(event: ClipboardEvent) => {
            event.preventDefault();
            keypad.onPasted(event.clipboardData.getData("text"));
          }}
        />
        {KEYS.slice(0, PIN_LENGTH).map((key) => (
          <i key={key} aria-hidden="true" />
        ))}
      </label>
      <Keys isStill={isStill} press={keypad.press} />
      <p className="heard" role="status">
        {keypad.length === 0 ? "" : m.wallet_pin_count({ count: keypad.length })}
      </p>
      <p className="pin-unscripted">{m.wallet_needs_script()}</p>
    </form>
  );
}

type KeysProps = { isStill: boolean; press: (key: string) => void };

function Keys({ isStill, press }: KeysProps) {
  const isReady = useHydrated();
  return (
    <div className="pin-pad" role="group" aria-label={m.wallet_pin_keys()}>
      {KEYS.map((key) => (
        <Key key={key} name={key} isStill={isStill} press={press} />
      ))}
      <span />
      <Key name="0" isStill={isStill} press={press} />
      <button
        className="pin-key is-plain"
        type="button"
        aria-label={m.wallet_pin_back()}
        disabled={!isReady}
        aria-disabled={isStill}
        onClick={() => press("back")}
      >
        <AccountIcon name="backspace" />
      </button>
    </div>
  );
}

/** Stays focusable while the PIN is being checked. */
function Key({ name, isStill, press }: KeysProps & { name: string }) {
  const isReady = useHydrated();
  return (
    <button className="pin-key" type="button" disabled={!isReady} aria-disabled={isStill} onClick={() => press(name)}>
      {name}
    </button>
  );
}

function refuseLetters(event: InputEvent<HTMLInputElement>): void {
  const { data } = event.nativeEvent as unknown as { data: string | null };
  if (data !== null && data.length === 1 && /[^0-9]/.test(data)) event.preventDefault();
}

/** How many dots are lit. Digits that come together light their dots one after the other. */
function useLit(length: number): number {
  const [lit, setLit] = useState(0);
  useEffect(() => {
    if (lit === length) return;
    const timer = setTimeout(() => setLit(lit < length ? lit + 1 : length), lit < length ? LIGHT_MS : 0);
    return () => clearTimeout(timer);
  }, [lit, length]);
  return Math.min(length, lit + 1);
}

/** Says how many attempts are left, once one was wrong. */
function AttemptsLeft({ left }: { left: number }) {
  const words = left === 1 ? m.wallet_pin_left_one() : m.wallet_pin_left({ count: left });
  return (
    <p className="small pin-left" id="wallet-pin-left" role="status">
      {left < PIN_ATTEMPTS_MAX ? words : ""}
    </p>
  );
}

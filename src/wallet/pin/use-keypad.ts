import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { PIN_LENGTH } from "./rules.ts";
import { encryptPin } from "./encrypt-pin.ts";
import { leaveForLogIn, type Wallet } from "../pages/use-wallet.ts";
import { refusalWords } from "../pages/wallet-calls.ts";

const DIGITS = new RegExp(`^[0-9]{0,${PIN_LENGTH}}$`);
/** The codes of `error_details` that close the keypad: the PIN is blocked, or the card is in a machine. */
const CLOSED = [3001, 3002];
const TIMEOUT_MS = 10_000;

type Answer = {
  unlock?: string;
  error?: unknown;
  error_details?: { code?: number; attempts_left?: number };
};

export type Keypad = {
  /** The number of digits in the field. */
  length: number;
  isWaiting: boolean;
  problem: string | null;
  attemptsLeft: number;
  press: (key: string) => void;
  /** Called after typing, pasting or filling in. */
  onWritten: () => void;
  onPasted: (text: string) => void;
};

/**
 * The keypad's logic. Buttons, keyboard, paste and password managers write into one field; its fourth digit sends the
 * PIN. The PIN is stored nowhere else.
 */
export function useKeypad(field: RefObject<HTMLInputElement | null>, { view, alert, refresh, unlock }: Wallet): Keypad {
  const isSending = useRef(false);
  const [length, setLength] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(alert);
  const [attemptsLeft, setAttemptsLeft] = useState(view.attemptsLeft);

  async function send(pin: string): Promise<void> {
    isSending.current = true;
    setWaiting(true);
    setProblem(null);
    try {
      const answer = await askToOpen(pin, view.siteId);
      if (answer.status === 401) return leaveForLogIn();
      const body = (await answer.json()) as Answer;
      if (answer.ok && body.unlock !== undefined) await unlock(body.unlock);
      else await refused(body);
    } catch {
      setProblem(navigator.onLine ? m.wallet_pin_failed() : m.wallet_offline());
    } finally {
      isSending.current = false;
      setWaiting(false);
      write("");
    }
  }

  async function refused({ error, error_details: details }: Answer): Promise<void> {
    const left = details?.attempts_left;
    if (left === 0 || CLOSED.includes(details?.code ?? 0)) return void (await refresh());
    if (left !== undefined) setAttemptsLeft(left);
    setProblem(refusalWords(error) ?? m.wallet_pin_failed());
  }

  function write(value: string): void {
    put(field.current, value);
    onWritten();
  }

  /** Clears what is not digits, such as another password filled in by a manager; that does not count as an attempt. */
  function onWritten(): void {
    const input = field.current;
    if (input === null) return;
    if (!DIGITS.test(input.value) || (isSending.current && input.value.length !== PIN_LENGTH)) put(input, "");
    setLength(input.value.length);
    if (input.value.length === PIN_LENGTH && !isSending.current) void send(input.value);
  }

  function press(key: string): void {
    const input = field.current;
    if (input === null || isSending.current) return;
    write(key === "back" ? input.value.slice(0, -1) : (input.value + key).slice(0, PIN_LENGTH));
  }

  function onPasted(text: string): void {
    const digits = text.replaceAll(/\s/g, "");
    if (!isSending.current && digits.length === PIN_LENGTH && DIGITS.test(digits)) write(digits);
  }

  useTypedAnywhere(field, press);
  return { length, isWaiting, problem, attemptsLeft, press, onWritten, onPasted };
}

function put(input: HTMLInputElement | null, value: string): void {
  if (input !== null) input.value = value;
}

/**
 * Sends digits typed anywhere in the sheet to the field. The field takes the focus on devices with a fine pointer only:
 * on a phone the on-screen keyboard would cover the keypad.
 */
function useTypedAnywhere(field: RefObject<HTMLInputElement | null>, press: (key: string) => void): void {
  const type = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isInSheet = target instanceof Element && field.current?.closest("dialog")?.contains(target) === true;
    if (!isInSheet || target instanceof HTMLInputElement || ctrlKey || metaKey || altKey) return;
    if (/^[0-9]$/.test(key)) press(key);
    else if (key === "Backspace") press("back");
  });
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
    document.addEventListener("keydown", type);
    return () => document.removeEventListener("keydown", type);
  }, [field]);
}

async function askToOpen(pin: string, siteId: number): Promise<Response> {
  const box = await encryptPin(pin, siteId);
  if (typeof box !== "string") return box;
  return fetch(`/api/users/account/cashless/${siteId}/${box}`, {
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

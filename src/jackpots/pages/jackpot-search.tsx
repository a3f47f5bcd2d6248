import * as paths from "../../venues/paths.ts";
import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";

/** Milliseconds without typing before the machine is looked up. */
const PAUSE_MS = 300;

type JackpotSearchProps = { slot: number | null; search: (typed: string, isAgain: boolean) => void };

/**
 * Looks up a machine by its number: after a short pause, or at once on Enter. Without script the form loads its page.
 */
export function JackpotSearch({ slot, search }: JackpotSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // After a click on a tab the field is reset, but never while the visitor types in it.
    if (field.current !== null && field.current !== document.activeElement) field.current.value = String(slot ?? "");
  }, [slot]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const look = (isAgain: boolean) => {
    clearTimeout(pause.current);
    search(field.current?.value ?? "", isAgain);
  };
  return (
    <search>
      <Form
        className="jackpots-search"
        action={paths.jackpots}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          look(true);
        }}
      >
        <label htmlFor="slot">{m.jackpots_search()}</label>
        <span className="jackpots-field">
          <input
            ref={field}
            id="slot"
            name="slot"
            inputMode="numeric"
            pattern="[0-9]{1,9}"
            autoComplete="off"
            enterKeyHint="search"
            placeholder={m.jackpots_search_placeholder()}
            title={m.jackpots_search_invalid()}
            aria-describedby="slot-hint"
            defaultValue={slot ?? ""}
            onChange={() => {
              clearTimeout(pause.current);
              pause.current = setTimeout(() => look(false), PAUSE_MS);
            }}
          />
          <button className="round" type="submit" aria-label={m.jackpots_search_go()}>
            <Icon name="magnifying-glass" small />
          </button>
        </span>
        <p className="small quiet" id="slot-hint">
          <span className="when-valid">{m.jackpots_search_hint()}</span>
          <span className="when-invalid">{m.jackpots_search_invalid()}</span>
        </p>
      </Form>
    </search>
  );
}

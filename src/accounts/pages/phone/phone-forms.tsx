import { type ClipboardEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from "react";
import { m } from "../../../messages/messages.js";
import { ChoiceField, CodeField, TextField } from "../../../ui/forms/field.tsx";
import { OTP_LENGTH, PHONE_INPUT_MAX } from "../../limits.ts";
import { looksLikeMobile, type PhoneCountry } from "../../phone/shapes.ts";
import { CurrentPasswordField } from "../../forms/current-password-field.tsx";
import { Flag } from "../../forms/flag.tsx";
import { focusOf, type FormState } from "../../forms/form-state.ts";
import type { ProofWays } from "../../reauthentication/proof-ways.server.ts";
import { MemberForm, Submit } from "../../forms/member-form.tsx";
import { useCountryBeside } from "../../forms/use-country-beside.ts";
import { useSeconds } from "../../forms/use-seconds.ts";
import { ProviderLinks } from "../reauthentication/provider-links.tsx";
import type { Route } from "./+types/phone.route.ts";

type NumberView = Pick<
  Route.ComponentProps["loaderData"],
  "countries" | "countryNames" | "home" | "asksOptins" | "ways"
> & { state: FormState };

/** The form for the number, its country by flag, and what is asked before the code is sent. */
export function NumberForm({ state, countries, countryNames, home, asksOptins, ways }: NumberView) {
  const focus = focusOf(state, ["device", "current_password"]);
  const fieldRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLSelectElement>(null);
  const initial = state.values["country"] ?? home;
  const { country, choose, follow } = useCountryBeside({ fieldRef, listRef, countries, home, initial });
  const [isEmptied, setEmptied] = useState(false);
  return (
    <MemberForm state={state} proof="always" isReady={hasMobile}>
      <TextField
        ref={fieldRef}
        name="device"
        type="tel"
        inputMode="tel"
        label={m.account_phone_number()}
        autoComplete="tel"
        maxLength={PHONE_INPUT_MAX}
        defaultValue={state.values["device"]}
        problem={state.problems["device"] ?? (isEmptied ? m.members_required() : undefined)}
        isFocused={focus === "device"}
        help={m.account_phone_countries({ countries: countryNames })}
        before={<CountryPicker countries={countries} country={country} listRef={listRef} choose={choose} />}
        onInput={({ currentTarget: { value } }) => {
          setEmptied(value === "");
          follow();
        }}
        required
      />
      {ways?.hasPassword === true && (
        <CurrentPasswordField
          state={state}
          name="current_password"
          label={m.account_phone_password()}
          isFocused={focus === "current_password"}
        />
      )}
      {asksOptins && (
        <ChoiceField
          name="optins"
          label={m.account_phone_optin()}
          value={state.values["optins"]}
          isOptional
          options={[
            { value: "yes", label: m.account_phone_yes() },
            { value: "no", label: m.account_phone_no() },
          ]}
        />
      )}
      <Submit label={m.account_phone_submit()} />
      {ways !== null && <OtherProofs ways={ways} />}
    </MemberForm>
  );
}

/** Without a password the main button sends a code to the old number. */
function OtherProofs({ ways: { hasPassword, phone, providers } }: { ways: ProofWays }) {
  if (!hasPassword && providers.length === 0) return null;
  return (
    <div className="proof-ways">
      <p className="quiet">{hasPassword ? m.account_fresh_other() : m.account_phone_lost()}</p>
      {hasPassword && phone !== null && (
        <button className="button button-line" type="submit" name="intent" value="leave" formNoValidate>
          {m.account_fresh_code({ phone })}
        </button>
      )}
      <ProviderLinks providers={providers} />
    </div>
  );
}

/** The button is enabled for a plausible number of an offered country. */
function hasMobile(form: HTMLFormElement): boolean {
  const [device, country] = ["device", "country"].map((name) => form.elements.namedItem(name));
  if (!(device instanceof HTMLInputElement) || !(country instanceof HTMLSelectElement)) return true;
  return country.value !== "" && looksLikeMobile(device.value, country.value);
}

type CountryView = {
  countries: PhoneCountry[];
  country: string;
  listRef: RefObject<HTMLSelectElement | null>;
  choose: (code: string) => void;
};

/**
 * A native list of countries under the flag and calling code of the chosen one. Its entry without a name cannot be chosen; it stands
 * for a number of a country that is not offered.
 */
function CountryPicker({ countries, country, listRef, choose }: CountryView) {
  return (
    <div className="phone-country">
      <select
        ref={listRef}
        name="country"
        aria-label={m.account_phone_country()}
        defaultValue={country}
        autoComplete="tel-country-code"
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="" disabled hidden>
          {m.account_phone_country_other()}
        </option>
        {countries.map(({ code, name, calling }) => (
          <option key={code} value={code}>
            {name} (+{calling})
          </option>
        ))}
      </select>
      {countries.map(({ code, calling }) => (
        <span key={code} data-country={code} data-chosen={code === country ? "" : undefined} aria-hidden="true">
          <Flag country={code} />+{calling}
        </span>
      ))}
      <span data-country="" data-chosen={country === "" ? "" : undefined} aria-hidden="true">
        <span className="flag" />
      </span>
    </div>
  );
}

/** The fields that the code form carries along: for the check, for another code and for the way back. */
const CARRIED = ["device", "country", "optins", "device_token", "purpose"];
type CodeView = { state: FormState; goBack: () => boolean };

/** The form for the code: one field, sent when it is complete. Another code can be had after a minute. */
export function CodeForm({ state, goBack }: CodeView) {
  const { values } = state;
  const carried = Object.fromEntries(CARRIED.map((name) => [name, values[name] ?? ""]));
  // This code went to the old number; the new number gets its own afterwards.
  const isLeaving = values["purpose"] === "leave_phone";
  return (
    <>
      <MemberForm state={state} {...(isLeaving ? { proof: "always" as const } : {})}>
        <Hidden values={{ ...carried, intent: "verify" }} />
        <Code state={state} />
        <Submit label={m.account_phone_verify()} />
      </MemberForm>
      <div className="phone-more">
        <MemberForm state={state} proof="always">
          <Hidden values={{ ...carried, intent: "resend" }} />
          <ResendButton state={state} />
        </MemberForm>
        <MemberForm state={state}>
          <Hidden values={{ ...carried, intent: "other" }} />
          <button
            className="text-link"
            type="submit"
            name="to_step"
            value="1"
            onClick={(event) => goBack() && event.preventDefault()}
          >
            {m.account_phone_other()}
          </button>
        </MemberForm>
      </div>
    </>
  );
}

/** The code's field. A wrong code is cleared; pasted text that is not all digits is ignored. */
function Code({ state }: { state: FormState }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.problems["otp"] === undefined || ref.current === null) return;
    ref.current.value = "";
    ref.current.focus();
  }, [state]);
  const refuseWords = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text").replaceAll(/\s/g, "");
    event.preventDefault();
    if (!/^\d{1,4}$/.test(text)) return;
    event.currentTarget.value = text;
    sendComplete(event);
  };
  return (
    <CodeField
      ref={ref}
      name="otp"
      label={m.account_phone_code_label()}
      length={OTP_LENGTH}
      problem={state.problems["otp"]}
      isFocused
      onPaste={refuseWords}
      onInput={sendComplete}
    />
  );
}

function sendComplete({ currentTarget: field }: InputEvent<HTMLInputElement> | ClipboardEvent<HTMLInputElement>): void {
  if (/^\d{4}$/.test(field.value)) field.form?.requestSubmit();
}

/** The button for another code, which shows how long to wait for it. */
function ResendButton({ state }: { state: FormState }) {
  const wait = Number(state.values["wait"] ?? 0);
  const left = useSeconds(wait, state);
  return (
    <button
      className="button button-quiet button-small"
      type="submit"
      disabled={left > 0}
      data-wait={wait > 0 ? wait : undefined}
    >
      {left > 0 ? m.account_phone_resend_in({ seconds: left }) : m.account_phone_resend()}
    </button>
  );
}

function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

import { m } from "../../paraglide/messages.js";
import { ChoiceField, CodeField, PasswordField, TextField } from "../../ui/field.tsx";
import { OTP_LENGTH, PHONE_INPUT_MAX } from "../contract.ts";
import { Flag } from "./flag.tsx";
import type { PhoneCountry } from "../phone-shapes.ts";
import { focusOf, type FormState } from "./form-state.ts";
import { MemberForm, Submit } from "./member-form.tsx";

type NumberView = {
  state: FormState;
  countries: PhoneCountry[];
  /** The names of the countries, for whoever has a number of another. */
  countryNames: string;
  /** The site's own country. */
  home: string;
  /** Whether a code lives whose screen this form was opened from: the way forward leads to it. */
  hasCode: boolean;
  /** Whether the opt-ins are asked for before the code is sent (G63); the answer is optional. */
  asksOptins: boolean;
  /** Whoever changes a number proves to be its holder: by the password where there is one. */
  asksPassword: boolean;
};

/** The number, its country by its flag, and what is asked before the code is sent (section 2.6, PhoneDefine). */
export function NumberForm(view: NumberView) {
  const { state, countries, countryNames, home, hasCode, asksOptins, asksPassword } = view;
  const focus = focusOf(state, ["device", "current_password"]);
  return (
    <MemberForm state={state} proof="always">
      <TextField
        name="device"
        type="tel"
        inputMode="tel"
        label={m.account_phone_number()}
        autoComplete="tel"
        maxLength={PHONE_INPUT_MAX}
        defaultValue={state.values["device"]}
        problem={state.problems["device"]}
        isFocused={focus === "device"}
        help={m.account_phone_countries({ countries: countryNames })}
        before={<CountryPicker countries={countries} home={home} value={state.values["country"]} />}
        data-phone
        required
      />
      {asksPassword && (
        <PasswordField
          name="current_password"
          label={m.account_phone_password()}
          autoComplete="current-password"
          problem={state.problems["current_password"]}
          isFocused={focus === "current_password"}
          showLabel={m.account_password_show()}
          hideLabel={m.account_password_hide()}
          required
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
      {hasCode && (
        <button type="submit" name="intent" value="code" hidden data-forward data-unproven>
          {m.account_phone_code()}
        </button>
      )}
    </MemberForm>
  );
}

type CountryView = { countries: PhoneCountry[]; home: string; value: string | undefined };

/**
 * A real list of countries under a flag and a calling code: the style shows those of the one that is chosen. The one without a name,
 * which nobody can choose, stands for a number of a country that is not among them.
 */
function CountryPicker({ countries, home, value }: CountryView) {
  return (
    <div className="phone-country" data-step="1">
      <select
        name="country"
        aria-label={m.account_phone_country()}
        defaultValue={value}
        autoComplete="tel-country-code"
        data-home={home}
      >
        <option value="" disabled hidden>
          {m.account_phone_country_other()}
        </option>
        {countries.map(({ code, name, calling }) => (
          <option key={code} value={code} data-calling={calling}>
            {name} (+{calling})
          </option>
        ))}
      </select>
      {countries.map(({ code, calling }) => (
        <span key={code} data-country={code} aria-hidden="true">
          <Flag country={code} />+{calling}
        </span>
      ))}
      <span data-country="" aria-hidden="true">
        <span className="flag" />
      </span>
    </div>
  );
}

/** What goes along with the code's screen: for the check, for another code and for the way back. */
const CARRIED = ["device", "country", "optins", "device_token", "purpose"];

/** The code: one field, sent as soon as it is complete; another code a minute later. */
export function CodeForm({ state }: { state: FormState }) {
  const { values } = state;
  const carried = Object.fromEntries(CARRIED.map((name) => [name, values[name] ?? ""]));
  // The code came to the old number; the new one gets its own after it.
  const isLeaving = values["purpose"] === "leave_phone";
  const waitSeconds = Number(values["wait"] ?? 0);
  return (
    <>
      <MemberForm state={state} {...(isLeaving ? { proof: "always" as const } : {})}>
        <Hidden values={{ ...carried, intent: "verify" }} />
        <CodeField
          name="otp"
          label={m.account_phone_code_label()}
          length={OTP_LENGTH}
          problem={state.problems["otp"]}
          isFocused
          data-code
        />
        <Submit label={m.account_phone_verify()} />
      </MemberForm>
      <div className="phone-more" data-step="2">
        <MemberForm state={state} proof="always">
          <Hidden values={{ ...carried, intent: "resend" }} />
          <button
            className="button button-quiet button-small"
            type="submit"
            data-wait={waitSeconds > 0 ? waitSeconds : undefined}
            data-wait-label={m.account_phone_resend_in({ seconds: "{seconds}" })}
          >
            {m.account_phone_resend()}
          </button>
        </MemberForm>
        <MemberForm state={state}>
          <Hidden values={{ ...carried, intent: "other" }} />
          <button className="text-link" type="submit" name="to_step" value="1">
            {m.account_phone_other()}
          </button>
        </MemberForm>
      </div>
    </>
  );
}

function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

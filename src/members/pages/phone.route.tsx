import type { RouterContextProvider } from "react-router";
import { m } from "../../paraglide/messages.js";
import { asksForOptins } from "../optin-question.server.ts";
import {
  countryBeside,
  countryNames,
  internationalNumber,
  phoneCountries,
  readableNumber,
  type PhoneCountry,
} from "../phone-countries.server.ts";
import { secondsToNextCode } from "../phone-codes.server.ts";
import { heldCode } from "../phone-visit.server.ts";
import { Success } from "./account-page.tsx";
import { formAnswer } from "./form-answer.server.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import { loggedInRequest } from "./member-request.server.ts";
import { phoneAction } from "./phone-actions.server.ts";
import { CodeForm, NumberForm } from "./phone-forms.tsx";
import { codeValues, NUMBER_FIELDS, numberTyped, type PhoneRequest } from "./phone-screens.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";
import type { Route } from "./+types/phone.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /phone-define (sections 2.6 and 4): the number's form, or the code's screen as long as its code lives. */
export async function loader({ context, request: raw }: Route.LoaderArgs) {
  const request = await phoneRequest(context, raw);
  const answered = context.get(formAnswer);
  const state = answered === EMPTY_FORM ? stateHeld(request.held) : answered;
  await (state.values["screen"] === "code" ? showCodePage(request, state) : showNumberPage(request, state));
  return null;
}

export async function action({ context, request: raw }: Route.ActionArgs) {
  return phoneAction(context, await phoneRequest(context, raw));
}

async function phoneRequest(context: Readonly<RouterContextProvider>, raw: Request): Promise<PhoneRequest> {
  const request = loggedInRequest(context, "PhoneDefine");
  return { ...request, held: await heldCode(request.world, request.member, raw) };
}

/** What the page was before it was loaded anew. */
function stateHeld(held: PhoneRequest["held"]): FormState {
  if (held === null) return EMPTY_FORM;
  const { isAside, ...screen } = held;
  return { ...EMPTY_FORM, values: isAside ? numberTyped(screen) : codeValues(screen) };
}

async function showNumberPage(request: PhoneRequest, state: FormState): Promise<void> {
  const { world, venue, locale, member, held } = request;
  const { mobilePhone } = member;
  const asksOptins = await asksForOptins(world, venue, member);
  const countries = phoneCountries(world, locale);
  const country = countryBeside(countries, state.values["device"] ?? "", state.values["country"] ?? venue.country);
  request.page.style += chosenCountryRules(countries);
  await showFormPage(request, {
    heading: m.account_phone_title(),
    lead: mobilePhone === null ? m.account_phone_text() : m.account_phone_now({ phone: readableNumber(mobilePhone) }),
    state,
    labels: {
      device: m.account_phone_number(),
      current_password: m.account_password(),
    },
    content: (
      <NumberForm
        state={{ ...state, values: { ...state.values, country } }}
        countries={countries}
        countryNames={countryNames(countries, locale)}
        home={venue.country}
        hasCode={held !== null}
        asksOptins={asksOptins}
        asksPassword={mobilePhone !== null && member.hasPassword}
      />
    ),
  });
}

/** The flag and calling code beside the number are those of the country that is chosen in the list over them. */
function chosenCountryRules(countries: PhoneCountry[]): string {
  const chosen = ["", ...countries.map(({ code }) => code)].map(
    (code) => `.phone-country:has(option[value="${code}"]:checked) [data-country="${code}"]`,
  );
  return `${chosen.join(",")}{display:flex}`;
}

async function showCodePage(request: PhoneRequest, state: FormState): Promise<void> {
  const { values } = state;
  const { standing } = values;
  const isLeaving = values["purpose"] === "leave_phone";
  const number = isLeaving
    ? (request.member.mobilePhone ?? "")
    : internationalNumber(values["device"] ?? "", values["country"] ?? "");
  const phone = readableNumber(number);
  const carried = Object.fromEntries(NUMBER_FIELDS.map((name) => [name, values[name] ?? ""]));
  await showFormPage(request, {
    heading: m.account_phone_code(),
    lead: isLeaving ? m.account_phone_sent_old({ phone }) : m.account_phone_sent({ phone }),
    state,
    labels: { otp: m.account_phone_code_label() },
    content: (
      <>
        {values["resent"] === "1" && <Success>{m.account_phone_resent()}</Success>}
        {standing !== undefined && <Success>{m.account_phone_standing({ seconds: standing })}</Success>}
        <CodeForm
          state={state}
          carried={{ ...carried, device_token: values["device_token"] ?? "", purpose: values["purpose"] ?? "" }}
          isLeaving={isLeaving}
          waitSeconds={await secondsToNextCode(request.world, request.member, values["device_token"] ?? "")}
        />
      </>
    ),
  });
}

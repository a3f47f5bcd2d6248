import { m } from "../../paraglide/messages.js";
import { asksForOptins } from "../optin-question.server.ts";
import { internationalNumber, phoneCountries, readableNumber, type PhoneCountry } from "../phone-countries.server.ts";
import type { Member } from "../member.ts";
import { secondsToNextCode } from "../phone-codes.server.ts";
import { Success } from "./account-page.tsx";
import { formAnswer } from "./form-answer.server.ts";
import type { FormState } from "./form-state.ts";
import { loggedInRequest, type MemberRequest } from "./member-request.server.ts";
import { NUMBER_FIELDS, phoneAction } from "./phone-actions.server.ts";
import { CodeForm, NumberForm } from "./phone-forms.tsx";
import { showFormPage } from "./show-form-page.server.tsx";
import type { Route } from "./+types/phone.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /phone-define (sections 2.6 and 4). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "PhoneDefine");
  const state = context.get(formAnswer);
  await (state.values["screen"] === "code" ? showCodePage(request, state) : showNumberPage(request, state));
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  return phoneAction(context, loggedInRequest(context, "PhoneDefine"));
}

async function showNumberPage(request: MemberRequest & { member: Member }, state: FormState): Promise<void> {
  const { world, venue, locale, member } = request;
  const { mobilePhone } = member;
  const asksOptins = await asksForOptins(world, venue, member);
  const country = state.values["country"] ?? venue.country;
  const countries = phoneCountries(world, locale);
  request.page.style += chosenCountryRules(countries);
  await showFormPage(request, {
    heading: m.account_phone_title(),
    lead: mobilePhone === null ? m.account_phone_text() : m.account_phone_now({ phone: readableNumber(mobilePhone) }),
    state,
    labels: {
      device: m.account_phone_number(),
      current_password: m.account_password(),
      optins: m.account_phone_optin_label(),
    },
    content: (
      <NumberForm
        state={{ ...state, values: { ...state.values, country } }}
        countries={countries}
        asksOptins={asksOptins}
        asksPassword={mobilePhone !== null && member.hasPassword}
      />
    ),
  });
}

/** The flag and calling code beside the number are those of the country that is chosen in the list over them. */
function chosenCountryRules(countries: PhoneCountry[]): string {
  const chosen = countries.map(
    ({ code }) => `.phone-country:has(option[value=${code}]:checked) [data-country=${code}]`,
  );
  return `${chosen.join(",")}{display:flex}`;
}

async function showCodePage(request: MemberRequest & { member: Member }, state: FormState): Promise<void> {
  const { values } = state;
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

import { useFormStep } from "../../forms/use-form-step.ts";
import { useMemo } from "react";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import type { RouterContextProvider } from "react-router";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { asksForOptins } from "../../profile/optin-question.server.ts";
import { countryNames, phoneCountries, readableNumber } from "../../phone/countries.server.ts";
import { proofWays } from "../../reauthentication/proof-ways.server.ts";
import { countryBeside } from "../../phone/shapes.ts";
import { heldCode } from "../../phone/code-cookie.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { Success } from "../account/account-page.tsx";
import { FormPage } from "../../forms/form-page.tsx";
import { errorWords } from "../../forms/error-words.ts";
import { EMPTY_FORM, type FormState } from "../../forms/form-state.ts";
import { loggedInRequest } from "../../forms/member-request.server.ts";
import { phoneAction } from "./phone-actions.server.ts";
import { CodeForm, NumberForm } from "./phone-forms.tsx";
import { codeValues, numberTyped, type PhoneRequest } from "./phone-screens.server.ts";
import type { Route } from "./+types/phone.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../forms/form-revalidation.ts";

export const handle = { isBare: true, start: "soon" };

/** /phone-define: the number form, or the code screen while its code is valid. */
export async function loader({ context, request: raw }: Route.LoaderArgs) {
  const request = await phoneRequest(context, raw);
  const { world, venue, locale, member, query } = request;
  const { mobilePhone } = member;
  const ways = mobilePhone === null ? null : await proofWays(request, "phone");
  const countries = phoneCountries(world, locale);
  return {
    frame: await accountFrame(request, { title: m.account_phone_title() }),
    countries,
    countryNames: countryNames(countries, locale),
    home: venue.country,
    /** The account's number, readable. */
    phone: mobilePhone === null ? null : readableNumber(mobilePhone),
    asksOptins: await asksForOptins(world, venue, member),
    /** How the member proves who they are; null where no number is replaced or nothing has to be asked. */
    ways: ways === null || ways.isFresh ? null : ways,
    /** Why the way back from a provider proved nothing. */
    refused: query.has("error") ? errorWords(query.get("error")) : null,
    before: await valuesHeld(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = await phoneRequest(context, request);
  return phoneAction({ ...asked, fields: textsOf(await request.formData()) });
}

async function phoneRequest(context: Readonly<RouterContextProvider>, raw: Request): Promise<PhoneRequest> {
  const request = loggedInRequest(context, "PhoneDefine");
  return { ...request, held: await heldCode(request.world, request.member, raw, ["verify_phone", "leave_phone"]) };
}

/** The state of the page before a reload. */
async function valuesHeld(request: PhoneRequest): Promise<FormState["values"]> {
  if (request.held === null) return {};
  const { isAside, ...screen } = request.held;
  return isAside ? numberTyped(screen) : codeValues(request, screen);
}

export default function PhoneDefine({ loaderData: page, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const before = useMemo(
    () => ({ ...EMPTY_FORM, values: page.before, alert: page.refused }),
    [page.before, page.refused],
  );
  const state = answer ?? before;
  const { step, goBack } = useFormStep(state, state.values["screen"] === "code" ? 2 : 1);
  const words = step === 2 ? codeWords(state) : numberWords(page.phone);
  return (
    <FormPage frame={page.frame} {...words} state={state}>
      {step === 2 ? <CodeScreen state={state} goBack={goBack} /> : <NumberScreen page={page} state={state} />}
    </FormPage>
  );
}

function numberWords(phone: string | null) {
  const lead = phone === null ? m.account_phone_text() : m.account_phone_now({ phone });
  return { heading: m.account_phone_title(), lead };
}

function codeWords({ values: { phone = "", purpose } }: FormState) {
  const lead = purpose === "leave_phone" ? m.account_phone_sent_old({ phone }) : m.account_phone_sent({ phone });
  return { heading: m.account_phone_code(), lead };
}

type NumberScreenProps = { page: Route.ComponentProps["loaderData"]; state: FormState };

function NumberScreen({ page, state }: NumberScreenProps) {
  const { values } = state;
  const country = countryBeside(page.countries, values["device"] ?? "", values["country"] ?? page.home);
  const shown = useMemo(() => ({ ...state, values: { ...state.values, country } }), [state, country]);
  return <NumberForm {...page} state={shown} />;
}

function CodeScreen({ state, goBack }: { state: FormState; goBack: () => boolean }) {
  const { standing, resent } = state.values;
  return (
    <>
      {resent === "1" && <Success>{m.account_phone_resent()}</Success>}
      {standing !== undefined && <Success>{m.account_phone_standing({ seconds: standing })}</Success>}
      <CodeForm state={state} goBack={goBack} />
    </>
  );
}

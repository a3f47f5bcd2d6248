import * as paths from "../../../venues/paths.ts";
import { useMemo } from "react";
import { m } from "../../../messages/messages.js";
import { pathTest } from "../../../platform/path-test.ts";
import { newToken } from "../../../platform/cryptography.server.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { errorWords } from "../../forms/error-words.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, type FormState } from "../../forms/form-state.ts";
import { socialWays } from "../../forms/log-in-links.server.ts";
import { OtherFormLink } from "../../forms/member-form.tsx";
import { anonymousRequest, keptQuery, type MemberRequest } from "../../forms/member-request.server.ts";
import { useFormStep } from "../../forms/use-form-step.ts";
import { typedBirthday } from "../../profile/birthdays.ts";
import { registrationPrefill } from "../../social/login.server.ts";
import { PROVIDER_NAMES } from "../../social/provider-names.ts";
import { heldRedirect } from "../../social/provider-redirect.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { registerAction } from "./register-actions.server.ts";
import { IDENTITY_FIELDS, RegisterForm, Steps } from "./register-form.tsx";
import type { Route } from "./+types/register.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../forms/form-revalidation.ts";

export const handle = { isBare: true, start: "soon" };

const isFormAlone = pathTest(paths.registerForm);

/**
 * /creer-un-compte: the social log-ins and the registration form. /creer-un-compte-form: the form alone, which also finishes a registration
 * that a social log-in began.
 */
export async function loader({ context, request: raw }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const { venue, path, query } = request;
  const isAlone = isFormAlone(path);
  return {
    frame: await accountFrame(request, { title: m.account_register_title() }),
    kept: keptQuery(request),
    formKey: newToken(request.world),
    error: errorWords(query.get("error")),
    ways: isAlone ? [] : socialWays(request, "register"),
    /** The venue's name in the opt-in; null where the law forbids to ask. */
    optinVenue: venue.policy.mayAskMarketing ? venue.name : null,
    /** Set where a social log-in began the registration: no password is asked for. */
    social: isAlone ? await begunByProvider(request, raw) : null,
  };
}

async function begunByProvider({ world }: MemberRequest, raw: Request) {
  const held = heldRedirect(world, raw, "registration");
  const prefill = held === null ? null : await registrationPrefill(world, held.token);
  if (held === null || prefill === null) return null;
  const known = {
    firstname: prefill.firstname ?? held.firstname,
    lastname: prefill.lastname ?? held.lastname,
    birthday: prefill.birthday === null ? null : typedBirthday(prefill.birthday),
    email: prefill.email,
  };
  return {
    provider: PROVIDER_NAMES[held.provider],
    /** The provider's data, by form field. */
    values: Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null)),
    /** The address that the provider vouches for, which cannot be changed; null where it vouches for none. */
    vouchedEmail: prefill.isEmailVerified ? prefill.email : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return registerAction(context, request, isFormAlone(anonymousRequest(context).path));
}

/** Step 1 asks who the person is, step 2 for address and password. */
export default function Register({ loaderData: page, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const state = useMemo(() => stateOf(page, answer ?? EMPTY_FORM), [page, answer]);
  const { step, goBack } = useFormStep(answer, stepOf(state));
  return (
    <FormPage
      frame={page.frame}
      barTitle={m.account_register_title()}
      heading={step === 1 ? m.account_register_hello() : m.account_register_access()}
      lead={step === 1 ? m.account_register_identity() : m.account_register_access_text()}
      above={<Steps step={step} />}
      state={state}
      footer={
        step === 1 && (
          <OtherFormLink
            question={m.account_register_known()}
            label={m.account_login_title()}
            href={`${paths.logIn}${page.kept}`}
          />
        )
      }
    >
      <RegisterForm page={page} state={state} step={step} goBack={goBack} />
    </FormPage>
  );
}

/** Fills the form in with the provider's data. An address that it vouches for cannot be changed. */
function stateOf({ social, error }: Route.ComponentProps["loaderData"], answered: FormState): FormState {
  const vouched: FormState["values"] = social?.vouchedEmail ? { email: social.vouchedEmail } : {};
  return {
    ...answered,
    values: { ...social?.values, ...answered.values, ...vouched },
    alert: answered === EMPTY_FORM ? error : answered.alert,
  };
}

/** Step 2, unless step 1 has a problem. */
function stepOf({ values, problems }: FormState): 1 | 2 {
  return values["step"] === "2" && !IDENTITY_FIELDS.some((name) => problems[name] !== undefined) ? 2 : 1;
}

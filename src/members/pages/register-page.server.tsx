import type { RouterContextProvider } from "react-router";
import { m } from "../../paraglide/messages.js";
import { typedBirthday } from "../birthdays.ts";
import { memberPaths } from "../paths.ts";
import { PROVIDER_NAMES, registrationPrefill } from "../social-login.server.ts";
import { heldVisit } from "../social-visit.server.ts";
import { errorWords } from "./error-words.ts";
import { formAnswer, formKeyOf } from "./form-answer.server.ts";
import type { FormState } from "./form-state.ts";
import { anonymousRequest, keptQuery, type MemberRequest } from "./member-request.server.ts";
import { OtherWay } from "./member-form.tsx";
import { IDENTITY_FIELDS, RegisterForm, Steps, type RegisterView } from "./register-form.tsx";
import { showFormPage } from "./show-form-page.server.tsx";
import { socialWays } from "./ways.server.ts";

/** /creer-un-compte and /creer-un-compte-form (section 2.6); the latter also ends what a provider's log-in began (G57). */
export async function showRegisterPage(
  context: Readonly<RouterContextProvider>,
  raw: Request,
  page: "entrance" | "form",
): Promise<void> {
  const request = anonymousRequest(context);
  const { venue, query } = request;
  const answered = context.get(formAnswer);
  const begun = page === "form" ? await begunByProvider(request, raw) : null;
  const isFirstShowing = Object.keys(answered.values).length === 0 && answered.alert === null;
  const state: FormState = {
    ...answered,
    values: { ...begun?.values, ...answered.values, ...(begun?.settledEmail ? { email: begun.settledEmail } : {}) },
    alert: answered.alert ?? (isFirstShowing ? errorWords(query.get("error")) : null),
  };
  const step = stepOf(state);
  await showFormPage(request, {
    barTitle: m.account_register_title(),
    heading: step === 1 ? m.account_register_hello() : m.account_register_access(),
    lead: step === 1 ? m.account_register_identity() : m.account_register_access_text(),
    above: <Steps step={step} />,
    state,
    labels: labels(),
    content: (
      <RegisterForm
        state={state}
        step={step}
        formKey={formKeyOf(request)}
        ways={page === "entrance" ? socialWays(request) : []}
        minimumAge={venue.policy.minimumAge}
        optinHouse={venue.policy.mayAskMarketing ? venue.name : null}
        social={begun?.social ?? null}
      />
    ),
    footer: step === 1 && (
      <OtherWay
        question={m.account_register_known()}
        label={m.account_login_title()}
        href={`${memberPaths.logIn}${keptQuery(request)}`}
      />
    ),
  });
}

const labels = () => ({
  civility_id: m.account_civility(),
  lastname: m.account_lastname(),
  firstname: m.account_firstname(),
  birthday: m.account_birthday(),
  email: m.account_email(),
  password: m.account_password(),
  terms: m.account_terms_label(),
});

/** Step 2 unless something of step 1 is wrong. */
function stepOf({ values, problems }: FormState): 1 | 2 {
  return values["step"] === "2" && !IDENTITY_FIELDS.some((name) => problems[name] !== undefined) ? 2 : 1;
}

type Begun = { values: Record<string, string>; settledEmail: string | null; social: RegisterView["social"] };

async function begunByProvider({ world }: MemberRequest, raw: Request): Promise<Begun | null> {
  const held = heldVisit(world, raw, "registration");
  const prefill = held === null ? null : await registrationPrefill(world, held.token);
  if (held === null || prefill === null) return null;
  const known = {
    firstname: prefill.firstname ?? held.firstname,
    lastname: prefill.lastname ?? held.lastname,
    birthday: prefill.birthday === null ? null : typedBirthday(prefill.birthday),
    email: prefill.email,
  };
  const values = Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  return {
    values,
    settledEmail: prefill.isEmailVerified ? prefill.email : null,
    social: {
      provider: PROVIDER_NAMES[held.provider],
      isEmailSettled: prefill.isEmailVerified && prefill.email !== null,
    },
  };
}

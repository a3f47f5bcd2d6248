import type { RouterContextProvider } from "react-router";
import { m } from "../../paraglide/messages.js";
import { isoBirthday } from "../birthdays.ts";
import { registerInput, socialRegisterInput, type MessageKey, type Problem } from "../contract.ts";
import { memberPaths } from "../paths.ts";
import { identityRefused, inputProblems, register } from "../register.server.ts";
import { registerByProvider } from "../social-registration.server.ts";
import { endedVisit, heldVisit } from "../social-visit.server.ts";
import { answerRefused, answerState, keptValues, onceAForm, provingVisit } from "./form-answer.server.ts";
import { anonymousRequest, leaveTo, welcome, type MemberRequest } from "./member-request.server.ts";
import { IDENTITY_FIELDS } from "./register-form.tsx";
import { afterLogIn, callbackUrl } from "./ways.server.ts";

const KEPT = [...IDENTITY_FIELDS, "email", "optins", "terms", "step"];
const SHOWN = {
  kept: KEPT,
  fields: [...IDENTITY_FIELDS, "email", "password", "terms"],
  accessRefused: m.account_alert_access_register,
};
const REQUIRED: MessageKey = "members_required";

type Context = Readonly<RouterContextProvider>;

/**
 * Both registration pages: step 1 is checked and leads to step 2; step 2 tells everything that is wrong at once and makes the
 * account. What is wrong in step 1 shows that step again (section 4).
 */
export async function registerAction(context: Context, raw: Request, isSocial: boolean) {
  const request = anonymousRequest(context);
  const { world, venue, fields } = request;
  if (fields["to_step"] === "1") return stepAnswer(request, 1);
  if (fields["step"] !== "2") {
    const refused = identityRefused(world, venue, identityOf(fields));
    return refused === null ? stepAnswer(request, 2) : answerRefused(request, refused, SHOWN);
  }
  const held = isSocial ? heldVisit(world, raw, "registration") : null;
  const input = inputOf(request, held?.token);
  const problems = beforehand(request, input);
  if (problems.length > 0) return answerRefused(request, { problems }, SHOWN);
  const visit = provingVisit(request);
  const made = await onceAForm(request, "POST /creer-un-compte", input, () =>
    held === null ? register(world, visit, input) : registerByProvider(world, visit, input),
  );
  if (!("ok" in made)) return answerRefused(request, made, SHOWN);
  if (held !== null) request.visitor.cookies.push(endedVisit());
  welcome(request, made.ok);
  return leaveTo(afterLogIn(request));
}

function stepAnswer({ fields }: MemberRequest, step: 1 | 2) {
  return answerState(200, { values: { ...keptValues(fields, KEPT), step: String(step) } });
}

function identityOf(fields: Record<string, string>) {
  const { civility_id: civility = "", lastname = "", firstname = "", birthday = "" } = fields;
  const civilityId = /^[01]$/.test(civility) ? Number(civility) : civility;
  return { civility_id: civilityId, lastname, firstname, birthday: isoBirthday(birthday) };
}

function inputOf(request: MemberRequest, registrationToken: string | undefined) {
  const { email = "", password = "", optins } = request.fields;
  const accepts = optins === "1";
  const common = {
    ...identityOf(request.fields),
    email,
    // One box for all three channels; what it says is what is kept (G60).
    optins: { CANAL_EMAIL: accepts, CANAL_SMS: accepts, CANAL_LETTER: accepts },
    validation_callback_url: callbackUrl(request, memberPaths.confirmEmail),
  };
  return registrationToken === undefined
    ? { ...common, password }
    : { ...common, registration_token: registrationToken };
}

/** Everything that can be told before an account is made, the unticked terms among it. */
function beforehand({ world, venue, fields }: MemberRequest, input: ReturnType<typeof inputOf>): Problem[] {
  if (fields["terms"] === "1") return [];
  const parsed = "password" in input ? registerInput.safeParse(input) : socialRegisterInput.safeParse(input);
  return [...inputProblems(world, venue, input, parsed.error), { key: "terms", message: REQUIRED }];
}

import * as paths from "../../../venues/paths.ts";
import type { RouterContextProvider } from "react-router";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import type { World } from "../../../platform/world.ts";
import { isoBirthday } from "../../profile/birthdays.ts";
import {
  readInput,
  registrationInput,
  registrationProblems,
  type MessageKey,
  type Problem,
  type Refused,
} from "../../contract.ts";
import {
  identityRefused,
  inputProblems,
  register,
  registrationRefused,
  withVouchedAddress,
  type Registered,
} from "../../register.server.ts";
import { endedRedirectCookie, heldRedirect } from "../../social/provider-redirect.server.ts";
import { mailWaitsWords } from "../../forms/wait-words.ts";
import { toastCookie } from "../toast-cookie.server.ts";
import { answerRefused, answerState, keptValues, oncePerForm, visitWithProof } from "../../forms/form-answer.server.ts";
import {
  anonymousRequest,
  redirectAfterForm,
  setSessionCookies,
  type MemberRequest,
} from "../../forms/member-request.server.ts";
import { ACCESS_FIELDS, IDENTITY_FIELDS } from "./register-form.tsx";
import { accessRefusal, type Visit } from "../../visit.server.ts";
import { afterLogIn, callbackUrl } from "../../forms/log-in-links.server.ts";

/** The fields that are shown again. Never the password. */
const KEPT = [...IDENTITY_FIELDS, ...ACCESS_FIELDS.filter((name) => name !== "password"), "step"];
const SHOWN = {
  fields: [...IDENTITY_FIELDS, ...ACCESS_FIELDS.filter((name) => name !== "optins")],
  accessRefused: m.account_alert_access_register,
};
const REQUIRED: MessageKey = "members_required";

type Context = Readonly<RouterContextProvider>;

/**
 * The action of both registration pages. Step 1 is checked and leads to step 2. Step 2 reports every problem at once and makes the
 * account; a problem of step 1 shows that step again.
 */
export async function registerAction(context: Context, request: Request, isSocial: boolean) {
  const asked = anonymousRequest(context);
  const { world, venue } = asked;
  const fields = textsOf(await request.formData());
  const values = keptValues(fields, KEPT);
  const refuse = (refused: Refused) => answerRefused(asked, refused, { ...SHOWN, values });
  if (fields["to_step"] === "1") return answerState(200, { values: { ...values, step: "1" } });
  if (fields["step"] !== "2") {
    const refused = identityRefused(world, venue, identityOf(fields));
    return refused === null ? answerState(200, { values: { ...values, step: "2" } }) : refuse(refused);
  }
  const held = isSocial ? heldRedirect(world, request, "registration") : null;
  const input = inputOf(asked, fields, held?.token);
  const problems = fields["terms"] === "1" ? [] : problemsWithoutTerms(asked, input);
  if (problems.length > 0) return refuse({ problems });
  const visit = visitWithProof(asked, fields);
  const made = await oncePerForm({ world, fields }, `POST ${paths.register}`, input, () =>
    readAndRegister(world, visit, input),
  );
  if (!("ok" in made)) return refuse(made);
  if (held !== null) asked.visitor.cookies.push(endedRedirectCookie());
  setSessionCookies(asked, made.ok);
  const { waitSeconds } = made.ok;
  if (waitSeconds > 0) asked.visitor.cookies.push(toastCookie(mailWaitsWords(waitSeconds, asked.locale)));
  return redirectAfterForm(afterLogIn(asked));
}

async function readAndRegister(world: World, visit: Visit, input: unknown): Promise<{ ok: Registered } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const given = await withVouchedAddress(world, input);
  const read = readInput(registrationInput, given);
  return "input" in read ? register(world, visit, read.input) : registrationRefused(world, visit, given);
}

function identityOf(fields: Record<string, string>) {
  const { civility_id: civility = "", lastname = "", firstname = "", birthday = "" } = fields;
  const civilityId = /^[01]$/.test(civility) ? Number(civility) : civility;
  return { civility_id: civilityId, lastname, firstname, birthday: isoBirthday(birthday) };
}

function inputOf(asked: MemberRequest, fields: Record<string, string>, registrationToken: string | undefined) {
  const { email = "", password = "", optins } = fields;
  const accepts = optins === "1";
  const common = {
    ...identityOf(fields),
    email,
    // One checkbox for all three channels.
    optins: { CANAL_EMAIL: accepts, CANAL_SMS: accepts, CANAL_LETTER: accepts },
    validation_callback_url: callbackUrl(asked, paths.confirmEmail),
  };
  return registrationToken === undefined
    ? { ...common, password }
    : { ...common, registration_token: registrationToken };
}

/** All problems of a registration whose terms are not accepted. */
function problemsWithoutTerms({ world, venue }: MemberRequest, input: ReturnType<typeof inputOf>): Problem[] {
  return [...inputProblems(world, venue, input, registrationProblems(input)), { key: "terms", message: REQUIRED }];
}

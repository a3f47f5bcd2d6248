import { DONE, doneAnswer } from "../platform/api/done.ts";
import { z } from "@hono/zod-openapi";
import { apiRouter } from "../platform/api/router.server.ts";
import { SOCIAL_PROVIDERS } from "../platform/gateways/social.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { browserCookie, memberCalls, type Call, type MemberCalls } from "./calls.server.ts";
import { addCall, readJsonBody } from "../platform/api/calls.server.ts";
import {
  emailConfirmationInput,
  emailValidationInput,
  freshInput,
  freshProblems,
  linkInput,
  loginInput,
  recoverInput,
  registrationInput,
  resetInput,
  socialLoginInput,
  type Refused,
} from "./contract.ts";
import { confirmEmail, resendConfirmation } from "./email/confirmation.server.ts";
import { reauthenticate } from "./reauthentication/reauthentication.server.ts";
import { once } from "../platform/api/idempotency.server.ts";
import { refusalBeforeLogIn, logIn } from "./login/login.server.ts";
import { recover, reset } from "./password/password.server.ts";
import { addSessionCalls } from "./sessions/calls.server.ts";
import { currentMember, presentedToken, sessionCookie, type LoggedIn } from "./sessions/sessions.server.ts";
import { linkByPassword, logInByProviderCall, type SocialOutcome } from "./social/login.server.ts";
import { register, registrationRefused, withVouchedAddress } from "./register.server.ts";
import { refusalText } from "./refusals.ts";
import { accessRefusal } from "./visit.server.ts";
import * as examples from "./examples.ts";

const tokenAnswer = z.object({ data: z.object({ token: z.string() }) });
const captchaHeader = z.object({
  recaptcha: z.string().optional().openapi({ description: "The solved challenge of GET /captcha" }),
});

/** The authentication API: log-in, registration, sessions, e-mail confirmation and passwords. */
export function authApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  addLogins(api, world, calls);
  addSessionCalls(api, world, calls);
  addRegistration(api, world, calls);
  addPasswords(api, world, calls);
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addLogins(api: Api, world: World, calls: MemberCalls): void {
  addCall(api, {
    method: "post",
    path: "/auth/login",
    summary: "Logs in by e-mail and password",
    // Under overload, refuse before the body is read.
    ...calls.everybody((visit) => refusalBeforeLogIn(world, visit)),
    headers: captchaHeader,
    body: loginInput,
    example: { body: examples.logIn, answer: examples.token },
    answer: tokenAnswer,
    refusals: [401, 403, 429, 503],
    handle: async (c, { by, body }) => loggedIn(calls, c, await logIn(world, by, body)),
  });
  for (const provider of SOCIAL_PROVIDERS)
    addCall(api, {
      method: "post",
      path: `/auth/${provider}`,
      summary: "Logs in by a provider's token (for apple, the identity token)",
      ...calls.everybody(),
      body: socialLoginInput,
      example: { body: examples.socialLogIn, answer: examples.token },
      answer: tokenAnswer,
      refusals: [401, 403, 429, 503],
      handle: async (c, { by, body }) => socialAnswer(calls, c, await logInByProviderCall(world, by, provider, body)),
    });
  addCall(api, {
    method: "post",
    path: "/auth/link",
    summary: "Links a provider's log-in to the account whose password is given",
    ...calls.everybody(),
    headers: captchaHeader,
    body: linkInput,
    example: { body: examples.link, answer: examples.token },
    answer: tokenAnswer,
    refusals: [401, 403, 429, 503],
    handle: async (c, { by, body }) => loggedIn(calls, c, await linkByPassword(world, by, body)),
  });
  addCall(api, {
    method: "post",
    path: "/auth/fresh",
    summary: "Proves once more who holds the session, for five minutes",
    description:
      "By the account’s password, by a provider’s token of a linked log-in, or by a code that POST /otp/send sent to the verified number. Opens no session. DELETE /users/me, PUT /users with a password and POST /otp/send with another number are refused without such a proof: 403 with the code FRESH_LOGIN_REQUIRED.",
    ...calls.members(({ visit }) => accessRefusal(world, visit)),
    body: freshInput,
    refuse: (c, _error, given) => calls.refuse(c, { problems: freshProblems(given) }),
    example: { body: examples.freshProof, answer: DONE },
    answer: doneAnswer,
    refusals: [429, 503],
    handle: async (c, { by, body }) => calls.done(c, await reauthenticate(world, by.visit, by.member, body)),
  });
}

function addRegistration(api: Api, world: World, calls: MemberCalls): void {
  addCall(api, {
    method: "post",
    path: "/users/web",
    summary: "Registers; a known address is answered as a new one",
    ...calls.everybody(),
    headers: captchaHeader.extend({ "idempotency-key": z.string().optional() }),
    async read(c) {
      const body = await readJsonBody(c);
      return body instanceof Response ? body : { value: await withVouchedAddress(world, body.value), sent: body.value };
    },
    body: registrationInput,
    refuse: (c, _error, given) => calls.refuse(c, registrationRefused(world, calls.visitOf(c), given)),
    example: { body: examples.registration, answer: examples.token },
    answer: tokenAnswer,
    refusals: [403, 409, 429, 503],
    handle: async (c, { by, headers, body, sent }) => {
      const work = () => register(world, by, body);
      const made = await once(world, "POST /users/web", headers["idempotency-key"], sent, work);
      if (!("ok" in made)) return calls.refuse(c, made);
      c.header("Set-Cookie", browserCookie(made.ok.browser));
      return calls.answer(c, { data: { token: made.ok.token } });
    },
  });
  addCall(api, {
    method: "post",
    path: "/users/email-validation",
    summary: "Sends the confirmation mail again, to the caller's own address",
    ...calls.members(({ visit }) => accessRefusal(world, visit)),
    body: emailValidationInput,
    example: { body: examples.emailValidation, answer: DONE },
    answer: doneAnswer,
    refusals: [429],
    handle: async (c, { by, body }) => calls.done(c, await resendConfirmation(world, by.visit, by.member, body)),
  });
  addCall(api, {
    method: "post",
    path: "/users/email-confirmation",
    summary:
      "Confirms an address by the token of the mail. `token` is null unless the call carries the session or the browser that registered; a caller with the cookie keeps it",
    ...calls.everybody(),
    body: emailConfirmationInput,
    example: examples.emailConfirmation,
    answer: z.object({ data: z.object({ result: z.literal(true), token: z.string().nullable() }) }),
    refusals: [403, 429],
    handle: async (c, { by, body }) => {
      const member = await currentMember(world, c.req.raw);
      const confirmed = await confirmEmail(world, by, member, body);
      if (!("ok" in confirmed)) return calls.refuse(c, confirmed);
      const { token, browser } = confirmed.ok;
      if (browser !== undefined) c.header("Set-Cookie", browserCookie(browser), { append: true });
      const isKept = presentedToken(c.req.raw)?.by === "cookie";
      if (token === null || !isKept) return calls.answer(c, { data: { result: true, token } });
      // A page keeps its cookie and never receives the token in script.
      c.header("Set-Cookie", sessionCookie(token), { append: true });
      return calls.answer(c, { data: { result: true, token: null } });
    },
  });
}

function addPasswords(api: Api, world: World, calls: MemberCalls): void {
  addCall(api, {
    method: "post",
    path: "/password/recover",
    summary: "Asks for a link to a new password; the answer says nothing about the address",
    ...calls.everybody(),
    headers: captchaHeader,
    body: recoverInput,
    example: { body: examples.recovery, answer: DONE },
    answer: doneAnswer,
    refusals: [403, 429],
    handle: async (c, { by, body }) => calls.done(c, await recover(world, by, body)),
  });
  addCall(api, {
    method: "post",
    path: "/password/reset",
    summary: "Sets a new password by the token of the mail, and ends every session",
    ...calls.everybody(),
    body: resetInput,
    example: { body: examples.reset, answer: DONE },
    answer: doneAnswer,
    refusals: [403, 429, 503],
    handle: async (c, { by, body }) => calls.done(c, await reset(world, by, body)),
  });
}

function loggedIn(calls: MemberCalls, c: Call, outcome: { ok: LoggedIn } | Refused): Response {
  if (!("ok" in outcome)) return calls.refuse(c, outcome);
  c.header("Set-Cookie", browserCookie(outcome.ok.browser));
  return calls.answer(c, { data: { token: outcome.ok.token } });
}

/** Missing data are answered as field problems, with the token that continues the registration beside them. */
function socialAnswer(calls: MemberCalls, c: Call, outcome: SocialOutcome): Response {
  if ("ok" in outcome || "problems" in outcome || "refusal" in outcome) return loggedIn(calls, c, outcome);
  c.header("Cache-Control", "no-store");
  const { locale } = c.var;
  const { token, prefill, missing } = outcome.registration;
  const error = missing.map(({ key, message }) => ({ key, message: refusalText(message, locale) }));
  const { email, firstname, lastname, birthday } = prefill;
  return c.json({ error, registration: { token, email, firstname, lastname, birthday } }, 422);
}

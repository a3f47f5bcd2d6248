import { z } from "@hono/zod-openapi";
import { apiRouter } from "../platform/api/router.server.ts";
import { SOCIAL_PROVIDERS } from "../platform/gateways.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { browserCookie, memberCalls, type Call, type MemberCalls } from "./calls.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import {
  emailConfirmationInput,
  emailValidationInput,
  linkInput,
  loginInput,
  recoverInput,
  registerInput,
  resetInput,
  socialLoginInput,
  type Refused,
} from "./contract.ts";
import { confirmEmail, resendConfirmation } from "./email/confirmation.server.ts";
import { once } from "./idempotency.server.ts";
import { doorRefusal, logIn } from "./login/login.server.ts";
import { recover, reset } from "./password/password.server.ts";
import { register } from "./register.server.ts";
import { addSessionCalls, resultAnswer } from "./sessions/calls.server.ts";
import { currentMember, presentedToken, sessionCookie, type LoggedIn } from "./sessions/sessions.server.ts";
import { linkByPassword, logInByProviderCall, type SocialOutcome } from "./social/login.server.ts";
import { registerByProvider } from "./social/registration.server.ts";
import { messageOf } from "./refusals.ts";

const tokenAnswer = z.object({ data: z.object({ token: z.string() }) });
const captchaHeader = z.object({
  recaptcha: z.string().optional().openapi({ description: "The solved challenge of GET /captcha" }),
});

/** Authentication (section 7): log-in, registration, sessions, e-mail confirmation and passwords. */
export function authApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const desk = memberCalls(world, table);
  addLogins(api, world, desk);
  addSessionCalls(api, world, desk);
  addRegistration(api, world, desk);
  addPasswords(api, world, desk);
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addLogins(api: Api, world: World, desk: MemberCalls): void {
  addCall(
    api,
    {
      method: "post",
      path: "/auth/login",
      summary: "Logs in by e-mail and password",
      headers: captchaHeader,
      body: loginInput,
      answer: tokenAnswer,
      refusals: [400, 401, 403, 413, 415, 422, 429, 503],
    },
    (c) => {
      const visit = desk.visitOf(c);
      // A flood is told to come again before anything of it is read.
      const refusal = doorRefusal(world, visit);
      if (refusal !== null) return desk.refuse(c, { refusal });
      return withBody(desk, c, async (body) => loggedIn(desk, c, await logIn(world, visit, body)));
    },
  );
  for (const provider of SOCIAL_PROVIDERS)
    addCall(
      api,
      {
        method: "post",
        path: `/auth/${provider}`,
        summary: "Logs in by a provider's token (for apple, the identity token)",
        body: socialLoginInput,
        answer: tokenAnswer,
        refusals: [400, 401, 403, 409, 413, 415, 422, 429, 503],
      },
      (c) =>
        withBody(desk, c, async (body) =>
          socialAnswer(desk, c, await logInByProviderCall(world, desk.visitOf(c), provider, body)),
        ),
    );
  addCall(
    api,
    {
      method: "post",
      path: "/auth/link",
      summary: "Links a provider's log-in to the account whose password is given",
      headers: captchaHeader,
      body: linkInput,
      answer: tokenAnswer,
      refusals: [400, 401, 403, 413, 415, 422, 429, 503],
    },
    (c) => withBody(desk, c, async (body) => loggedIn(desk, c, await linkByPassword(world, desk.visitOf(c), body))),
  );
}

function addRegistration(api: Api, world: World, desk: MemberCalls): void {
  addCall(
    api,
    {
      method: "post",
      path: "/users/web",
      summary: "Registers; a known address is answered as a new one",
      headers: captchaHeader.extend({ "idempotency-key": z.string().optional() }),
      body: registerInput.extend({
        registration_token: z
          .string()
          .optional()
          .openapi({ description: "Of a provider's log-in that lacked something" }),
      }),
      answer: tokenAnswer,
      refusals: [400, 403, 409, 413, 415, 422, 429, 503],
    },
    (c) =>
      withBody(desk, c, async (body) => {
        const visit = desk.visitOf(c);
        const work = () => (isSocial(body) ? registerByProvider(world, visit, body) : register(world, visit, body));
        const made = await once(world, "POST /users/web", c.req.header("idempotency-key"), body, work);
        return "ok" in made ? desk.answer(c, { data: { token: made.ok.token } }) : desk.refuse(c, made);
      }),
  );
  addCall(
    api,
    {
      method: "post",
      path: "/users/email-validation",
      summary: "Sends the confirmation mail again, to the caller's own address",
      isMembersOnly: true,
      body: emailValidationInput,
      answer: resultAnswer,
      refusals: [400, 401, 403, 413, 415, 422, 429],
    },
    async (c) => {
      const member = await desk.memberOf(c);
      if (member instanceof Response) return member;
      return withBody(desk, c, async (body) =>
        done(desk, c, await resendConfirmation(world, desk.visitOf(c), member, body)),
      );
    },
  );
  addCall(
    api,
    {
      method: "post",
      path: "/users/email-confirmation",
      summary:
        "Confirms an address by the token of the mail, and logs in unless somebody else is; whoever came by the cookie goes on with it",
      body: emailConfirmationInput,
      answer: z.object({ data: z.object({ result: z.literal(true), token: z.string().optional() }) }),
      refusals: [400, 403, 413, 415, 422],
    },
    (c) =>
      withBody(desk, c, async (body) => {
        const member = await currentMember(world, c.req.raw);
        const confirmed = await confirmEmail(world, desk.visitOf(c), member, body);
        if (!("ok" in confirmed)) return desk.refuse(c, confirmed);
        const { token, browser } = confirmed.ok;
        if (browser !== undefined) c.header("Set-Cookie", browserCookie(browser), { append: true });
        if (token === null) return desk.answer(c, DONE);
        if (presentedToken(c.req.raw)?.by !== "cookie") return desk.answer(c, { data: { result: true, token } });
        // A page goes on with its cookie and never holds the token (G42).
        c.header("Set-Cookie", sessionCookie(token), { append: true });
        return desk.answer(c, DONE);
      }),
  );
}

/** The provider's half-done registration comes on the same call. */
function isSocial(body: unknown): boolean {
  return typeof body === "object" && body !== null && "registration_token" in body && body.registration_token !== null;
}

function addPasswords(api: Api, world: World, desk: MemberCalls): void {
  addCall(
    api,
    {
      method: "post",
      path: "/password/recover",
      summary: "Asks for a link to a new password; the answer says nothing about the address",
      headers: captchaHeader,
      body: recoverInput,
      answer: resultAnswer,
      refusals: [400, 403, 413, 415, 422, 429],
    },
    (c) => withBody(desk, c, async (body) => done(desk, c, await recover(world, desk.visitOf(c), body))),
  );
  addCall(
    api,
    {
      method: "post",
      path: "/password/reset",
      summary: "Sets a new password by the token of the mail, and ends every session",
      body: resetInput,
      answer: resultAnswer,
      refusals: [400, 403, 413, 415, 422, 503],
    },
    (c) => withBody(desk, c, async (body) => done(desk, c, await reset(world, desk.visitOf(c), body))),
  );
}

const DONE = { data: { result: true } };

async function withBody(desk: MemberCalls, c: Call, work: (body: unknown) => Promise<Response>): Promise<Response> {
  const body = await desk.bodyOf(c);
  return body instanceof Response ? body : work(body.value);
}

function done(desk: MemberCalls, c: Call, outcome: { ok: { result: true } } | Refused): Response {
  return "ok" in outcome ? desk.answer(c, DONE) : desk.refuse(c, outcome);
}

function loggedIn(desk: MemberCalls, c: Call, outcome: { ok: LoggedIn } | Refused): Response {
  if (!("ok" in outcome)) return desk.refuse(c, outcome);
  c.header("Set-Cookie", browserCookie(outcome.ok.browser));
  return desk.answer(c, { data: { token: outcome.ok.token } });
}

/** What is missing is told as fields, with the token that the registration goes on with beside it (G57, G59). */
function socialAnswer(desk: MemberCalls, c: Call, outcome: SocialOutcome): Response {
  if ("ok" in outcome || "problems" in outcome || "refusal" in outcome) return loggedIn(desk, c, outcome);
  c.header("Cache-Control", "no-store");
  const { locale } = c.var;
  if ("linking" in outcome)
    return c.json(
      { error: messageOf("members_provider_password", locale), linking: { token: outcome.linking.token } },
      409,
    );
  const { token, prefill, missing } = outcome.registration;
  const error = missing.map(({ key, message }) => ({ key, message: messageOf(message, locale) }));
  const { email, firstname, lastname, birthday } = prefill;
  return c.json({ error, registration: { token, email, firstname, lastname, birthday } }, 422);
}

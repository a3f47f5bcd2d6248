import { DONE, doneAnswer } from "../platform/api/done.ts";
import { z } from "@hono/zod-openapi";
import { codedErrorBody } from "../platform/api/bodies.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { readChangeBody } from "./profile/change-body.server.ts";
import type { AvatarWorld } from "./profile/avatar.server.ts";
import { memberCalls, type Call, type MemberCalls } from "./calls.server.ts";
import { addCall, type ReadBody } from "../platform/api/calls.server.ts";
import { otpSendInput, otpVerifyInput, type Refused } from "./contract.ts";
import { changeInput, changeProblems } from "./profile/contract.ts";
import { requestDeletion } from "./data/deletion.server.ts";
import { exportAccount } from "./data/export.server.ts";
import type { Member } from "./member.ts";
import { sendPhoneCode, verifyPhoneCode } from "./phone/phone.server.ts";
import { profile, profileOf } from "./profile/profile.ts";
import { changeAccount } from "./profile/profile.server.ts";
import { currentMember, endedCookie } from "./sessions/sessions.server.ts";
import { refusedToMember } from "./visit.server.ts";
import * as examples from "./examples.ts";
import * as paths from "../venues/paths.ts";

/** The only call that takes a picture: it is allowed more time and more bytes than the others. */
export const CHANGE_PATH = "/api/users";

/** The account's API: profile and its changes, export, deletion, and the verification of a mobile number (`/otp/*`). */
export function accountApi(world: AvatarWorld, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  const completed = calls.members(({ member, visit }) => refusedToMember(world, visit, member));
  addPhone(api, world, calls, completed);
  addProfile(api, world, calls, completed);
  addLeaving(api, world, table, calls);
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;
type Completed = ReturnType<MemberCalls["members"]>;

function addPhone(api: Api, world: AvatarWorld, calls: MemberCalls, completed: Completed): void {
  addCall(api, {
    method: "post",
    path: "/otp/send",
    summary: "Sends a 4-digit code to a mobile number",
    description:
      "In place of a verified number, another one needs a fresh proof: from POST /auth/fresh within five minutes, or here by current_password, or by device_token and otp of a code sent to the verified number (purpose leave_phone or fresh).",
    ...completed,
    headers: z.object({
      recaptcha: z.string().optional().openapi({ description: "The solved challenge of GET /captcha" }),
    }),
    body: otpSendInput,
    example: examples.codeSent,
    answer: z.object({ data: z.object({ device_token: z.string() }) }),
    refusals: [429, 503],
    refusal: codedErrorBody,
    handle: async (c, { by, body }) => {
      const sent = await sendPhoneCode(world, by.visit, by.member, body);
      return "ok" in sent ? calls.answer(c, { data: { device_token: sent.ok.deviceToken } }) : calls.refuse(c, sent);
    },
  });
  addCall(api, {
    method: "post",
    path: "/otp/verify",
    summary: "Checks the code and makes the number the member's own",
    ...completed,
    body: otpVerifyInput,
    example: { body: examples.codeChecked, answer: DONE },
    answer: doneAnswer,
    refusals: [429],
    handle: async (c, { by, body }) => calls.done(c, await verifyPhoneCode(world, by.visit, by.member, body)),
  });
}

function addProfile(api: Api, world: AvatarWorld, calls: MemberCalls, completed: Completed): void {
  addCall(api, {
    method: "get",
    path: "/profile",
    summary: "The member's profile",
    ...calls.members(),
    example: { answer: examples.profile },
    answer: profile,
    refusals: [429],
    handle: (c, { by }) => profileAnswer(world, calls, c, by.member),
  });
  addCall(api, {
    method: "put",
    path: "/users",
    summary: "One change of the account: opt-ins, password, nickname or avatar",
    description:
      "A new password comes with the current one, or within five minutes of a proof by POST /auth/fresh; else 403 with the code FRESH_LOGIN_REQUIRED.",
    ...completed,
    read: (c) => readChange(calls, c),
    body: changeInput,
    refuse(c, _error, given) {
      const problems = changeProblems(given);
      return calls.refuse(c, problems === null ? MIXED : { problems });
    },
    example: { body: examples.optins, answer: examples.profile },
    answer: z.union([profile, doneAnswer]),
    refusals: [429, 503],
    refusal: codedErrorBody,
    handle: async (c, { by: { member, visit }, body }) => {
      const changed = await changeAccount(world, visit, member, body);
      if (!("ok" in changed)) return calls.refuse(c, changed);
      if ("password" in body) return calls.answer(c, DONE);
      return profileAnswer(world, calls, c, (await currentMember(world, c.req.raw)) ?? member);
    },
  });
}

async function readChange(calls: MemberCalls, c: Call): Promise<ReadBody> {
  const body = await readChangeBody(c.req.raw);
  if ("refused" in body) return calls.refuse(c, body.refused);
  return "refusal" in body ? apiError(c, body.refusal.status, body.refusal.error) : body;
}

function addLeaving(api: Api, world: AvatarWorld, table: VenueTable, calls: MemberCalls): void {
  addCall(api, {
    method: "get",
    path: paths.accountExport.slice("/api".length),
    summary: "Everything stored about the member: a zip of JSON files and the picture",
    ...calls.members(),
    answer: "application/zip",
    refusals: [429],
    handle: async (c, { by: { member } }) => {
      const exported = await exportAccount(world, table, member);
      if (!("ok" in exported)) return calls.refuse(c, exported);
      c.header("Content-Type", "application/zip");
      c.header("Content-Disposition", `attachment; filename="account-${member.customerId}.zip"`);
      c.header("Cache-Control", "no-store");
      return c.body(exported.ok);
    },
  });
  addCall(api, {
    method: "delete",
    path: "/users/me",
    summary: "Deletes the account in thirty days; a log-in before that restores it",
    description:
      "Needs a proof by POST /auth/fresh within five minutes; else 403 with the code FRESH_LOGIN_REQUIRED. While a wallet of the member holds money, or a payment is open, the account is kept beyond `erased_at`; the mail says how to get the money.",
    refusal: codedErrorBody,
    ...calls.members(),
    example: { answer: examples.deletion },
    answer: z.object({ data: z.object({ result: z.literal(true), erased_at: z.string() }) }),
    refusals: [429],
    handle: async (c, { by }) => {
      const requested = await requestDeletion(world, by.visit, by.member);
      if (!("ok" in requested)) return calls.refuse(c, requested);
      c.header("Set-Cookie", endedCookie());
      return calls.answer(c, { data: { result: true, erased_at: requested.ok.erasedAt.toISOString() } });
    },
  });
}

const MIXED: Refused = { refusal: { kind: "bad_request", error: "members_mixed_change" } };

async function profileAnswer(world: AvatarWorld, calls: MemberCalls, c: Call, member: Member): Promise<Response> {
  const programme = await world.hooks.accounts.programmeState(world, member);
  return calls.answer(c, { user: profileOf(member, calls.avatarUrl(c, member), programme) });
}

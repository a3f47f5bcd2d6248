import { z } from "@hono/zod-openapi";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { publicOrigin } from "../platform/config.server.ts";
import { venueOrigin } from "../venues/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { readChangeBody } from "./profile/change-body.server.ts";
import type { AvatarWorkshop } from "./profile/avatar.server.ts";
import { memberCalls, type Call, type MemberCalls } from "./calls.server.ts";
import { addRawCall } from "../platform/api/raw-calls.server.ts";
import { CHANNELS, otpSendInput, otpVerifyInput } from "./contract.ts";
import { requestDeletion } from "./data/deletion.server.ts";
import { exportAccount } from "./data/export.server.ts";
import { avatarPath } from "./identity.ts";
import type { Member } from "./member.ts";
import { sendPhoneCode, verifyPhoneCode } from "./phone/phone.server.ts";
import { profileOf } from "./profile/profile.ts";
import { changeAccount } from "./profile/profile.server.ts";
import { currentMember, endedCookie } from "./sessions/sessions.server.ts";

/** The only call that takes a picture: it is allowed more time and more bytes than the others. */
export const CHANGE_PATH = "/api/users";

const done = z.object({ data: z.object({ result: z.literal(true) }) });
const profile = z.object({
  user: z.object({
    email: z.string(),
    pseudo: z.string().nullable(),
    avatar: z.string().nullable(),
    card: z.string().nullable(),
    card_type: z.string().nullable(),
    civility: z.object({ id: z.int().nullable(), short_name: z.string().nullable() }),
    lastname: z.string().nullable(),
    firstname: z.string().nullable(),
    birthday: z.string().nullable(),
    optins: z.array(z.enum(CHANNELS)),
    main_phones: z.object({ mobile: z.string().nullable() }),
    is_valid_email: z.boolean(),
    is_valid_phone: z.boolean(),
    playersplus_id: z.string().nullable(),
    playersplus: z.object({ site_id: z.int().nullable() }),
    enrollment: z.object({ status: z.string() }),
  }),
});
const change = z
  .object({
    optins: z.partialRecord(z.enum(CHANNELS), z.boolean()),
    current_password: z.string(),
    password: z.string(),
    pseudo: z.string(),
    avatar_base64: z.string(),
  })
  .partial();

/** The account's API: profile and its changes, export, deletion, and the verification of a mobile number (`/otp/*`). */
export function accountApi(world: AvatarWorkshop, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  addPhone(api, world, calls);
  addProfile(api, world, calls);
  addLeaving(api, world, table, calls);
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addPhone(api: Api, world: AvatarWorkshop, calls: MemberCalls): void {
  addRawCall(
    api,
    {
      method: "post",
      path: "/otp/send",
      summary: "Sends a 4-digit code to a mobile number",
      isMembersOnly: true,
      headers: z.object({
        recaptcha: z.string().optional().openapi({ description: "The solved challenge of GET /captcha" }),
      }),
      body: otpSendInput,
      answer: z.object({ data: z.object({ device_token: z.string() }) }),
      refusals: [400, 401, 403, 413, 415, 422, 429, 503],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const body = await calls.bodyOf(c);
        if (body instanceof Response) return body;
        const sent = await sendPhoneCode(world, calls.visitOf(c), member, body.value);
        return "ok" in sent ? calls.answer(c, { data: { device_token: sent.ok.deviceToken } }) : calls.refuse(c, sent);
      }),
  );
  addRawCall(
    api,
    {
      method: "post",
      path: "/otp/verify",
      summary: "Checks the code and makes the number the member's own",
      isMembersOnly: true,
      body: otpVerifyInput,
      answer: done,
      refusals: [400, 401, 403, 413, 415, 422, 429],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const body = await calls.bodyOf(c);
        if (body instanceof Response) return body;
        const verified = await verifyPhoneCode(world, calls.visitOf(c), member, body.value);
        return "ok" in verified ? calls.answer(c, DONE) : calls.refuse(c, verified);
      }),
  );
}

function addProfile(api: Api, world: AvatarWorkshop, calls: MemberCalls): void {
  addRawCall(
    api,
    {
      method: "get",
      path: "/profile",
      summary: "The member's profile",
      isMembersOnly: true,
      answer: profile,
      refusals: [401, 403],
    },
    (c) => asMember(calls, c, async (member) => profileAnswer(world, calls, c, member)),
  );
  addRawCall(
    api,
    {
      method: "put",
      path: "/users",
      summary: "One change of the account: opt-ins, password, nickname or avatar",
      isMembersOnly: true,
      body: change,
      answer: z.union([profile, done]),
      refusals: [400, 401, 403, 413, 415, 422, 429, 503],
    },
    (c) => asMember(calls, c, (member) => changeCall(world, calls, c, member)),
  );
}

async function changeCall(world: AvatarWorkshop, calls: MemberCalls, c: Call, member: Member): Promise<Response> {
  const body = await readChangeBody(c.req.raw);
  if ("refused" in body) return calls.refuse(c, body.refused);
  if ("refusal" in body) return apiError(c, body.refusal.status, body.refusal.error);
  const changed = await changeAccount(world, calls.visitOf(c), member, body);
  if (!("ok" in changed)) return calls.refuse(c, changed);
  if (changed.ok === "password") return calls.answer(c, DONE);
  return profileAnswer(world, calls, c, (await currentMember(world, c.req.raw)) ?? member);
}

function addLeaving(api: Api, world: AvatarWorkshop, table: VenueTable, calls: MemberCalls): void {
  addRawCall(
    api,
    {
      method: "get",
      path: "/users/me/export",
      summary: "Everything stored about the member: a zip of JSON files and the picture",
      isMembersOnly: true,
      answer: "application/zip",
      refusals: [401, 403, 429],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const exported = await exportAccount(world, table, member);
        if (!("ok" in exported)) return calls.refuse(c, exported);
        c.header("Content-Type", "application/zip");
        c.header("Content-Disposition", `attachment; filename="account-${member.customerId}.zip"`);
        c.header("Cache-Control", "no-store");
        return c.body(exported.ok);
      }),
  );
  addRawCall(
    api,
    {
      method: "delete",
      path: "/users/me",
      summary: "Deletes the account in thirty days; a log-in before that restores it",
      isMembersOnly: true,
      answer: z.object({ data: z.object({ result: z.literal(true), erased_at: z.string() }) }),
      refusals: [401, 403],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const requested = await requestDeletion(world, calls.visitOf(c), member);
        if (!("ok" in requested)) return calls.refuse(c, requested);
        c.header("Set-Cookie", endedCookie());
        return calls.answer(c, { data: { result: true, erased_at: requested.ok.erasedAt.toISOString() } });
      }),
  );
}

const DONE = { data: { result: true } };

async function asMember(calls: MemberCalls, c: Call, work: (member: Member) => Promise<Response>): Promise<Response> {
  const member = await calls.memberOf(c);
  return member instanceof Response ? member : work(member);
}

async function profileAnswer(world: AvatarWorkshop, calls: MemberCalls, c: Call, member: Member): Promise<Response> {
  const { venue } = c.var;
  const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
  const avatar = member.avatarKey === null ? null : `${origin}${avatarPath(member.avatarKey)}`;
  const { membership, enrollmentStatus } = await world.hooks.accounts.programmeFacts(world, member);
  const programme = {
    card: membership?.cardNumber ?? null,
    cardType: membership?.cardType ?? null,
    siteId: membership?.homeSiteId ?? null,
    enrollmentStatus,
  };
  return calls.answer(c, { user: profileOf(member, avatar, programme) });
}

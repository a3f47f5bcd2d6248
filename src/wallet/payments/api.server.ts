import { z } from "@hono/zod-openapi";
import { memberCalls, type Call, type Caller, type MemberCalls } from "../../accounts/calls.server.ts";
import { namesTag } from "../../platform/http/entity-tag.server.ts";
import { addCall } from "../../platform/api/calls.server.ts";
import { problemsOf, type Refused } from "../../accounts/contract.ts";
import { once } from "../../platform/api/idempotency.server.ts";
import type { Member } from "../../accounts/member.ts";
import { cookieToken, tokenOfBearer } from "../../accounts/sessions/sessions.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { refusePin } from "../api.server.ts";
import { initInput, type InitInput } from "../contract.ts";
import { orderProblems, startDeposit, UNANSWERED, type InitRefused, type Started } from "./deposit.server.ts";
import type { PaymentPolls } from "./polls.server.ts";
import { startReturn } from "./return-from-bank.server.ts";
import * as examples from "../examples.ts";

const STATUSES = ["INIT", "PENDING_PAYMENT", "PAID", "CANCELLED", "ERROR"] as const;
const TRANSACTIONS = ["PENDING", "SUCCESS", "FAILED", "REFUNDED"] as const;

/** The API calls about payments. */
export function paymentApi(world: World, table: VenueTable, polls: PaymentPolls) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  addCall(api, {
    method: "post",
    path: "/transaction/init",
    summary: "Starts a top-up of a wallet at the bank",
    ...calls.members(),
    headers: z.object({ "idempotency-key": z.string().optional() }),
    body: initInput,
    refuse: (c, error, sent) => calls.refuse(c, orderRefused(world, table, error, sent)),
    example: examples.topUp,
    answer: z.object({ data: z.object({ transaction_uuid: z.string(), link: z.string() }) }),
    refusals: [404, 409, 429, 503],
    handle: (c, order) => initCall(world, table, calls, c, order),
  });
  addCall(api, {
    method: "get",
    path: "/transaction/{transaction_uuid}",
    isConditional: true,
    summary: "The status of a top-up",
    security: "member",
    headers: z.object({ "x-access-token": z.string().optional() }),
    params: z.object({ transaction_uuid: z.string() }),
    example: { answer: examples.paid },
    answer: z.object({
      data: z.object({
        payment: z.object({ status: z.enum(STATUSES) }),
        transaction: z.array(z.object({ status: z.object({ name: z.enum(TRANSACTIONS) }) })),
      }),
      error: z.string().nullable(),
    }),
    refusals: [404],
    handle: (c, { params }) => statusCall(calls, polls, c, params.transaction_uuid),
  });
  return api;
}

const besideAmount = initInput.omit({ product: true });

/**
 * The refusal of an order that its schema does not accept. A person can mistype the amount only, so an invalid amount is reported under its
 * field, together with the order's other problems; any other mistake comes from a program and gets one general answer.
 */
function orderRefused(world: World, table: VenueTable, error: z.ZodError, sent: unknown): Refused {
  const problems = problemsOf(error);
  return problems.every(({ message }) => message === "wallet_amount_invalid")
    ? { problems: [...orderProblems(world, table, besideAmount.parse(sent)), ...problems] }
    : { refusal: { kind: "bad_request", error: "wallet_order_unreadable" } };
}

type Order = { by: Caller; headers: { "idempotency-key"?: string | undefined }; body: InitInput; sent: unknown };

async function initCall(
  world: World,
  table: VenueTable,
  calls: MemberCalls,
  c: Call,
  { by: { member }, headers, body, sent }: Order,
): Promise<Response> {
  // Without a key the wallet's own rule applies: at most one open payment, found again by its amount.
  const call = `transaction/init ${member.accountId}`;
  const done = await once<Started, InitRefused>(world, call, headers["idempotency-key"], withoutPin(sent), () =>
    startDeposit(world, table, member, body),
  );
  if ("ok" in done) {
    const cookie = await returnCookie(world, member, body, done.ok.transaction_uuid);
    if (cookie !== null) c.header("Set-Cookie", cookie, { append: true });
    return calls.answer(c, { data: done.ok });
  }
  return refuseInit(calls, c, refusedByKey(done) ?? done);
}

/** What a key is refused for, in the words of this call: the first one still waits for the bank, or was another order. */
function refusedByKey(refused: InitRefused): InitRefused | null {
  const error = "refusal" in refused ? refused.refusal.error : null;
  if (error === "members_key_running") return UNANSWERED;
  return error === "members_key_reused" ? { isLocked: true } : null;
}

/**
 * The cookie that unlocks the wallet again on return from the bank, for whoever ordered with a valid handle. It opens
 * nothing without the log-in of the same session.
 */
async function returnCookie(
  world: World,
  member: Member,
  order: InitInput,
  paymentUuid: string,
): Promise<string | null> {
  return startReturn(world, member, { siteId: order.site_id, paymentUuid, handle: order.data.pin_code });
}

/** The PIN is encrypted anew for every call, so it must not make two equal orders look different. */
function withoutPin(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("data" in body)) return body;
  const { data } = body;
  if (typeof data !== "object" || data === null) return body;
  return { ...body, data: { ...data, pin_code: null } };
}

function refuseInit(calls: MemberCalls, c: Call, refused: InitRefused): Response {
  if ("isLocked" in refused) {
    c.header("Cache-Control", "no-store");
    return apiError(c, 409, "INIT_TRANSACTION_ERROR");
  }
  return refused.code === undefined ? calls.refuse(c, refused) : refusePin(c, refused);
}

async function statusCall(calls: MemberCalls, polls: PaymentPolls, c: Call, uuid: string): Promise<Response> {
  const closed = calls.closedTo(c);
  if (closed !== null) return closed;
  const token = tokenOf(c);
  const found = token === null ? "anonymous" : await polls.answer(token, uuid);
  if (found === "anonymous")
    return calls.refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } });
  if (found === null) return calls.refuse(c, { refusal: { kind: "not_found", error: "wallet_payment_unknown" } });
  const headers = { ETag: found.etag, "Cache-Control": "private, no-cache", "Content-Type": "application/json" };
  if (namesTag(c.req.header("if-none-match"), found.etag)) return new Response(null, { status: 304, headers });
  return new Response(found.body, { headers });
}

/** The token of the `x-access-token` header, else of the Authorization header, else of the cookie. */
function tokenOf(c: Call): string | null {
  const given = c.req.header("x-access-token") ?? c.req.header("authorization");
  return given === undefined ? cookieToken(c.req.raw) : tokenOfBearer(given);
}

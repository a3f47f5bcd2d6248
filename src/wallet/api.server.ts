import { REFUSAL_STATUS } from "../platform/refusal-kinds.ts";
import { z, type OpenAPIHono } from "@hono/zod-openapi";
import { memberCalls, type Call, type Caller, type MemberCalls } from "../accounts/calls.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import { refusalText } from "../accounts/refusals.ts";
import { addressPart, apiRouter, idParameter, type ApiEnv } from "../platform/api/router.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { unlockInput } from "./contract.ts";
import { offerPinKey } from "./pin/box.server.ts";
import {
  unlockWallet,
  walletsOf,
  type PinProof,
  type Sites,
  type WalletRefused,
  type WalletSummary,
} from "./wallets.server.ts";
import * as examples from "./examples.ts";

/**
 * All answers about a PIN are padded with spaces to this length, so that the size does not tell right, wrong and
 * blocked apart.
 */
const PIN_ANSWER_BYTES = 512;
const CASHLESS = "/users/account/cashless";

const account = z.object({ type: z.literal("ASSIGNED"), amount: z.number(), limit_amount: z.number() });
const unlocked = z.object({ data: z.array(account), unlock: z.string() });
/** Null for the number of no site. */
const siteParameter = z.object({
  site_id: addressPart(
    idParameter.refine((id) => id >= 1),
    null,
    "151",
  ),
});
const slot = addressPart(z.string().regex(/^[\w-]{1,1024}$/), "", "aGFuZGxlLW9mLWFuLWVhcmxpZXItb3BlbmluZw");

/** The API calls about wallets, and the key for encrypting a PIN. */
export function walletApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);

  addCall(api, {
    method: "get",
    path: "/pin-key",
    summary: "The key for encrypting a PIN, and a challenge that is valid once within a minute",
    ...calls.members(),
    example: { answer: examples.pinKey },
    answer: z.object({
      data: z.object({
        jwk: z.looseObject({ kty: z.string(), n: z.string(), e: z.string() }),
        challenge: z.string(),
      }),
    }),
    refusals: [429],
    handle: async (c, { by }) => calls.answer(c, { data: await offerPinKey(world, by.member) }),
  });
  addCall(api, {
    method: "get",
    path: CASHLESS,
    summary: "The member's opened wallets",
    ...calls.members(),
    query: z.object({
      force_refresh: z
        .unknown()
        .optional()
        .openapi({
          enum: ["true", "false"],
          description: "Accepted from clients that ask again; the list is always read from the database",
        }),
    }),
    example: { answer: examples.wallets },
    answer: z.object({ data: z.array(z.object({ status: z.literal("OPENED"), site_id: z.int() })) }),
    refusals: [429],
    handle: async (c, { by }) => {
      const wallets = await walletsOf(world, table, by.member);
      if (!("ok" in wallets)) return calls.refuse(c, wallets);
      return calls.answer(c, { data: wallets.ok.map(({ siteId }) => ({ status: "OPENED", site_id: siteId })) });
    },
  });
  addUnlocks(api, calls, world, table);
  return api;
}

function addUnlocks(api: OpenAPIHono<ApiEnv<Venue>>, calls: MemberCalls, world: World, table: VenueTable): void {
  addCall(api, {
    method: "get",
    path: `${CASHLESS}/{site_id}/{pin}`,
    summary: "Opens a wallet by the encrypted PIN, or by the handle of an earlier opening",
    ...calls.members(),
    params: siteParameter.extend({ pin: slot }),
    example: { answer: examples.unlocked },
    answer: unlocked,
    refusals: [400, 404, 409, 429, 503],
    handle: (c, { by, params }) => unlock(world, table, c, by, params.site_id, { slot: params.pin }),
  });
  addCall(api, {
    method: "post",
    path: `${CASHLESS}/{site_id}/unlocks`,
    summary: "For the native app: opens a wallet by the PIN in the body",
    ...calls.members(),
    params: siteParameter,
    body: unlockInput,
    example: { body: examples.pin, answer: examples.unlocked },
    answer: unlocked,
    refusals: [404, 409, 429, 503],
    handle: (c, { by, params, body }) => unlock(world, table, c, by, params.site_id, body),
  });
}

async function unlock(
  world: World,
  sites: Sites,
  c: Call,
  { member }: Caller,
  siteId: number | null,
  proof: PinProof,
): Promise<Response> {
  const opened: { ok: { wallet: WalletSummary; unlock: string } } | WalletRefused =
    siteId === null
      ? { refusal: { kind: "not_found", error: "wallet_unknown" } }
      : await unlockWallet(world, sites, member, siteId, proof);
  if (!("ok" in opened)) return refusePin(c, opened);
  return padded(c, 200, { data: [accountOf(opened.ok.wallet)], unlock: opened.ok.unlock });
}

/** One item of a wallet's `data`. Amounts are numbers of euros. */
function accountOf({ balanceMinor, limitMinor }: WalletSummary): z.output<typeof account> {
  return { type: "ASSIGNED", amount: Number(balanceMinor) / 100, limit_amount: Number(limitMinor) / 100 };
}

/** Answers a refusal, with `error_details` beside the text. */
export function refusePin(c: Call, refused: WalletRefused): Response {
  const { code, attemptsLeft } = refused;
  const details = { code, ...(attemptsLeft === undefined ? {} : { attempts_left: attemptsLeft }) };
  const refusal = "refusal" in refused ? refused.refusal : null;
  const { error, retryAfterSeconds } = refusal ?? { error: "wallet_invalid" as const, retryAfterSeconds: undefined };
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  const words = refusalText(error, c.var.locale);
  return padded(c, refusal === null ? 422 : REFUSAL_STATUS[refusal.kind], {
    error: words,
    ...(code === undefined ? {} : { error_details: details }),
  });
}

function padded(c: Call, status: number, body: object): Response {
  const text = JSON.stringify(body);
  const missing = Math.max(0, PIN_ANSWER_BYTES - Buffer.byteLength(text));
  return new Response(text + " ".repeat(missing), {
    status,
    headers: {
      ...Object.fromEntries(c.res.headers),
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}

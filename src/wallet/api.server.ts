import { REFUSAL_STATUS } from "../platform/refusal-kinds.ts";
import { z } from "@hono/zod-openapi";
import { memberCalls, type Call, type MemberCalls } from "../accounts/calls.server.ts";
import { addRawCall } from "../platform/api/raw-calls.server.ts";
import type { Member } from "../accounts/member.ts";
import { messageOf } from "../accounts/refusals.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { unlockInput } from "./contract.ts";
import { offerPinKey } from "./pin/box.server.ts";
import { unlockWallet, walletsOf, type PinProof, type WalletRefused, type WalletSummary } from "./wallets.server.ts";

const SITE_ID_MAX = 2_147_483_647;
/**
 * All answers about a PIN are padded with spaces to this length, so that the size does not tell right, wrong and
 * blocked apart.
 */
const PIN_ANSWER_BYTES = 512;
const CASHLESS = "/users/account/cashless";

const account = z.object({ type: z.literal("ASSIGNED"), amount: z.number(), limit_amount: z.number() });
const unlocked = z.object({ data: z.array(account), unlock: z.string() });
const siteParameter = z.object({ site_id: z.string() });

/** The API calls about wallets, and the key for sealing a PIN. */
export function walletApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  const sites = table;

  addRawCall(
    api,
    {
      method: "get",
      path: "/pin-key",
      summary: "The key for sealing a PIN, and a challenge that is valid once within a minute",
      isMembersOnly: true,
      answer: z.object({
        data: z.object({
          jwk: z.looseObject({ kty: z.string(), n: z.string(), e: z.string() }),
          challenge: z.string(),
        }),
      }),
      refusals: [401, 403],
    },
    (c) => asMember(calls, c, async (member) => calls.answer(c, { data: await offerPinKey(world, member) })),
  );
  addRawCall(
    api,
    {
      method: "get",
      path: CASHLESS,
      summary: "The member's opened wallets",
      isMembersOnly: true,
      query: z.object({
        force_refresh: z.enum(["true", "false"]).optional().openapi({
          description: "Accepted from clients that ask again; the list is always read from the database",
        }),
      }),
      answer: z.object({ data: z.array(z.object({ status: z.literal("OPENED"), site_id: z.int() })) }),
      refusals: [401, 403],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const wallets = await walletsOf(world, sites, member);
        if (!("ok" in wallets)) return calls.refuse(c, wallets);
        return calls.answer(c, { data: wallets.ok.map(({ siteId }) => ({ status: "OPENED", site_id: siteId })) });
      }),
  );
  addRawCall(
    api,
    {
      method: "get",
      path: `${CASHLESS}/{site_id}/{pin}`,
      summary: "Opens a wallet by the sealed PIN, or by the handle of an earlier opening",
      isMembersOnly: true,
      params: siteParameter.extend({ pin: z.string() }),
      answer: unlocked,
      refusals: [400, 401, 403, 404, 409, 503],
    },
    (c) => asMember(calls, c, (member) => unlock(world, sites, c, member, { slot: slotOf(c) })),
  );
  addRawCall(
    api,
    {
      method: "post",
      path: `${CASHLESS}/{site_id}/unlocks`,
      summary: "For the native app: opens a wallet by the PIN in the body",
      isMembersOnly: true,
      params: siteParameter,
      body: unlockInput,
      answer: unlocked,
      refusals: [400, 401, 403, 404, 409, 413, 415, 422, 503],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const body = await calls.bodyOf(c);
        if (body instanceof Response) return body;
        const given = unlockInput.safeParse(body.value);
        if (!given.success) return calls.refuse(c, { problems: [{ key: "pin", message: "wallet_pin_digits" }] });
        return unlock(world, sites, c, member, { pin: given.data.pin });
      }),
  );
  return api;
}

async function unlock(
  world: World,
  sites: Pick<VenueTable, "bySite">,
  c: Call,
  member: Member,
  proof: PinProof,
): Promise<Response> {
  const siteId = siteOf(c);
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
  const words = messageOf(error, c.var.locale);
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

function siteOf(c: Call): number | null {
  const given = c.req.param("site_id") ?? "";
  return /^\d{1,10}$/.test(given) && Number(given) >= 1 && Number(given) <= SITE_ID_MAX ? Number(given) : null;
}

function slotOf(c: Call): string {
  const slot = c.req.param("pin") ?? "";
  return /^[\w-]{1,1024}$/.test(slot) ? slot : "";
}

async function asMember(calls: MemberCalls, c: Call, work: (member: Member) => Promise<Response>): Promise<Response> {
  const member = await calls.memberOf(c);
  return member instanceof Response ? member : work(member);
}

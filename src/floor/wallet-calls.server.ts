import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { CardHolder } from "../loyalty/membership.ts";
import { servesMembersOf } from "../loyalty/reception-country.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import { keyedHash } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";
import { moveCash } from "../wallet/cash.server.ts";
import { preparePin, setPin } from "../wallet/pin/pin.server.ts";
import { openWallet } from "../wallet/wallets.server.ts";
import { decimalAmount, eventId } from "./contract.ts";
import { applyOnceToCard } from "./floor.server.ts";
import { cardPart, decimal, PLAYER, send, WRITE, type FloorApi, type FloorEnv } from "./floor-calls.server.ts";
import * as examples from "./examples.ts";

const params = z.object({ card: cardPart });
const newPin = z.strictObject({
  event_id: eventId,
  pin: z.string({ error: "must be a text" }).regex(/^[0-9]{4}$/, { error: "must have 4 digits" }),
});
const load = z.strictObject({
  event_id: eventId,
  amount: decimalAmount.refine((minor) => minor > 0n, { error: "must be more than zero" }),
});
/** An absent `kind` means `play`. The schema fills nothing in, so that a repeat of an earlier event has the same body. */
const spend = load.extend({
  kind: z
    .enum(["play", "cash"], { error: "must be play or cash" })
    .optional()
    .meta({ description: "`cash` if a till pays it out, `play` if it goes into a machine; absent means `play`" }),
});

/**
 * Adds the calls about wallets. `PUT /members/{card}/pin` sets or resets the PIN at reception, and opens the venue's
 * wallet if there is none; 404 for a member of another country. `POST /wallets/{card}/loads` and `/spends` move money in and
 * out of it, also while the card is in a machine; they answer the balance. A spending of kind `cash` is paid out at a till, also to
 * excluded and disabled persons. All other calls are refused to anybody who may not play at the venue.
 */
export function addWalletCalls(api: FloorApi, world: World): void {
  addCall(api, {
    ...WRITE,
    method: "put",
    path: "/members/{card}/pin",
    summary: "Sets the PIN and ends a block",
    description: `${WRITE.description} ${PLAYER}`,
    params,
    body: newPin,
    example: examples.pin,
    answer: z.object({ result: z.literal(true) }),
    handle: async (c, { params: { card }, body: { event_id, pin } }) => {
      const venue = c.var.floor;
      // The stored event must not reveal the PIN: four digits hashed without a key can be found by trying all of them.
      const kept = { event_id, card, pin: Buffer.from(keyedHash(world, "pin", card, pin)).toString("hex") };
      const serves = (tx: Transaction, { homeSiteId }: CardHolder) => servesMembersOf(world, tx, venue, homeSiteId);
      const event = { eventId: event_id, call: "pin", body: kept, card, serves };
      const set = applyOnceToCard(world, venue, event, async (tx, membershipId) => {
        await setPin(world, tx, membershipId, await preparePin(world, membershipId, pin));
        await openWallet(world, tx, membershipId, venue);
        return { ok: { result: true } };
      });
      return send(c, await set);
    },
  });

  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/wallets/{card}/loads",
    summary: "Puts cash into a wallet",
    description: `${WRITE.description} ${PLAYER}`,
    params,
    body: load,
    example: examples.load,
    answer: z.object({ amount: decimal }),
    handle: (c, { params: { card }, body }) => move(world, c, "loads", card, body),
  });
  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/wallets/{card}/spends",
    summary: "Takes money out of a wallet, for play or in cash",
    description: `${WRITE.description} For play: ${PLAYER} Cash is paid out to excluded and disabled persons too, because the money is theirs.`,
    params,
    body: spend,
    example: examples.spend,
    answer: z.object({ amount: decimal }),
    handle: (c, { params: { card }, body }) => move(world, c, "spends", card, body),
  });
}

/** Moves money into or out of a wallet, once for each event. */
async function move(
  world: World,
  c: Context<FloorEnv>,
  path: "loads" | "spends",
  card: string,
  body: z.output<typeof spend>,
): Promise<Response> {
  const { siteId } = c.var.floor;
  const isPaidOut = body.kind === "cash";
  const event = { eventId: body.event_id, call: `${path} ${card}`, body, card, isPaidOut };
  const key = `floor:${siteId}:${body.event_id}`;
  const minor = path === "loads" ? body.amount : -body.amount;
  const done = await applyOnceToCard(world, c.var.floor, event, async (tx, membershipId) => {
    const movement = { membershipId, key, minor, isPaidOut };
    const moved = await moveCash(world, tx, c.var.floor, movement);
    if ("balance" in moved) return { ok: { amount: decimalOfMinor(moved.balance) } };
    return moved.refusal === "NO_WALLET" ? moved : { ...moved, status: "OPENED" };
  });
  return send(c, done);
}

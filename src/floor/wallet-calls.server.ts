import type { Context, Hono } from "hono";
import { z } from "zod";
import type { CardHolder } from "../loyalty/membership.ts";
import { servesMembersOf } from "../loyalty/reception-country.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import { keyedHash } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";
import { moveCash } from "../wallet/cash.server.ts";
import { preparePin, setPin } from "../wallet/pin/pin.server.ts";
import { openWallet } from "../wallet/wallets.server.ts";
import { decimalAmount, eventId } from "./contract.ts";
import { applyOnceToCard } from "./floor.server.ts";
import { withBody, type FloorEnv } from "./floor-body.server.ts";

type FloorContext = Context<FloorEnv>;

export const newPin = z.strictObject({
  event_id: eventId,
  pin: z.string({ error: "must be a text" }).regex(/^[0-9]{4}$/, { error: "must have 4 digits" }),
});
export const load = z.strictObject({
  event_id: eventId,
  amount: decimalAmount.refine((minor) => minor > 0n, { error: "must be more than zero" }),
});
/** Without `kind` the amount goes into a machine. There is no default value: repeats of an earlier event must stay the same. */
export const spend = load.extend({
  kind: z
    .enum(["play", "cash"], { error: "must be play or cash" })
    .optional()
    .meta({ description: "`cash` if a till pays it out, `play` (the default) if it goes into a machine" }),
});

/**
 * Adds the calls about wallets. `PUT /members/{card}/pin` sets or resets the PIN at reception, and opens the venue's
 * wallet if there is none; 404 for a member of another country. `POST /wallets/{card}/loads` and `/spends` move money in and
 * out of it, also while the card is in a machine; they answer the balance. A spending of kind `cash` is paid out at a till.
 */
export function addWalletCalls(api: Hono<FloorEnv>, world: World): void {
  api.put("/members/:card/pin", (c) =>
    withBody(c, newPin, async (body) => {
      const card = c.req.param("card");
      const venue = c.var.floor;
      // The stored event must not reveal the PIN: four digits hashed without a key can be found by trying all of them.
      const kept = {
        event_id: body.event_id,
        card,
        pin: Buffer.from(keyedHash(world, "pin", card, body.pin)).toString("hex"),
      };
      const serves = (tx: Transaction, { homeSiteId }: CardHolder) => servesMembersOf(world, tx, venue, homeSiteId);
      const event = { eventId: body.event_id, call: "pin", body: kept, card, serves };
      return applyOnceToCard(world, venue, event, async (tx, membershipId) => {
        await setPin(world, tx, membershipId, await preparePin(world, membershipId, body.pin));
        await openWallet(world, tx, membershipId, venue);
        return { status: 200, body: { result: true } };
      });
    }),
  );

  const move = (path: "loads" | "spends", c: FloorContext, minor: bigint, body: z.output<typeof spend>) => {
    const card = c.req.param("card") ?? "";
    const venue = c.var.floor;
    const event = { eventId: body.event_id, call: `${path} ${card}`, body, card };
    return applyOnceToCard(world, venue, event, async (tx, membershipId) => {
      const key = `floor:${venue.siteId}:${body.event_id}`;
      const moved = await moveCash(world, tx, venue, { membershipId, key, minor, isPaidOut: body.kind === "cash" });
      if ("balance" in moved) return { status: 200, body: { amount: decimalOfMinor(moved.balance) } };
      if (moved.refusal === "NO_WALLET") return { status: 404, body: { error: moved.refusal } };
      return { status: 409, body: { error: moved.refusal, status: "OPENED" } };
    });
  };
  api.post("/wallets/:card/loads", (c) => withBody(c, load, (body) => move("loads", c, body.amount, body)));
  api.post("/wallets/:card/spends", (c) => withBody(c, spend, (body) => move("spends", c, -body.amount, body)));
}

import type { Hono } from "hono";
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

export const newPin = z.strictObject({
  event_id: eventId,
  pin: z.string({ error: "must be a text" }).regex(/^[0-9]{4}$/, { error: "must have 4 digits" }),
});
export const cash = z.strictObject({
  event_id: eventId,
  amount: decimalAmount.refine((minor) => minor > 0n, { error: "must be more than zero" }),
});

/**
 * Adds the calls about wallets. `PUT /members/{card}/pin` sets or resets the PIN at reception, and opens the venue's
 * wallet if there is none; 404 for a member of another country. `POST /wallets/{card}/loads` and `/spends` move cash in and out of it, also while the card
 * is in a machine; they answer the balance.
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

  for (const [path, sign] of [
    ["loads", 1n],
    ["spends", -1n],
  ] as const)
    api.post(`/wallets/:card/${path}`, (c) =>
      withBody(c, cash, (body) => {
        const card = c.req.param("card");
        const venue = c.var.floor;
        const event = { eventId: body.event_id, call: `${path} ${card}`, body, card };
        return applyOnceToCard(world, venue, event, async (tx, membershipId) => {
          const moved = await moveCash(world, tx, {
            membershipId,
            siteId: venue.siteId,
            key: `floor:${venue.siteId}:${body.event_id}`,
            minor: sign * body.amount,
          });
          if ("balance" in moved) return { status: 200, body: { amount: decimalOfMinor(moved.balance) } };
          if (moved.refusal === "NO_WALLET") return { status: 404, body: { error: moved.refusal } };
          return { status: 409, body: { error: moved.refusal, status: "OPENED" } };
        });
      }),
    );
}

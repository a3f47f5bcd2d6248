import { expect } from "vitest";
import { endGifts } from "../../src/gifts/offers/operator-offer-queries.server.ts";
import { storeGiftStatuses } from "../../src/gifts/gifts.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import type { standingClock } from "../support/clock.ts";
import type { GiftHelpers } from "./gift-helpers.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** In a walk, a gift becomes available one minute after its issue and expires after 40 hours. */
const LIFE_MS = 40 * HOUR;

/** What the floor, staff and time can do to a gift. */
export type Step =
  | { call: "reservations" | "burns" | "reversals"; site: number }
  | { advance: number }
  | { store: true }
  | { cancel: true };
type Model = { status: string; reservedBy: number; reservedUntil: number; burnedBy: number; burnedOn: string };

/**
 * The steps that matter: two kiosks at two venues, the end of a reservation, the next gaming day, the expiry job and
 * staff.
 */
export const STEPS: Step[] = [
  ...(["reservations", "burns", "reversals"] as const).flatMap((call) => [151, 152].map((site) => ({ call, site }))),
  { advance: 2 * MINUTE },
  { advance: 15 * HOUR },
  { store: true },
  { cancel: true },
];

/** A gaming day starts at 10:00 in Paris, which is 09:00 UTC in November. */
const gamingDay = (at: number) => new Date(at - 9 * HOUR).toISOString().slice(0, 10);

/**
 * Applies steps to gifts of one member and compares each answer with a model of the gift's life. A gift is used at
 * most once per gaming day and can be given back only by the venue that used it, on the same gaming day.
 */
export function giftWalk(app: TestApp, gifts: GiftHelpers, clock: ReturnType<typeof standingClock>) {
  /** Applies `steps` to a new gift. Returns everything that later steps can depend on. */
  async function walk(member: Awaited<ReturnType<GiftHelpers["member"]>>, offer: string, steps: readonly Step[]) {
    clock.set(SATURDAY_EVENING);
    const start = +clock.now();
    const [from, end] = [start + MINUTE, start + LIFE_MS];
    const code = await gifts.gift(offer, { membershipId: member.id }, { availableFrom: new Date(from) });
    await app.world.database.db
      .updateTable("gifts")
      .set({ expires_at: new Date(end) })
      .where("code", "=", code)
      .execute();
    const model: Model = { status: "issued", reservedBy: 0, reservedUntil: 0, burnedBy: 0, burnedOn: "" };
    const burns = { made: 0, reversed: 0 };
    for (const step of steps) {
      if ("advance" in step) clock.advance(step.advance);
      age(model, { now: +clock.now(), from, end });
      if ("store" in step) await storeGiftStatuses(app.world);
      if ("cancel" in step) await cancelled(model, offer);
      if ("call" in step) await called(model, burns, { ...step, code, end });
      expect(burns.made - burns.reversed).toBe(model.status === "burned" ? 1 : 0);
    }
    const listed = await gifts.list(model.status === "burned" ? "burned" : "available", member.token);
    expect(listed.codes.includes(code)).toBe(["available", "burned"].includes(model.status));
    const led = await situation(code, start);
    // Deletes the gift, so that the member's list stays short for the next walk.
    await app.world.database.db.deleteFrom("gift_redemptions").where("code", "=", code).execute();
    await app.world.database.db.deleteFrom("gifts").where("code", "=", code).execute();
    return led;
  }

  function age(model: Model, { now, from, end }: { now: number; from: number; end: number }): void {
    if (model.status === "issued" && now >= from) model.status = "available";
    if (model.status === "reserved" && now >= model.reservedUntil) model.status = "available";
    if (["issued", "available", "reserved"].includes(model.status) && now >= end) model.status = "expired";
  }

  /** Cancels the unused gifts of the offer, of which the walk's gift is the only one. */
  async function cancelled(model: Model, offer: string): Promise<void> {
    const ended = await inTransaction(app.world.database, (tx) => endGifts(tx, offer, clock.now(), 2));
    const done = ended.length === 1;
    if (!["issued", "available", "reserved", "expired"].includes(model.status)) return expect(done).toBe(false);
    // An expired gift can still be cancelled before the job has marked it as expired.
    if (done) model.status = "cancelled";
    else expect(model.status).toBe("expired");
  }

  type Called = { call: "reservations" | "burns" | "reversals"; site: number; code: string; end: number };
  async function called(model: Model, burns: { made: number; reversed: number }, { call, site, code, end }: Called) {
    const now = +clock.now();
    const isFree = model.status === "available";
    const isOwn = model.status === "reserved" && model.reservedBy === site;
    const isToday = model.burnedBy === site && model.burnedOn === gamingDay(now);
    const may = { reservations: isFree, burns: isFree || isOwn, reversals: model.status === "burned" && isToday }[call];
    const answer = await gifts.floor(call, code, {}, site);
    expect([call, model.status, answer.status]).toEqual([call, model.status, may ? 200 : 409]);
    if (!may) return;
    if (call === "reservations")
      Object.assign(model, { status: "reserved", reservedBy: site, reservedUntil: now + 2 * MINUTE });
    if (call === "burns") {
      burns.made += 1;
      Object.assign(model, { status: "burned", burnedBy: site, burnedOn: gamingDay(now) });
    }
    if (call === "reversals") {
      burns.reversed += 1;
      model.status = now >= end ? "expired" : "available";
    }
  }

  async function situation(code: string, start: number): Promise<string> {
    const now = +clock.now();
    const { status, reserved_site_id: site, reserved_until: until } = await gifts.stored(code);
    const burns = await app.world.database.db
      .selectFrom("gift_redemptions")
      .select(["site_id", "gaming_day", "reversed_at"])
      .where("code", "=", code)
      .where("reversed_at", "is", null)
      .execute();
    const nights = Math.floor((now - start) / (15 * HOUR));
    return JSON.stringify([status, site, until && +until - now, burns, nights, now - start >= MINUTE]);
  }

  return walk;
}

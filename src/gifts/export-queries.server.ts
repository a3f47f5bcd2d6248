import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Localized } from "../platform/schema.ts";
import { isHeldBy, type Holder } from "./queries.server.ts";
import type { Db } from "../platform/database/database.server.ts";

/** Every gift that a holder was ever given, whatever its status, oldest first. */
export function allGiftsOf(db: Db, holder: Holder) {
  return db
    .selectFrom("gifts")
    .innerJoin("offers", "offers.id", "gifts.offer_id")
    .select(["gifts.code", "gifts.campaign", "gifts.status", "gifts.issued_at", "gifts.available_from"])
    .select(["gifts.expires_at", "gifts.reserved_until", "gifts.reserved_site_id", "gifts.burned_at"])
    .select(["gifts.cancelled_at", "offers.type", "offers.label", "offers.play_minor", "offers.play_currency"])
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom("gift_lines")
          .innerJoin("offer_products", "offer_products.id", "gift_lines.product_id")
          .select(["offer_products.id as product_id", "offer_products.label"])
          .whereRef("gift_lines.code", "=", "gifts.code")
          .orderBy("offer_products.place")
          .$castTo<{ product_id: string; label: Localized }>(),
      ).as("lines"),
    )
    .where(isHeldBy(holder))
    .orderBy("gifts.issued_at")
    .orderBy("gifts.code")
    .execute();
}

/** Every burn of these gifts, including reversed ones. */
export function burnsOfGifts(db: Db, codes: readonly string[]) {
  return db
    .selectFrom("gift_redemptions")
    .select(["code", "site_id", "burned_at", "gaming_day", "card_number", "products", "reversed_at"])
    .where("code", "in", codes)
    .orderBy("id")
    .execute();
}

/** Play credits used by gaming day, counted under the account's id or the membership's. */
export function playedBy(db: Db, { accountId, membershipId }: Holder) {
  return db
    .selectFrom("free_play_days")
    .select(["country", "gaming_day", "played_minor"])
    .where("holder", "in", membershipId === null ? [accountId] : [accountId, membershipId])
    .orderBy("gaming_day")
    .execute();
}

/** A member's referrals, as sponsor and as referee. Never includes the other person's number. */
export async function referralsOf(db: Db, membershipId: string) {
  const [code, brought, broughtMe, days, shares] = await Promise.all([
    db
      .selectFrom("referral_codes")
      .select(["code", "made_at"])
      .where("membership_id", "=", membershipId)
      .executeTakeFirst(),
    db
      .selectFrom("referrals")
      .select(["gaming_day", "place", "counted_at"])
      .where("sponsor_id", "=", membershipId)
      .orderBy("counted_at")
      .execute(),
    db
      .selectFrom("referrals")
      .select(["gaming_day", "counted_at"])
      .where("referee_id", "=", membershipId)
      .executeTakeFirst(),
    db
      .selectFrom("referral_days")
      .select(["gaming_day", "earned_cents", "posted_at"])
      .where("referee_id", "=", membershipId)
      .orderBy("gaming_day")
      .execute(),
    db
      .selectFrom("referral_shares")
      .innerJoin("referrals", "referrals.referee_id", "referral_shares.referee_id")
      .select(["referral_shares.quarter", "referral_shares.cents", "referral_shares.posted_at"])
      .where("referrals.sponsor_id", "=", membershipId)
      .orderBy("referral_shares.quarter")
      .orderBy("referral_shares.posted_at")
      .execute(),
  ]);
  return { code, brought, broughtMe, days, shares };
}

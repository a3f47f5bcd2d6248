import type { PassesTable } from "../../../db/tables.ts";
import type { World } from "../../platform/world.ts";
import { COUNTRY_POLICIES } from "../../venues/law/country-policy.ts";
import { establishments } from "../../venues/records.server.ts";
import { loyaltyBalance } from "../balance/balance.server.ts";
import { nextExpiry } from "../balance/lot-queries.server.ts";
import { membershipById } from "../queries.server.ts";
import { passHolder } from "./queries.server.ts";
import { holderName } from "../card-view.server.ts";
import type { PassData } from "./shown-pass.ts";

const NOBODY = { civilityId: null, lastname: null, firstname: null, birthday: null };

/**
 * What a pass says now: whose card it is, the balance with what expires next, the number of usable gifts and the casinos near which
 * it shows. Gifts and places follow the policy of the country where the member's home casino is.
 */
export async function passData(world: World, pass: PassesTable): Promise<PassData> {
  const holder = pass.account_id === null ? null : await passHolder(world.database.db, pass.account_id);
  const person = holder ?? NOBODY;
  const isRevoked = pass.revoked_at !== null || pass.account_id === null;
  return {
    serial: pass.serial,
    cardNumber: pass.card_number,
    holder: holderName(person, { locale: pass.locale }),
    birthday: person.birthday,
    isTemporary: pass.membership_id === null,
    isRevoked,
    locale: pass.locale,
    ...(isRevoked ? NOTHING_HELD : await holdings(world, pass)),
  };
}

type Holdings = Pick<PassData, "balance" | "gifts" | "places">;
const NOTHING_HELD: Holdings = { balance: null, gifts: null, places: [] };

async function holdings(world: World, pass: PassesTable): Promise<Holdings> {
  const { account_id: accountId, membership_id: membershipId } = pass;
  if (membershipId === null || accountId === null) return NOTHING_HELD;
  const { db } = world.database;
  const membership = await membershipById(db, membershipId);
  const venues = await establishments(db);
  const home = venues.find(({ site_id }) => site_id === membership?.homeSiteId);
  const policy = COUNTRY_POLICIES[home?.country ?? "FR"];
  const next = await nextExpiry(db, membershipId, world.now());
  return {
    balance: {
      cents: await loyaltyBalance(world, membershipId),
      next: next === undefined ? null : { at: next.expires_at, cents: next.left_minor },
    },
    gifts:
      policy.gifts === "none"
        ? null
        : await world.hooks.loyalty.usableGifts(world, { policy }, { accountId, playersPlusId: membershipId }),
    places: policy.hasPassPlaces
      ? venues.flatMap(({ is_visible, country, latitude, longitude, name }) =>
          is_visible && COUNTRY_POLICIES[country].hasPassPlaces && latitude !== null && longitude !== null
            ? [{ name, latitude, longitude }]
            : [],
        )
      : [],
  };
}

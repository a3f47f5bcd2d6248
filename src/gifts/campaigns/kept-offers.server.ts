import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import { COUNTRY_POLICIES, policyOf } from "../../venues/law/country-policy.ts";
import { addEstablishments, insertOffer, visibleEstablishments } from "../offers/offer-queries.server.ts";
import type { BIRTHDAY } from "./campaign-offers.ts";

/** True where the country's law allows gifts that a campaign gives. */
export const allowsCampaigns = (country: Country) => policyOf(country).gifts === "all";
export const CAMPAIGN_COUNTRIES = (Object.keys(COUNTRY_POLICIES) as Country[]).filter(allowsCampaigns);

/** Stores the campaign's offer with its first gift, and makes it valid in every visible venue of the countries that allow it. */
export async function keepOffer(world: World, tx: Transaction, { offer, products }: typeof BIRTHDAY): Promise<void> {
  await insertOffer(tx, { ...offer, created_at: world.now() }, products);
  await addEstablishments(tx, offer.id, await visibleEstablishments(tx, CAMPAIGN_COUNTRIES));
}

import type { Insertable } from "kysely";
import type { OffersTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";
import type { Localized } from "../../platform/schema.ts";

export type NewOffer = Omit<Insertable<OffersTable>, "label" | "description"> & {
  label: Localized;
  description: Localized;
};
export type NewProduct = {
  id: string;
  label: Localized;
  description?: Localized;
  legalNotice?: Localized;
};

/** Stores an offer with its products, unless it is already stored. */
export async function insertOffer(tx: Transaction, offer: NewOffer, products: NewProduct[]): Promise<void> {
  const stored = await tx
    .insertInto("offers")
    .values({ ...offer, label: JSON.stringify(offer.label), description: JSON.stringify(offer.description) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored === undefined || products.length === 0) return;
  await tx
    .insertInto("offer_products")
    .values(
      products.map(({ id, label, description, legalNotice }, place) => ({
        id,
        offer_id: offer.id,
        place,
        label: JSON.stringify(label),
        description: description === undefined ? null : JSON.stringify(description),
        legal_notice: legalNotice === undefined ? null : JSON.stringify(legalNotice),
      })) as never,
    )
    .execute();
}

/** Adds venues where an offer can be used. */
export async function addEstablishments(tx: Transaction, offerId: string, establishmentIds: number[]): Promise<void> {
  if (establishmentIds.length === 0) return;
  await tx
    .insertInto("offer_establishments")
    .values(
      [...establishmentIds].sort((a, b) => a - b).map((establishment_id) => ({ offer_id: offerId, establishment_id })),
    )
    .onConflict((conflict) => conflict.columns(["offer_id", "establishment_id"]).doNothing())
    .execute();
}

export function offerById(db: Db, id: string) {
  return db.selectFrom("offers").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The visible venues of these countries. */
export async function visibleEstablishments(db: Db, countries: ("FR" | "CH" | "BE")[]): Promise<number[]> {
  if (countries.length === 0) return [];
  const rows = await db
    .selectFrom("establishments")
    .select("id")
    .where("country", "in", countries)
    .where("is_visible", "=", true)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

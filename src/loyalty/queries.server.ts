import type { Kysely, Selectable } from "kysely";
import type { MembershipsTable, Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database.server.ts";
import type { Membership } from "./membership.ts";

type Reader = Kysely<Tables> | Transaction;

export async function insertMembership(tx: Transaction, row: MembershipsTable): Promise<void> {
  await tx.insertInto("memberships").values(row).execute();
}

export async function membershipById(db: Reader, id: string): Promise<Membership | null> {
  const row = await withCard(db).where("memberships.id", "=", id).executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

/** The membership of the card's number, whatever became of the card: `cardNumber` is the one in force. */
export async function membershipByCard(db: Reader, cardNumber: string): Promise<Membership | null> {
  const row = await withCard(db)
    .where("memberships.id", "=", (of) =>
      of.selectFrom("cards as given").select("given.membership_id").where("given.card_number", "=", cardNumber),
    )
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

export async function membershipByPerson(db: Reader, personHash: Uint8Array): Promise<Membership | null> {
  const row = await withCard(db)
    .where("memberships.person_hash", "=", personHash)
    .where("memberships.status", "=", "active")
    .executeTakeFirst();
  return row === undefined ? null : membershipOf(row);
}

export async function insertCard(tx: Transaction, card: Tables["cards"]): Promise<boolean> {
  const row = await tx
    .insertInto("cards")
    .values(card)
    .onConflict((conflict) => conflict.column("card_number").doNothing())
    .returning("card_number")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the card in force, if there is one. */
export async function endActiveCard(
  tx: Transaction,
  membershipId: string,
  status: "replaced" | "blocked",
  at: Date,
): Promise<void> {
  await tx
    .updateTable("cards")
    .set({ status, ended_at: at })
    .where("membership_id", "=", membershipId)
    .where("status", "=", "active")
    .execute();
}

export async function setAccountMembership(
  tx: Transaction,
  accountId: string,
  membership: Pick<Membership, "id" | "walletKey">,
): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ playersplus_id: membership.id, wallet_key: membership.walletKey })
    .where("id", "=", accountId)
    .execute();
}

function withCard(db: Reader) {
  return db
    .selectFrom("memberships")
    .leftJoin("cards", (join) =>
      join.onRef("cards.membership_id", "=", "memberships.id").on("cards.status", "=", "active"),
    )
    .leftJoin("accounts", "accounts.playersplus_id", "memberships.id")
    .selectAll("memberships")
    .select(["cards.card_number", "cards.type as card_type", "accounts.id as account_id"]);
}

type Row = Selectable<MembershipsTable> & {
  card_number: string | null;
  card_type: Tables["cards"]["type"] | null;
  account_id: string | null;
};

function membershipOf(row: Row): Membership {
  return {
    id: row.id,
    walletKey: row.wallet_key,
    accountId: row.account_id,
    lastname: row.lastname,
    firstname: row.firstname,
    birthday: row.birthday,
    mobilePhone: row.mobile_phone,
    homeSiteId: row.home_site_id,
    status: row.status,
    joinedAt: row.joined_at,
    excludedSince: row.excluded_since,
    cardNumber: row.card_number,
    cardType: row.card_type,
  };
}

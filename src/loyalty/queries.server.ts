import { sql } from "kysely";
import type { CardInsertionsTable, CardsTable, Tables } from "../../db/tables.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";
import { ERRORS } from "./enrollment/statuses.ts";
import type { CardHolder, Membership } from "./membership.ts";

export async function membershipById(db: Db, id: string): Promise<Membership | null> {
  return (await withCard(db).where("memberships.id", "=", id).executeTakeFirst()) ?? null;
}

/** The membership of a card's number, whatever the card's status. `cardNumber` is the card in force. */
export async function membershipByCard(db: Db, cardNumber: string): Promise<Membership | null> {
  const query = withCard(db).where("memberships.id", "=", (of) =>
    of.selectFrom("cards as given").select("given.membership_id").where("given.card_number", "=", cardNumber),
  );
  return (await query.executeTakeFirst()) ?? null;
}

/** Who a card was issued to, also of a replaced card. The only definition of a card in force. */
function holderByCard(db: Db, cardNumber: string) {
  return db
    .selectFrom("cards")
    .innerJoin("memberships", "memberships.id", "cards.membership_id")
    .select(["memberships.id", "memberships.status", "memberships.home_site_id as homeSiteId", "memberships.birthday"])
    .select((is) => [
      is("memberships.excluded_since", "is not", null).$castTo<boolean>().as("isExcluded"),
      is("cards.status", "=", "active").$castTo<boolean>().as("isInForce"),
    ])
    .where("cards.card_number", "=", cardNumber);
}

export async function holderOfCard(tx: Transaction, cardNumber: string): Promise<CardHolder | null> {
  return (await holderByCard(tx, cardNumber).executeTakeFirst()) ?? null;
}

/** The holder of a card, which does not change until the transaction ends. */
export async function lockHolderOfCard(tx: Transaction, cardNumber: string): Promise<CardHolder | null> {
  return (await holderByCard(tx, cardNumber).forShare("cards").executeTakeFirst()) ?? null;
}

/** The country of a site; null for a site that is no longer there. */
export async function countryOfSite(db: Db, siteId: number) {
  const query = db.selectFrom("establishments").select("country").where("site_id", "=", siteId);
  return (await query.executeTakeFirst())?.country ?? null;
}

/** The person's membership: the active one, else the last one that staff disabled. Erased ones are never found. */
export async function membershipByPerson(db: Db, personHash: Uint8Array): Promise<Membership | null> {
  const row = await withCard(db)
    .where("memberships.person_hash", "=", personHash)
    .where("memberships.status", "!=", "erased")
    .orderBy((order) => order.case().when("memberships.status", "=", "active").then(0).else(1).end())
    .orderBy("memberships.joined_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Accounts with a surname and birthday that staff disabled, or whose enrollment ended for good because a register named the person or
 * staff stopped it. An enrollment of somebody who has a card already did not end for that reason.
 */
export async function accountsInName(
  tx: Transaction,
  lastnameNormalised: string,
  birthday: string,
): Promise<{ firstname: string; isDisabled: boolean; isEnded: boolean }[]> {
  const { rows } = await sql<{ firstname: string; isDisabled: boolean; isEnded: boolean }>`
    select coalesce(firstname_normalised, '') as firstname, disabled_at is not null as "isDisabled", coalesce(is_ended, false) as "isEnded"
    from accounts
    left join lateral (
      select true as is_ended from enrollments
      where account_id = accounts.id and (
        (enrollments.status = 'ERROR' and error = ${ERRORS.barred})
        or (enrollments.status = 'DISABLED' and error is distinct from ${ERRORS.alreadyMember})
      )
    ) as ended on true
    where lastname_normalised = ${lastnameNormalised} and birthday = ${birthday} and accounts.status <> 'erased'
      and (disabled_at is not null or is_ended)`.execute(tx);
  return rows;
}

/** Serialises transactions that look for a person's membership and create it. */
export async function lockPerson(tx: Transaction, personHash: Uint8Array): Promise<void> {
  const key = Buffer.from(personHash).readBigInt64BE(0);
  await sql`select pg_advisory_xact_lock(${String(key)}::bigint)`.execute(tx);
}

/** Locks a membership's card in force, so that no till or machine uses it until the transaction ends. */
export async function lockCardInForce(tx: Transaction, membershipId: string): Promise<void> {
  const card = tx.selectFrom("cards").select("card_number").where("membership_id", "=", membershipId);
  await card.where("status", "=", "active").forNoKeyUpdate().execute();
}

/** A card by its number, whatever its status. */
export async function cardRow(tx: Transaction, cardNumber: string): Promise<CardsTable | null> {
  return (await tx.selectFrom("cards").selectAll().where("card_number", "=", cardNumber).executeTakeFirst()) ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockCard(tx: Transaction, cardNumber: string): Promise<CardsTable | null> {
  const query = tx.selectFrom("cards").selectAll().where("card_number", "=", cardNumber).forNoKeyUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** All cards of a membership, oldest first. */
export function cardsOf(db: Db, membershipId: string) {
  return db
    .selectFrom("cards")
    .select(["card_number", "type", "status", "site_id", "issued_at", "ended_at"])
    .where("membership_id", "=", membershipId)
    .orderBy("issued_at")
    .execute();
}

/** Stores a card; false if its number was issued before. */
export async function storeCard(tx: Transaction, card: Tables["cards"]): Promise<boolean> {
  const row = await tx
    .insertInto("cards")
    .values(card)
    .onConflict((conflict) => conflict.column("card_number").doNothing())
    .returning("card_number")
    .executeTakeFirst();
  return row !== undefined;
}

/** Reserves a number; false if it was issued or reserved before. */
export async function reserveNumber(tx: Transaction, cardNumber: string, at: Date): Promise<boolean> {
  if ((await cardRow(tx, cardNumber)) !== null) return false;
  const row = await tx
    .insertInto("card_reservations")
    .values({ card_number: cardNumber, reserved_at: at })
    .onConflict((conflict) => conflict.column("card_number").doNothing())
    .returning("card_number")
    .executeTakeFirst();
  return row !== undefined;
}

export async function isReserved(tx: Transaction, cardNumber: string): Promise<boolean> {
  const query = tx.selectFrom("card_reservations").select("card_number").where("card_number", "=", cardNumber);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertionOf(db: Db, membershipId: string): Promise<CardInsertionsTable | null> {
  const query = db.selectFrom("card_insertions").selectAll().where("membership_id", "=", membershipId);
  return (await query.executeTakeFirst()) ?? null;
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

/** Links an account to a membership; from then on it is a member's. */
export async function linkAccount(
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

function withCard(db: Db) {
  return db
    .selectFrom("memberships")
    .leftJoin("cards", (join) =>
      join.onRef("cards.membership_id", "=", "memberships.id").on("cards.status", "=", "active"),
    )
    .leftJoin("accounts", "accounts.playersplus_id", "memberships.id")
    .select(["memberships.id", "memberships.wallet_key as walletKey", "accounts.id as accountId"])
    .select(["memberships.lastname", "memberships.firstname", "memberships.birthday"])
    .select(["memberships.mobile_phone as mobilePhone", "memberships.home_site_id as homeSiteId", "memberships.status"])
    .select(["memberships.joined_at as joinedAt", "memberships.excluded_since as excludedSince"])
    .select(["cards.card_number as cardNumber", "cards.type as cardType"]);
}

/** Active memberships with this phone number, for the caller to match by name and birthday. */
export function membershipsByPhone(tx: Transaction, mobilePhone: string): Promise<Membership[]> {
  return withCard(tx)
    .where("memberships.mobile_phone", "=", mobilePhone)
    .where("memberships.status", "=", "active")
    .limit(20)
    .execute();
}

/** Unlinks the membership from an account that was superseded or erased. */
export async function releaseFromDeadAccount(tx: Transaction, membershipId: string): Promise<boolean> {
  const released = await tx
    .updateTable("accounts")
    .set({ playersplus_id: null, wallet_key: null })
    .where("playersplus_id", "=", membershipId)
    .where("status", "in", ["superseded", "erased"])
    .executeTakeFirst();
  return released.numUpdatedRows > 0n;
}

/** The account's membership, with the account locked, so that concurrent links wait for each other. */
export async function lockAccountLink(tx: Transaction, accountId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("accounts")
    .select("playersplus_id")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.playersplus_id ?? null;
}

/**
 * Notes on the account of a membership that its holder was seen, unless that was noted within `since`. An account that another
 * transaction has locked is left out, because an erasure locks the account before the card and this one after it.
 */
export async function noteSeen(tx: Transaction, membershipId: string, at: Date, since: Date): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ last_seen_at: at, inactivity_noticed_at: null })
    .where("id", "=", (of) =>
      of
        .selectFrom("accounts as holder")
        .select("holder.id")
        .where("holder.playersplus_id", "=", membershipId)
        .where("holder.last_seen_at", "<", since)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Removes the person's data from an ended membership. Its number stays for the ledger. */
export async function forgetPerson(tx: Transaction, membershipId: string): Promise<void> {
  await tx
    .updateTable("memberships")
    .set({
      lastname: null,
      lastname_normalised: null,
      firstname: null,
      firstname_normalised: null,
      birthday: null,
      mobile_phone: null,
      status: "erased",
    })
    .where("id", "=", membershipId)
    .execute();
}

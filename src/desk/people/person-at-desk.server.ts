import { cardsOf, insertionOf } from "../../loyalty/records.server.ts";
import { giftsOf } from "../../gifts/gifts.server.ts";
import { emailChangeAtDesk } from "../../accounts/email/change.server.ts";
import { audit } from "../../staff/audit.server.ts";
import { may, type Desk } from "../../staff/operator.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { moneyAt } from "../../wallet/money-left.server.ts";
import { walletAtDesk } from "../../wallet/desk-wallets.server.ts";
import { type PersonHere, personOfRef, NO_ACCOUNT, subjectOf } from "./people.server.ts";

/** What this venue knows of a person: their rows, and what other rooms say of them. */
export type PersonAtDesk = Awaited<ReturnType<typeof personAtDesk>>;

/** Opens a person's page and records in the trail that the operator looked. Null when this venue may not see the person. */
export async function openPerson(world: World, desk: Desk<Venue>, ref: string): Promise<PersonAtDesk | null> {
  const { operator, venue } = desk;
  if (!may(operator, "MEMBERS_READ", venue.projectId)) return null;
  const person = await personOfRef(world, venue, ref);
  if (person === null) return null;
  await inTransaction(world.database, (tx) =>
    audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "member.view",
      subject: subjectOf(person),
      before: null,
      after: null,
    }),
  );
  return personAtDesk(world, desk, person);
}

async function personAtDesk(world: World, { operator, venue }: Desk<Venue>, person: PersonHere) {
  const { account, membership } = person;
  const { db } = world.database;
  const isLeaving = (account?.deletion_requested_at ?? account?.inactivity_noticed_at ?? null) !== null;
  const [cards, insertion, gifts, money, moneyLeft, emailChange] = await Promise.all([
    membership === null ? [] : cardsOf(db, membership.id),
    membership === null ? null : insertionOf(db, membership.id),
    giftsAtDesk(world, venue, person),
    membership === null ? null : walletAtDesk(world, membership.id, venue.siteId),
    account !== null && isLeaving ? moneyAt(world, account.id) : [],
    account === null
      ? null
      : emailChangeAtDesk(world, { operator, mayAct: may(operator, "MEMBERS_WRITE", venue.projectId) }, account.id),
  ]);
  return {
    ...person,
    cards,
    isInserted: insertion !== null,
    gifts,
    money,
    /** True if the account would be erased, on request or for inactivity, and money of the person at any casino delays it. */
    isKeptForMoney: moneyLeft.length > 0,
    emailChange,
  };
}

/** Gifts as the member sees them here. Only the end of each code, because the whole code is worth the gift. */
async function giftsAtDesk(world: World, venue: Venue, { account, membership }: PersonHere) {
  if (account === null && membership === null) return [];
  const holder = { accountId: account?.id ?? NO_ACCOUNT, playersPlusId: membership?.id ?? null };
  const lists = await Promise.all([
    giftsOf(world, venue, holder, "available"),
    giftsOf(world, venue, holder, "burned"),
  ]);
  return lists.flat().map((gift) => ({
    label: gift.label,
    status: gift.status,
    expiresAt: gift.expires_at ?? gift.offer_expires_at,
    ending: gift.code.slice(-4),
  }));
}

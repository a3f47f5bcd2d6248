import {
  askEmailChange,
  agreeForOldAddress,
  withdrawEmailChange,
  type ChangeAtDesk,
} from "../../accounts/email/change.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import type { Desk } from "../../staff/operator.ts";
import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { actOnPerson, type PersonDone } from "./actions.server.ts";
import { NO_ACCOUNT, type PersonHere } from "./people.server.ts";

/** Requests a new e-mail address for a confirmed account. Both addresses get a mail, and nothing changes before both agree. */
export async function askEmailChangeOf(
  world: World,
  desk: Desk<Venue>,
  ref: string,
  typed: string,
): Promise<PersonDone> {
  const atDesk = await deskOf(world, desk);
  return actOnPerson(world, desk, ref, "member.ask_email", async (tx, person) => {
    const asked = await askEmailChange(world, tx, atDesk(person), typed);
    if ("refusal" in asked) return asked;
    return { before: asked.replaced === null ? null : { change: asked.replaced }, after: { change: asked.id } };
  });
}

/** A second employee has checked the person's identity document and agrees in place of the old address. */
export async function agreeForOldAddressOf(world: World, desk: Desk<Venue>, ref: string): Promise<PersonDone> {
  const atDesk = await deskOf(world, desk);
  try {
    return await actOnPerson(world, desk, ref, "member.vouch_email", async (tx, person) => {
      const vouched = await agreeForOldAddress(world, tx, atDesk(person));
      if ("refusal" in vouched) return vouched;
      return { before: null, after: { change: vouched.id, identity_document: true } };
    });
  } catch (error) {
    // A node that still runs the previous release confirmed the address at the same moment, without taking the lock.
    if (isUniqueViolation(error)) return { refusal: "email_taken" };
    throw error;
  }
}

/** Withdraws an open change. */
export async function withdrawEmailChangeOf(world: World, desk: Desk<Venue>, ref: string): Promise<PersonDone> {
  const atDesk = await deskOf(world, desk);
  return actOnPerson(world, desk, ref, "member.withdraw_email", async (tx, person) => {
    const withdrawn = await withdrawEmailChange(world, tx, atDesk(person));
    return "refusal" in withdrawn ? withdrawn : { before: { change: withdrawn.id }, after: null };
  });
}

/** Reads the sender of the mails about a change. Call it before the transaction. */
async function deskOf(world: World, { operator, venue }: Desk<Venue>): Promise<(person: PersonHere) => ChangeAtDesk> {
  const sender = await mailSender(world, venue);
  return ({ account }) => ({ accountId: account?.id ?? NO_ACCOUNT, operator, venue, sender });
}

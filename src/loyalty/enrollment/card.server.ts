import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { move } from "./moves.server.ts";
import { changeEnrollment, lockEnrollment, personOfEnrollment, type EnrollmentOfPerson } from "./queries.server.ts";
import { hasNameAndBirthday, type Person } from "../../protection/exclusions/registers.server.ts";
import { createMembership, issueCard, membershipOfPerson } from "../memberships.server.ts";
import { linkAccount } from "../queries.server.ts";

export const CARD_QUEUE = "loyalty.card-creation";
const ATTEMPTS = { retryLimit: 12, retryDelaySeconds: 5 } as const;
const FAILURES_TOLD = 5;

/** Orders the card, in the transaction in which reception validated the enrollment. At most one order per enrollment waits. */
export async function orderCard(world: World, tx: Transaction, enrollmentId: string): Promise<void> {
  await world.jobs.send(tx, CARD_QUEUE, { enrollmentId }, { ...ATTEMPTS, singletonKey: enrollmentId });
}

/**
 * The job: creates the membership and the card of a validated enrollment. A failure sets CREATION_ERROR and is retried. From the
 * fifth failure on, it is logged as an error and counted as an alert.
 */
export async function createCard(world: World, enrollmentId: string): Promise<void> {
  const isOurs = await inTransaction(world.database, async (tx) => {
    const enrollment = await lockEnrollment(tx, enrollmentId);
    if (enrollment.status === "CREATION_IN_PROGRESS") return true;
    return (await move(world, tx, enrollment, "CREATION_IN_PROGRESS")) !== null;
  });
  if (!isOurs) return;
  try {
    await inTransaction(world.database, (tx) => complete(world, tx, enrollmentId), { isRepeatable: true });
  } catch (error) {
    await noteFailure(world, enrollmentId);
    throw error;
  }
}

/** Stores membership, card, link and status in one commit. The number shown at the entrance becomes the card's. */
async function complete(world: World, tx: Transaction, enrollmentId: string): Promise<void> {
  const enrollment = await lockEnrollment(tx, enrollmentId);
  if (enrollment.status !== "CREATION_IN_PROGRESS") return;
  const person = await personOfEnrollment(tx, enrollmentId);
  if (person === undefined || !hasNameAndBirthday(person) || person.card_id === null)
    throw new Error("The validated enrollment has no named person");
  const membership = await makeMember(world, tx, person, person.card_id);
  await move(world, tx, enrollment, "COMPLETED", { membership_id: membership.id });
  await linkAccount(tx, person.account_id, membership);
  await world.hooks.loyalty.joined(world, tx, {
    membershipId: membership.id,
    siteId: homeSite(person),
    country: person.country,
    sponsorMembershipId: person.sponsor_membership_id,
  });
}

async function makeMember(
  world: World,
  tx: Transaction,
  person: EnrollmentOfPerson & Person,
  cardId: string,
): Promise<{ id: string; walletKey: string }> {
  const named = { lastname: person.lastname, firstname: person.firstname, birthday: person.birthday };
  if ((await membershipOfPerson(world, tx, named)) !== null)
    throw new Error("An enrollment was validated for somebody who already has a membership");
  const membership = await createMembership(world, tx, {
    person: named,
    mobilePhone: person.mobile_phone,
    homeSiteId: homeSite(person),
  });
  const siteId = homeSite(person);
  const number = await issueCard(world, tx, { membershipId: membership.id, type: "DIGITAL", siteId, number: cardId });
  if (number === null) throw new Error("The number of the enrollment belongs to another card");
  return membership;
}

/** The site that issues the card becomes the member's home site. */
function homeSite({ validated_site_id: validated, site_id: begun }: EnrollmentOfPerson): number {
  return validated ?? begun;
}

async function noteFailure(world: World, enrollmentId: string): Promise<void> {
  const failures = await inTransaction(world.database, async (tx) => {
    const enrollment = await lockEnrollment(tx, enrollmentId);
    const count = enrollment.creation_failures + 1;
    await changeEnrollment(tx, enrollmentId, { creation_failures: count });
    await move(world, tx, enrollment, "CREATION_ERROR");
    return count;
  });
  world.metrics.count("card_creation_failures_total");
  if (failures < FAILURES_TOLD) return;
  world.metrics.count("card_creation_alerts_total");
  world.log.error({ enrollment: enrollmentId, failures }, "cannot create a member's card; somebody must look into it");
}

/** Completes an enrollment that linked an existing card, once its owner has had time to read so. */
export async function completeLinked(world: World, enrollmentId: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const enrollment = await lockEnrollment(tx, enrollmentId);
    if (enrollment.status === "LINKED") await move(world, tx, enrollment, "COMPLETED");
  });
}

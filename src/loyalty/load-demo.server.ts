import { DEMO_MEMBER } from "../accounts/demo-accounts.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { createMembership, issueCard, membershipOfPerson } from "./memberships.server.ts";
import { linkAccount } from "./queries.server.ts";

const HOME_SITE = 151;

/** Gives the demo member a membership and a card, once. Call it after the accounts are loaded. */
export async function loadDemoMemberships(world: World): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["id", "lastname", "firstname", "birthday", "mobile_phone"])
      .where("email", "=", DEMO_MEMBER)
      .where("status", "=", "confirmed")
      .where("playersplus_id", "is", null)
      .executeTakeFirst();
    if (!account?.lastname || !account.firstname || !account.birthday) return;
    const person = { lastname: account.lastname, firstname: account.firstname, birthday: account.birthday };
    if ((await membershipOfPerson(world, tx, person)) !== null) return;
    const made = await createMembership(world, tx, {
      person,
      mobilePhone: account.mobile_phone,
      homeSiteId: HOME_SITE,
    });
    await issueCard(world, tx, { membershipId: made.id, type: "DIGITAL", siteId: HOME_SITE });
    await linkAccount(tx, account.id, made);
  });
}

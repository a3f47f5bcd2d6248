import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { allowedOptins, setConsents } from "../accounts.server.ts";
import type { Member } from "../member.ts";

const ASKED_AGAIN_MONTHS = 12;

/**
 * Whether the phone screen asks for the opt-ins before it sends the code: only where SMS or e-mail is off, not within twelve months
 * of a 'No', and never where the law forbids to ask.
 */
export async function asksForOptins(world: World, venue: Venue | null, member: Member): Promise<boolean> {
  if (venue !== null && !venue.policy.mayAskMarketing) return false;
  if (member.optins.CANAL_SMS && member.optins.CANAL_EMAIL) return false;
  const account = await world.database.db
    .selectFrom("accounts")
    .select("optin_refused_at")
    .where("id", "=", member.accountId)
    .executeTakeFirst();
  const again = new Date(account?.optin_refused_at ?? 0);
  again.setUTCMonth(again.getUTCMonth() + ASKED_AGAIN_MONTHS);
  return again <= world.now();
}

/** 'Yes' turns all three channels on. 'No' changes none and is remembered. */
export async function answerOptins(world: World, venue: Venue | null, member: Member, isYes: boolean): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    if (isYes) {
      const all = allowedOptins(venue, { CANAL_EMAIL: true, CANAL_SMS: true, CANAL_LETTER: true });
      await setConsents(world, tx, member.accountId, all, "phone");
    }
    await tx
      .updateTable("accounts")
      .set({ optin_refused_at: isYes ? null : world.now() })
      .where("id", "=", member.accountId)
      .execute();
  });
}

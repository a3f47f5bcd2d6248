import { DAY_MS } from "../../platform/durations.ts";
import { confirmedAccount } from "../../accounts/email/pending-accounts.server.ts";
import { DEMO_ACCOUNTS } from "../../accounts/demo-accounts.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { changeEnrollment, enrollmentOfAccount, keepCardId, lockEnrollmentOf } from "./queries.server.ts";
import { personHash, reserveCardNumber } from "../memberships.server.ts";

const READY = "ready@demo.belrive.example";
const SITE_ID = 151;

/** Puts the demo person who only has to show a code at the entrance into READY, once. */
export async function loadDemoEnrollment(world: World): Promise<void> {
  const person = DEMO_ACCOUNTS.find(({ email }) => email === READY);
  const account = await confirmedAccount(world.database.db, READY);
  if (account === undefined || person === undefined) return;
  if ((await enrollmentOfAccount(world.database.db, account.id)) !== undefined) return;
  const at = world.now();
  const expiresAt = new Date(at.getTime() + 90 * DAY_MS);
  await inTransaction(world.database, async (tx) => {
    const { id } = await lockEnrollmentOf(tx, {
      id: world.uuid(),
      account_id: account.id,
      site_id: SITE_ID,
      country: "FR",
      expires_at: expiresAt,
      changed_at: at,
    });
    const cardId = await reserveCardNumber(world, tx);
    await keepCardId(tx, cardId, account.id, at);
    await changeEnrollment(tx, id, {
      status: "READY",
      card_id: cardId,
      checks_done: 6,
      person_hash: personHash(world, person),
      rules_version: "2026-11",
      rules_accepted_at: at,
    });
  });
}

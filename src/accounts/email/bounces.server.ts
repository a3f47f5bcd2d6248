import type { EndedMail } from "../../mail/hooks.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { setConsents } from "../accounts.server.ts";

/**
 * Marks an address that bounced, and turns its e-mail opt-in off; removes the mark when a mail arrives. A pending account keeps its
 * opt-in, because its own session can read it and would learn whether a mail was sent to the address, and so whether it is free.
 */
export async function noteAddress(
  world: World,
  tx: Transaction,
  { accountId, email, outcome }: EndedMail,
): Promise<void> {
  if (outcome === "refused") return;
  const changed = await tx
    .updateTable("accounts")
    .set({ email_bounced_at: outcome === "bounced" ? world.now() : null })
    .where("id", "=", accountId)
    .where("email", "=", email)
    .where("email_bounced_at", outcome === "bounced" ? "is" : "is not", null)
    .returning(["status", "accepts_email"])
    .executeTakeFirst();
  if (outcome === "bounced" && changed?.status === "confirmed" && changed.accepts_email)
    await setConsents(world, tx, accountId, { CANAL_EMAIL: false }, "bounce");
}

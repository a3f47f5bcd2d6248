import { z } from "zod";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { Mail } from "../../platform/gateways.ts";
import type { Job } from "../../platform/jobs.server.ts";
import { seal, unseal } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import { setConsents } from "../accounts.server.ts";

export const MAIL_QUEUE = "members.mail";
/** From seconds to an hour between attempts, about a day in all: a mail server that is down loses nothing; what it refuses for good is not tried again. */
const ATTEMPTS = { retryLimit: 30, retryDelaySeconds: 5 } as const;

const sealedMail = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** `id` names the mail for ever: a job that is repeated asks `isQueued` first, and nobody gets two. */
export type QueuedMail = { id: string; kind: string; accountId: string | null; mail: Omit<Mail, "id"> };

/**
 * Puts a mail into the outbox, in the transaction of the verb that wants it: it goes out if and only if that commits. What it
 * says is sealed until it is sent and forgotten then, because it may open an account.
 */
export async function queueMail(
  world: World,
  tx: Transaction,
  { id, kind, accountId, mail }: QueuedMail,
): Promise<void> {
  await tx
    .insertInto("mails")
    .values({
      id,
      kind,
      account_id: accountId,
      sealed_content: seal(world, "mail", JSON.stringify(mail)),
      created_at: world.now(),
      sent_at: null,
    })
    .execute();
  await world.jobs.send(tx, MAIL_QUEUE, { id }, ATTEMPTS);
}

/** True where a mail of this id was put into the outbox before. */
export async function isQueued(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.selectFrom("mails").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/**
 * Sends one mail of the outbox. A repeated job finds it sent and does nothing; a mail that went out in the moment of a crash
 * goes out again under the same Message-ID, which mailboxes show once. Throws where it must be tried again.
 */
export async function sendMail(world: World, { data }: Job<{ id: string }>): Promise<void> {
  const db = world.database.db;
  const row = await db
    .selectFrom("mails")
    .select(["sealed_content", "account_id"])
    .where("id", "=", data.id)
    .where("sent_at", "is", null)
    .where("refused_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || row.sealed_content === null) return;
  const content = unseal(world, "mail", row.sealed_content);
  if (content === null) throw new Error("A mail of the outbox cannot be unsealed");
  const mail = sealedMail.parse(JSON.parse(content));
  const outcome = await world.gateways.mail.send({ id: data.id, ...mail });
  world.metrics.count(`mails_total{outcome="${outcome}"}`);
  const at = world.now();
  await inTransaction(world.database, async (tx) => {
    const done = outcome === "sent" ? { sent_at: at } : { refused_at: at };
    await tx
      .updateTable("mails")
      .set({ ...done, sealed_content: null })
      .where("id", "=", data.id)
      .execute();
    if (row.account_id !== null) await noteAddress(world, tx, { accountId: row.account_id, email: mail.to, outcome });
  });
}

/**
 * An address that is refused for good is flagged and written to no more about what the house sells; one that takes a mail is well again.
 * A pending account's choices stay: its session reads them, and a mail of its own goes to an address only that is nobody's (G50).
 */
async function noteAddress(
  world: World,
  tx: Transaction,
  { accountId, email, outcome }: { accountId: string; email: string; outcome: "sent" | "bounced" | "refused" },
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

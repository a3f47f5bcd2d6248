import { z } from "zod";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { Mail } from "../platform/gateways/messages.ts";
import type { Job } from "../platform/jobs.server.ts";
import { decrypt, encrypt } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";

export const MAIL_QUEUE = "members.mail";
/** Retries from seconds to an hour apart, for about a day in all. A mail that is refused for good is not retried. */
const ATTEMPTS = { retryLimit: 30, retryDelaySeconds: 5 } as const;

const outboxMail = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** `id` names the mail for ever: a repeated job checks `isQueued` first, so that nobody gets a mail twice. */
export type QueuedMail = { id: string; kind: string; accountId: string | null; mail: Omit<Mail, "id"> };

/**
 * Puts a mail into the outbox in the caller's transaction, so that it is sent only if that commits. The content is encrypted until it
 * is sent and deleted then, because it may hold a link that opens an account.
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
      sealed_content: encrypt(world, "mail", JSON.stringify(mail)),
      created_at: world.now(),
      sent_at: null,
    })
    .execute();
  await world.jobs.send(tx, MAIL_QUEUE, { id }, ATTEMPTS);
}

/** True where a mail with this id is in the outbox or was sent. */
export async function isQueued(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.selectFrom("mails").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/**
 * Sends one mail of the outbox. A repeated job finds it sent and does nothing. After a crash in between, a mail goes out twice with
 * the same Message-ID, which mail programs show once. Throws to be retried.
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
  const content = decrypt(world, "mail", row.sealed_content);
  if (content === null) throw new Error("A mail of the outbox cannot be decrypted");
  const mail = outboxMail.parse(JSON.parse(content));
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
    if (row.account_id !== null)
      await world.hooks.mail.ended(world, tx, { accountId: row.account_id, email: mail.to, outcome });
  });
}

import { z } from "zod";
import type { Transaction } from "../platform/database.server.ts";
import type { Mail } from "../platform/gateways.ts";
import type { Job } from "../platform/jobs.server.ts";
import { seal, unseal } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";

export const MAIL_QUEUE = "members.mail";
/** From seconds to an hour between attempts, about a day in all: a mail server that is down loses nothing. */
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
    .select("sealed_content")
    .where("id", "=", data.id)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || row.sealed_content === null) return;
  const content = unseal(world, "mail", row.sealed_content);
  if (content === null) throw new Error("A mail of the outbox cannot be unsealed");
  await world.gateways.mail.send({ id: data.id, ...sealedMail.parse(JSON.parse(content)) });
  await db.updateTable("mails").set({ sent_at: world.now(), sealed_content: null }).where("id", "=", data.id).execute();
}

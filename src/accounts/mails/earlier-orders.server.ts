import { inTransaction } from "../../platform/database/database.server.ts";
import type { Jobs } from "../../platform/jobs.server.ts";
import { decrypt } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import { askForMail, type MailOrder } from "../../mail/requests.server.ts";

/** What nodes of version 1.0.0 ask for counts as asked for by one network. */
const NETWORK = "version 1.0.0";

type Earlier = { projectId: number | null; locale: Locale };
type ConfirmationOrder = Earlier & { accountId: string };
type RecoveryOrder = Earlier & { sealedEmail: string };

/**
 * Answers the mails that nodes of version 1.0.0 still order, in queues of their own, while they run beside this one. Each order becomes
 * a request like any other.
 */
export async function startEarlierOrders(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  await jobs.work<ConfirmationOrder>("members.confirmation", async (batch) => {
    for (const { data } of batch) {
      const email = await pendingAddress(world, data.accountId);
      if (email !== null) await ask(world, "registration", { ...data, email });
    }
  });
  await jobs.work<RecoveryOrder>("members.recovery", async (batch) => {
    for (const { data } of batch) {
      const email = decrypt(world, "recovery", Buffer.from(data.sealedEmail, "base64url"));
      if (email !== null) await ask(world, "recovery", { ...data, email, accountId: null });
    }
  });
}

async function pendingAddress(world: World, accountId: string): Promise<string | null> {
  const account = await world.database.db
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", accountId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return account?.email ?? null;
}

async function ask(
  world: World,
  kind: "registration" | "recovery",
  { email, accountId, projectId, locale }: Pick<MailOrder, "email" | "accountId" | "projectId" | "locale">,
): Promise<void> {
  const order = { email, accountId, projectId, locale, device: "", logIn: null };
  await inTransaction(world.database, (tx) => askForMail(world, tx, { kind, network: NETWORK, order }));
}

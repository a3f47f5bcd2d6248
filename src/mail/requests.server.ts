import { sql } from "kysely";
import { z } from "zod";
import type { MailRequestsTable } from "../../db/tables.ts";
import { type Db, inTransaction, type Transaction } from "../platform/database/database.server.ts";
import { limitHash } from "../platform/http/counted-limits.server.ts";
import { decrypt, encrypt } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { askedMail, type MailBody } from "./composed.server.ts";
import { mailSender, type MailSender, type PartFrame } from "./sender.server.ts";
import { nextMailAt, REMEMBERED_SECONDS, type EarlierMails } from "./spacing.ts";
import { queueMail } from "./outbox.server.ts";

export const ASKED_MAIL_QUEUE = "members.asked_mail";
/** Requests of staff at the desk count as those of one network with this name. */
export const DESK_NETWORK = "desk";

export type MailKind = MailRequestsTable["kind"];

const mailOrder = z.object({
  email: z.string(),
  projectId: z.int().nullable(),
  locale: z.enum(["fr", "en"]),
  /** The account that was registered; null for other kinds. */
  accountId: z.string().nullable(),
  /** What a provider said of the person, encrypted again, in base64url; null for other kinds. */
  logIn: z.string().nullable(),
  /** Browser and system of the requester, in words. */
  device: z.string(),
});

/** What a mail is made of. The address and the account are looked up when it is made, after the reply. */
export type MailOrder = z.output<typeof mailOrder>;

/** One part of a mail: what answers the newest request of a kind. `firstname` is that of a confirmed account only. */
type MailPart = {
  words: MailBody;
  firstname: string | null;
  accountId: string | null;
};

/** Makes the part for a request, in the transaction that answers it; null where nobody is to be written to. */
export type MakePart = (
  world: World,
  tx: Transaction,
  frame: PartFrame,
  order: MailOrder & { askedAt: Date },
) => Promise<MailPart | null>;

/** The job's data: the keyed hash of the address, in base64url. */
export type AskedMail = { address: string };

/**
 * Asks for a mail to an address, in the caller's transaction. Nothing is looked up about its holder, so the answer and its time are the
 * same for every address. A network has one waiting request of each kind for an address: asking again replaces it and counts. Returns
 * how many seconds the network has to wait because of its own earlier requests; others' requests for the address may add up to ten
 * minutes.
 */
export async function askForMail(
  world: World,
  tx: Transaction,
  { kind, network, order }: { kind: MailKind; network: string; order: MailOrder },
): Promise<{ waitSeconds: number }> {
  const address = addressHash(world, order.email);
  const networkHash = limitHash(world, ["network that asks for a mail", network]);
  const now = world.now();
  await tx
    .insertInto("mail_requests")
    .values({
      id: world.uuid(),
      address_hash: address,
      network_hash: networkHash,
      kind,
      sealed_order: encrypt(world, "mail", JSON.stringify(order)),
      asked_at: now,
      times: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["address_hash", "network_hash", "kind"])
        .where("answered_at", "is", null)
        .doUpdateSet(({ ref }) => ({
          // Another id: an answer that has read the earlier request leaves this one to its own job.
          id: ref("excluded.id"),
          sealed_order: ref("excluded.sealed_order"),
          asked_at: ref("excluded.asked_at"),
          times: sql<number>`mail_requests.times + 1`,
        })),
    )
    .execute();
  const [earlier] = await earlierMails(world, tx, address, [networkHash]);
  if (earlier === undefined) throw new Error("The network's own request was not found");
  const { at, ownAt } = nextMailAt(earlier, now.getTime());
  await orderAnswer(world, tx, address, at);
  return { waitSeconds: Math.ceil((ownAt - now.getTime()) / 1_000) };
}

function addressHash(world: World, email: string): Uint8Array {
  return limitHash(world, ["address that is written to", email]);
}

/** What an address was sent, as each of these networks sees it. Counted by the database, because thousands may have asked. */
async function earlierMails(
  world: World,
  db: Db,
  address: Uint8Array,
  networks: readonly Uint8Array[],
): Promise<EarlierMails[]> {
  const since = new Date(world.now().getTime() - REMEMBERED_SECONDS * 1_000);
  const { rows } = await sql<{ own: number; own_last_at: Date | null; last_at: Date | null; is_shared: boolean }>`
    with answered as (
      select network_hash, count(distinct answered_at)::integer as mails, max(answered_at) as last_at
      from mail_requests where address_hash = ${address} and answered_at > ${since} group by network_hash
    ), sent as (select count(*) as networks, max(last_at) as last_at from answered)
    select coalesce(own.mails, 0) as own, own.last_at as own_last_at, sent.last_at,
      sent.networks > case when own.mails is null then 0 else 1 end as is_shared
    from unnest(${networks}::bytea[]) asking (network_hash) cross join sent left join answered own using (network_hash)`.execute(
    db,
  );
  return rows.map(({ own, own_last_at: ownLastAt, last_at: lastAt, is_shared: isShared }) => ({
    own,
    ownLastAt: ownLastAt?.getTime() ?? null,
    lastAt: lastAt?.getTime() ?? null,
    isShared,
  }));
}

async function orderAnswer(world: World, tx: Transaction, address: Uint8Array, at: number): Promise<void> {
  const data: AskedMail = { address: Buffer.from(address).toString("base64url") };
  const isDue = at <= world.now().getTime();
  await world.jobs.send(tx, ASKED_MAIL_QUEUE, data, isDue ? {} : { startAfter: new Date(at) });
}

/**
 * The job: answers what waits for an address by one mail, once it is due. The mail has a part for the newest request of each kind.
 * Repeating it does nothing. A request that comes in meanwhile is left to its own job.
 */
export async function answerMailRequests(
  world: World,
  venueOf: VenueTable["byProject"],
  { address: given }: AskedMail,
): Promise<void> {
  const address = Buffer.from(given, "base64url");
  // Read before the transaction: a sender is read on a connection of its own.
  const seen = await waitingRequests(world, world.database.db, address);
  const seenIds = new Set(seen.map(({ id }) => id));
  const senders = new Map<number | null, MailSender>();
  for (const projectId of new Set(seen.map(({ order }) => order.projectId)))
    senders.set(projectId, await mailSender(world, venueOf(projectId)));
  await inTransaction(world.database, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail to ${given}`}, 0))`.execute(tx);
    const waiting = (await waitingRequests(world, tx, address)).filter(({ id }) => seenIds.has(id));
    if (waiting.length === 0) return;
    const now = world.now();
    const earlier = await earlierMails(
      world,
      tx,
      address,
      waiting.map(({ network }) => network),
    );
    const due = earlier.reduce((first, mails) => Math.min(first, nextMailAt(mails, now.getTime()).at), Infinity);
    if (due > now.getTime()) return orderAnswer(world, tx, address, due);
    // Locks accounts before requests, as the desk does when it asks for a mail; the other order could deadlock with it.
    await write(world, tx, { waiting, senders });
    const ids = waiting.map(({ id }) => id);
    await tx
      .updateTable("mail_requests")
      .set({ answered_at: now, sealed_order: null })
      // One parameter, however many networks have asked.
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute();
  });
}

type Waiting = Awaited<ReturnType<typeof waitingRequests>>[number];

/** The newest first. */
async function waitingRequests(world: World, db: Db, address: Uint8Array) {
  const rows = await db
    .selectFrom("mail_requests")
    .select(["id", "kind", "network_hash", "sealed_order", "asked_at", "times"])
    .where("address_hash", "=", address)
    .where("answered_at", "is", null)
    .orderBy("asked_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id, kind, network_hash: network, sealed_order: encrypted, asked_at: askedAt, times }) => {
    const text = encrypted === null ? null : decrypt(world, "mail", encrypted);
    if (text === null) throw new Error("A request for a mail cannot be decrypted");
    return { id, kind, network, askedAt, times, order: mailOrder.parse(JSON.parse(text)) };
  });
}

async function write(
  world: World,
  tx: Transaction,
  { waiting, senders }: { waiting: Waiting[]; senders: Map<number | null, MailSender> },
): Promise<void> {
  const newest = waiting.filter(({ kind }, at) => waiting.findIndex((other) => other.kind === kind) === at);
  const made: { part: MailPart; frame: PartFrame; kind: MailKind }[] = [];
  // The button is for what only the mailbox proves. A social log-in may be a stranger's, so it never has the button beside something else.
  const inOrder = [...newest].sort((one, other) => Number(one.kind === "social") - Number(other.kind === "social"));
  // One language for all parts: that of the newest request, a social log-in's only where nothing else was asked.
  const locale = inOrder[0]?.order.locale ?? "fr";
  for (const { kind, order, askedAt } of inOrder) {
    const sender = senders.get(order.projectId);
    if (sender === undefined) continue;
    const frame = { sender, locale, to: order.email };
    const part = await world.hooks.mail.parts[kind](world, tx, frame, { ...order, askedAt });
    if (part !== null) made.push({ part, frame, kind });
  }
  const [first, ...further] = made;
  if (first === undefined) return;
  const firstname = made.find(({ part }) => part.firstname !== null)?.part.firstname ?? null;
  const words = made.map(({ part }) => part.words);
  const asked = waiting.reduce((sum, { times }) => sum + times, 0);
  const others = further.map(({ frame }) => frame.sender);
  const mail = askedMail({ ...first.frame, firstname }, words, asked, others);
  await queueMail(world, tx, { id: world.uuid(), kind: first.kind, accountId: first.part.accountId, mail });
}

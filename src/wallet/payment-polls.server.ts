import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { memberOfToken } from "../members/sessions.server.ts";
import { tokenHash } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";
import { paymentOf } from "./payment-queries.server.ts";
import { isOpen } from "./payment-state.ts";
import { settleNews } from "./reconcile.server.ts";
import type { Sites } from "./wallets.server.ts";

const CHANNEL = "payment_polls";
const REMEMBERED = 20_000;
/** A lost notice cannot mislead for ever. */
const AGE_MS = 60_000;
/** A session that has ended is refused within a second (S1). */
const SESSION_MS = 1_000;
/** How often polls make the bank be asked about one payment, beside its notices and the reconciler. */
const NUDGE_MS = 5_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type PaymentView = {
  data: {
    payment: { status: string };
    transaction: { status: { name: string } }[];
  };
  error: string | null;
};
export type PollAnswer = { body: string; etag: string };
type Kept = PollAnswer & { accountId: string; isOpen: boolean };
export type PaymentPolls = Awaited<ReturnType<typeof openPaymentPolls>>;

/**
 * The answers of GET /transaction/{uuid}, remembered so that an unchanged poll asks the database nothing: the database tells of every change
 * (0009-wallets.sql). A poll of an open payment makes the bank be asked now and then, and never waits for it.
 */
export async function openPaymentPolls(world: World, sites: Sites) {
  const answers = new LRUCache<string, Kept>({ max: REMEMBERED, ttl: AGE_MS });
  const sessions = new LRUCache<string, { accountId: string | null }>({ max: REMEMBERED, ttl: SESSION_MS });
  const nudged = new LRUCache<string, true>({ max: REMEMBERED, ttl: NUDGE_MS });
  /** What was told while answers were being read. */
  const reading = new Set<Set<string>>();
  const stop = await world.database.listen(
    CHANNEL,
    (uuid) => {
      for (const told of reading) told.add(uuid);
      answers.delete(uuid);
    },
    () => {
      for (const told of reading) told.add(EVERY);
      answers.clear();
    },
  );

  const keyOf = (token: string) => Buffer.from(tokenHash(token)).toString("base64url");
  async function accountOf(token: string): Promise<string | null> {
    const key = keyOf(token);
    const kept = sessions.get(key);
    if (kept !== undefined) return kept.accountId;
    const accountId = (await memberOfToken(world, token))?.accountId ?? null;
    sessions.set(key, { accountId });
    return accountId;
  }
  async function read(uuid: string): Promise<Kept | null> {
    const told = new Set<string>();
    reading.add(told);
    try {
      const payment = await paymentOf(world.database.db, uuid);
      if (payment === undefined) return null;
      const view: PaymentView = {
        data: {
          payment: { status: payment.status },
          transaction: [{ status: { name: payment.transaction_status } }],
        },
        error: payment.error,
      };
      const body = JSON.stringify(view);
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      const kept = { accountId: payment.account_id, body, etag, isOpen: isOpen(payment.status) };
      if (!told.has(uuid) && !told.has(EVERY)) answers.set(uuid, kept);
      return kept;
    } finally {
      reading.delete(told);
    }
  }
  function nudge(uuid: string): void {
    if (nudged.has(uuid)) return;
    nudged.set(uuid, true);
    settleNews(world, sites, uuid).catch((error: unknown) =>
      world.log.warn({ err: error, payment: uuid }, "a polled payment could not be settled"),
    );
  }

  return {
    /** The same where session and answer are both remembered; null sends the request the long way. */
    kept(token: string, uuid: string): PollAnswer | null {
      const accountId = sessions.get(keyOf(token))?.accountId ?? null;
      const kept = accountId === null ? undefined : answers.get(uuid);
      if (kept === undefined || kept.accountId !== accountId) return null;
      if (kept.isOpen) nudge(uuid);
      return kept;
    },
    /** "anonymous" where the token is nobody's; null for no payment of this member's, whoever else's it is (T6). */
    async answer(token: string, uuid: string): Promise<PollAnswer | "anonymous" | null> {
      const accountId = await accountOf(token);
      if (accountId === null) return "anonymous";
      const kept = UUID.test(uuid) ? (answers.get(uuid) ?? (await read(uuid))) : null;
      if (kept === null || kept.accountId !== accountId) return null;
      if (kept.isOpen) nudge(uuid);
      return kept;
    },
    close: stop,
  };
}

const EVERY = "*";

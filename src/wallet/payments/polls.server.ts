import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { openKnownSessions } from "../../accounts/sessions/known-sessions.server.ts";
import { openNotifiedCache } from "../../platform/database/notified-cache.server.ts";
import type { World } from "../../platform/world.ts";
import { paymentOf } from "./queries.server.ts";
import { isOpen } from "./state.ts";
import { knownOfBank, settleNews, type KnownOfBank } from "./reconcile.server.ts";
import type { Sites } from "../wallets.server.ts";

const CHANNEL = "payment_polls";
/** How often polls make the bank be asked about one payment, beside its notices and the reconciler; the clock is looked at as seldom as does. */
const NUDGED = { max: 20_000, ttl: 5_000, ttlResolution: 250 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type PaymentView = {
  data: {
    payment: { status: string };
    transaction: { status: { name: string } }[];
  };
  error: string | null;
};
type PollAnswer = { body: string; etag: string };
/** `known` of a payment whose news the bank may have. */
type Kept = PollAnswer & { known: KnownOfBank | null };
export type PaymentPolls = Awaited<ReturnType<typeof openPaymentPolls>>;

/**
 * The answers of GET /transaction/{uuid}, remembered so that an unchanged poll asks the database nothing: the database tells of every change
 * (0015-wallet.sql). A poll of an open payment makes the bank be asked now and then, and never waits for it.
 */
export async function openPaymentPolls(world: World, sites: Sites) {
  const answers = await openNotifiedCache<Kept>(world, CHANNEL);
  const sessions = await openKnownSessions(world);
  const nudged = new LRUCache<string, true>(NUDGED);

  async function load(accountId: string, uuid: string) {
    const payment = await paymentOf(world.database.db, uuid);
    if (payment?.account_id !== accountId) return null;
    const view: PaymentView = {
      data: {
        payment: { status: payment.status },
        transaction: [{ status: { name: payment.transaction_status } }],
      },
      error: payment.error,
    };
    const body = JSON.stringify(view);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const known = isOpen(payment.status) ? await knownOfBank(world, payment) : null;
    return { value: { body, etag, known }, about: uuid };
  }
  function nudge(uuid: string, known: KnownOfBank): void {
    if (nudged.has(uuid)) return;
    nudged.set(uuid, true);
    settleNews(world, sites, uuid, known).catch((error: unknown) =>
      world.log.warn({ err: error, payment: uuid }, "a polled payment could not be settled"),
    );
  }
  function told(uuid: string, kept: Kept | null): PollAnswer | null {
    if (kept !== null && kept.known !== null) nudge(uuid, kept.known);
    return kept;
  }
  /** Remembered for its owner alone: another's payment is looked for like one that there is not, and takes as long (T6). */
  const keyOf = (accountId: string, uuid: string) => `${accountId} ${uuid}`;

  return {
    /** "anonymous" where the token is nobody's; null for no payment of this member's, whoever else's it is (T6). */
    async answer(token: string, uuid: string): Promise<PollAnswer | "anonymous" | null> {
      const accountId = await sessions.accountOf(token);
      if (accountId === null) return "anonymous";
      if (!UUID.test(uuid)) return null;
      const key = keyOf(accountId, uuid);
      return told(uuid, answers.kept(key) ?? (await answers.read(key, () => load(accountId, uuid))));
    },
    async close() {
      await answers.close();
      await sessions.close();
    },
  };
}

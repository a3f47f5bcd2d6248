import { isUuid } from "../../platform/uuid.ts";
import { LRUCache } from "lru-cache";
import { openKnownSessions } from "../../accounts/sessions/known-sessions.server.ts";
import { openNotifiedCache } from "../../platform/database/notified-cache.server.ts";
import { tagOf } from "../../platform/http/entity-tag.server.ts";
import type { World } from "../../platform/world.ts";
import { paymentOf } from "./queries.server.ts";
import { isOpen } from "./state.ts";
import { knownBankState, settleFromPoll, type KnownBankState } from "./reconcile.server.ts";
import type { Sites } from "../wallets.server.ts";

const CHANNEL = "payment_polls";
/** Polls ask the bank about one payment at most every five seconds. The webhooks and the reconciler ask besides. */
const NUDGED = { max: 20_000, ttl: 5_000, ttlResolution: 250 };

type PollAnswer = { body: string; etag: string };
/** `known` is set for an open payment, about which the bank may have news. */
type Kept = PollAnswer & { known: KnownBankState | null };
export type PaymentPolls = Awaited<ReturnType<typeof openPaymentPolls>>;

/**
 * Answers GET /transaction/{uuid} from a cache, so that an unchanged poll costs no query. Triggers of the database
 * announce every change (db/migrations/0015-wallet.sql). A poll of an open payment sometimes asks the bank in the
 * background, and never waits for it.
 */
export async function openPaymentPolls(world: World, sites: Sites) {
  const answers = await openNotifiedCache<Kept>(world, CHANNEL);
  const sessions = await openKnownSessions(world);
  const nudged = new LRUCache<string, true>(NUDGED);

  async function load(accountId: string, uuid: string) {
    const payment = await paymentOf(world.database.db, uuid);
    if (payment?.account_id !== accountId) return null;
    const { status, transaction_status: name, error } = payment;
    const body = JSON.stringify({ data: { payment: { status }, transaction: [{ status: { name } }] }, error });
    const etag = `"${tagOf(body)}"`;
    const known = isOpen(payment.status) ? await knownBankState(world, payment) : null;
    return { value: { body, etag, known }, about: uuid };
  }
  function nudge(uuid: string, known: KnownBankState): void {
    if (nudged.has(uuid)) return;
    nudged.set(uuid, true);
    settleFromPoll(world, sites, uuid, known).catch((error: unknown) =>
      world.log.warn({ err: error, payment: uuid }, "a polled payment could not be settled"),
    );
  }
  function told(uuid: string, kept: Kept | null): PollAnswer | null {
    if (kept !== null && kept.known !== null) nudge(uuid, kept.known);
    return kept;
  }

  return {
    /** Returns "anonymous" for an invalid token, and null for a payment that is unknown or somebody else's. */
    async answer(token: string, uuid: string): Promise<PollAnswer | "anonymous" | null> {
      const accountId = await sessions.accountOf(token);
      if (accountId === null) return "anonymous";
      if (!isUuid(uuid)) return null;
      // Cached per owner. A payment of somebody else is looked up like one that does not exist, and takes as long.
      const key = `${accountId} ${uuid}`;
      return told(uuid, answers.kept(key) ?? (await answers.read(key, () => load(accountId, uuid))));
    },
    async close() {
      await answers.close();
      await sessions.close();
    },
  };
}

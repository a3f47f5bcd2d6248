import { NotReached } from "../../src/platform/not-reached.ts";
import type { BankGateway, BankOrder, BankSession, PaymentFact } from "../../src/platform/gateways.ts";

/** A bank in memory. It records what it was asked and answers as a test tells it to. */
export type RecordedBank = BankGateway & {
  orders: (BankOrder & { sessionId: string })[];
  sessions: Map<string, BankSession>;
  /** Refunds to payers, by idempotency key. */
  refunds: Map<string, { refundId: string; sessionId: string; amountMinor: bigint }>;
  /**
   * What goes wrong with every call. "down": it fails and nothing happens; "unreachable": no connection; "lost": the
   * work is done, but its answer never arrives. Answers wait for `until`.
   */
  fault: { on: "down" | "unreachable" | "lost" | null; until: Promise<void> | null };
  /** Sessions that the bank cannot read: a read throws. */
  unreadable: Set<string>;
  /** How many pages of payments that were not made through our API the bank's list starts with. */
  foreignPages: { count: number };
  /** Whether the bank refuses new payments or refunds. */
  refuses: { start: boolean; refund: boolean };
  /** Sets the state of a payment, as the bank's API reports it from now on. */
  tell: (sessionId: string, fact: PaymentFact, change?: Partial<BankSession>) => void;
  /** The newest session of a payment of ours, by its UUID. */
  sessionOf: (state: string) => string;
};

export function recordedBank(): RecordedBank {
  const orders: RecordedBank["orders"] = [];
  const sessions = new Map<string, BankSession>();
  const refunds: RecordedBank["refunds"] = new Map();
  const fault: RecordedBank["fault"] = { on: null, until: null };
  const refuses = { start: false, refund: false };
  const unreadable = new Set<string>();
  const foreignPages = { count: 0 };
  let made = 0;

  /** Does the work unless the bank is down, then returns its answer unless that is to be lost. */
  async function through<Answer>(work: () => Answer): Promise<Answer> {
    if (fault.on === "down") throw new Error("The bank is down");
    if (fault.on === "unreachable") throw new NotReached("The bank's name is not known");
    const answer = work();
    await fault.until;
    if (fault.on === "lost") throw new Error("The bank's answer is lost");
    return answer;
  }
  return {
    orders,
    sessions,
    refunds,
    fault,
    unreadable,
    foreignPages,
    refuses,
    tell(sessionId, fact, change = {}) {
      const session = sessions.get(sessionId);
      if (session === undefined) throw new Error("There is no such session");
      sessions.set(sessionId, { ...session, fact, isFinal: fact === "PAID" || fact === "CANCELLED", ...change });
    },
    sessionOf: (state) => orders.findLast((order) => order.state === state)?.sessionId ?? "none",
    start: (order) =>
      through(() => {
        if (refuses.start) return "refused";
        const sessionId = `session-${(made += 1)}`;
        orders.push({ ...order, sessionId });
        sessions.set(sessionId, {
          sessionId,
          state: order.state,
          fact: "INIT",
          isFinal: false,
          amountMinor: order.amountMinor,
          currency: order.currency,
          payerName: null,
        });
        return { sessionId, url: `https://bank.test/${sessionId}` };
      }),
    read: (sessionId) =>
      through(() => {
        if (unreadable.has(sessionId)) throw new Error("The bank cannot tell of this one");
        return sessions.get(sessionId) ?? null;
      }),
    find: (state) => through(() => [...sessions.values()].filter((session) => session.state === state)),
    // One payment per page, so that a test fails if the caller reads only the first page.
    list: (_since, page) =>
      through(() => {
        if (page <= foreignPages.count) return { sessions: [], count: 1 };
        const at = page - foreignPages.count;
        const listed = [...sessions.values()].slice(at - 1, at);
        return { sessions: listed, count: listed.length };
      }),
    refundKeys: (sessionId) =>
      through(() => {
        if (unreadable.has(sessionId)) throw new Error("The bank cannot tell of this one");
        return [...refunds].flatMap(([key, one]) => (one.sessionId === sessionId ? [key] : []));
      }),
    refund: ({ sessionId, amountMinor, key }) =>
      through(() => {
        if (refuses.refund) return "refused";
        const known = refunds.get(key) ?? { refundId: `refund-${refunds.size + 1}`, sessionId, amountMinor };
        refunds.set(key, known);
        return { refundId: known.refundId };
      }),
    // The signature of a test is the word "test".
    readNotice({ headers, body }) {
      if (headers.get("signature") !== "test") return "unsigned";
      try {
        const notice = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, string>;
        const { session_id: sessionId, status = "", state = null, fact } = notice;
        if (sessionId === undefined || fact === undefined) return "garbled";
        return { sessionId, status, state, fact: fact as PaymentFact };
      } catch {
        return "garbled";
      }
    },
  };
}

import { NotReached } from "../../src/platform/not-reached.ts";
import type { BankGateway, BankOrder, BankSession, PaymentFact } from "../../src/platform/gateways.ts";

/** A bank in memory: what was asked of it, and what a test lets it say. */
export type RecordedBank = BankGateway & {
  orders: (BankOrder & { sessionId: string })[];
  sessions: Map<string, BankSession>;
  /** What went back to payers, by key. */
  refunds: Map<string, { refundId: string; sessionId: string; amountMinor: bigint }>;
  /** "down": no answer and nothing done; "unreachable": no connection; "lost": done, and the answer is lost. Answers wait for `until`. */
  fault: { on: "down" | "unreachable" | "lost" | null; until: Promise<void> | null };
  /** Sessions of which the bank can tell nothing. */
  unreadable: Set<string>;
  /** So many pages of the bank's list, before all others, are payments that nobody asked for through its API. */
  foreignPages: { count: number };
  /** Whether new payments and refunds are refused for good. */
  refuses: { start: boolean; refund: boolean };
  /** Lets a payment come to something, as its API tells it from then on. */
  tell: (sessionId: string, fact: PaymentFact, change?: Partial<BankSession>) => void;
  /** Session of our payment's UUID: the last one. */
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

  /** Does the work unless the bank is down, and gives its answer unless that is lost. */
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
    // One a page, so that whoever stops after the first is found out.
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
    // A test signs by saying so.
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

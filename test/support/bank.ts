import { NotReached } from "../../src/platform/not-reached.ts";
import type {
  BankGateway,
  BankOrder,
  Banks,
  BankSession,
  BankWebhook,
  PaymentFact,
} from "../../src/platform/gateways/bank.ts";

/** The company of a session that a test puts into the bank by hand, and of webhooks signed with the word "test". */
export const COMPANY = "port-serac";

type Order = Pick<BankSession, "orderedMinor" | "communication">;
/** A session that a test puts in by hand may lack what was ordered. */
type Recorded = Omit<BankSession, keyof Order> & Partial<Order> & { company?: string };

/**
 * A bank in memory, with an application for every company. It records what it was asked and answers as a test tells it
 * to.
 */
export type RecordedBank = Banks & {
  orders: (BankOrder & { sessionId: string; company: string })[];
  /** `company`: whose application ordered it, and alone may see it. */
  sessions: Map<string, Recorded>;
  /** Refunds to payers, by idempotency key. */
  refunds: Map<string, { refundId: string; sessionId: string; amountMinor: bigint }>;
  /** Companies without an application. */
  missing: Set<string>;
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
  /** Ends all that a test made go wrong. */
  heal: () => void;
  /** The newest session of a payment of ours, by its UUID. */
  sessionOf: (state: string) => string;
};

export function recordedBank(): RecordedBank {
  const orders: RecordedBank["orders"] = [];
  const sessions: RecordedBank["sessions"] = new Map();
  const missing = new Set<string>();
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
  /** A test signs with the word "test", or with "test of" a company. */
  const readSigned: Banks["readWebhook"] = ({ headers, body }) => {
    const signature = /^test(?: of (.+))?$/.exec(headers.get("signature") ?? "");
    return signature === null ? "unsigned" : { company: signature[1] ?? COMPANY, webhook: webhookOf(body) };
  };
  /** The bank as one company's application sees it. */
  const gatewayOf = (company: string): BankGateway => {
    const own = () =>
      [...sessions.values()].flatMap(({ company: owner = COMPANY, ...session }) =>
        owner === company ? [{ orderedMinor: session.amountMinor, communication: null, ...session }] : [],
      );
    const find = (sessionId: string) => own().find((session) => session.sessionId === sessionId);
    return {
      application: `application-of-${company}`,
      start: (order) =>
        through(() => {
          if (refuses.start) return "refused";
          const sessionId = `session-${(made += 1)}`;
          orders.push({ ...order, sessionId, company });
          sessions.set(sessionId, {
            company,
            sessionId,
            state: order.state,
            fact: "INIT",
            isFinal: false,
            amountMinor: order.amountMinor,
            orderedMinor: order.amountMinor,
            communication: order.communication,
            currency: order.currency,
            payerName: null,
          });
          return { sessionId, url: `https://bank.test/${sessionId}` };
        }),
      read: (sessionId) =>
        through(() => {
          if (unreadable.has(sessionId)) throw new Error("The bank cannot read this session");
          return find(sessionId) ?? null;
        }),
      find: (state) => through(() => own().filter((session) => session.state === state)),
      // One payment per page, so that a test fails if the caller reads only the first page.
      list: (_since, page) =>
        through(() => {
          if (page <= foreignPages.count) return { sessions: [], count: 1 };
          const at = page - foreignPages.count;
          const listed = own().slice(at - 1, at);
          return { sessions: listed, count: listed.length };
        }),
      refundKeys: (sessionId) =>
        through(() => {
          if (unreadable.has(sessionId)) throw new Error("The bank cannot read this session");
          if (find(sessionId) === undefined) return [];
          return [...refunds].flatMap(([key, one]) => (one.sessionId === sessionId ? [key] : []));
        }),
      refund: ({ sessionId, amountMinor, key }) =>
        through(() => {
          if (refuses.refund || find(sessionId) === undefined) return "refused";
          const known = refunds.get(key) ?? { refundId: `refund-${refunds.size + 1}`, sessionId, amountMinor };
          refunds.set(key, known);
          return { refundId: known.refundId };
        }),
    };
  };
  return {
    orders,
    sessions,
    refunds,
    missing,
    fault,
    unreadable,
    foreignPages,
    refuses,
    tell(sessionId, fact, change = {}) {
      const session = sessions.get(sessionId);
      if (session === undefined) throw new Error("There is no such session");
      sessions.set(sessionId, { ...session, fact, isFinal: fact === "PAID" || fact === "CANCELLED", ...change });
    },
    heal() {
      Object.assign(fault, { on: null, until: null });
      Object.assign(refuses, { start: false, refund: false });
      unreadable.clear();
      foreignPages.count = 0;
    },
    sessionOf: (state) => orders.findLast((order) => order.state === state)?.sessionId ?? "none",
    of: (company) => (missing.has(company) ? null : gatewayOf(company)),
    readWebhook: readSigned,
  };
}

function webhookOf(body: Uint8Array): BankWebhook | "malformed" {
  try {
    const webhook = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, string>;
    const { session_id: sessionId, status = "", state = null, fact } = webhook;
    if (sessionId === undefined || fact === undefined) return "malformed";
    return { sessionId, status, state, fact: fact as PaymentFact };
  } catch {
    return "malformed";
  }
}

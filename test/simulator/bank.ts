import type { BankGateway, BankOrder, Banks, BankSession, PaymentFact } from "../../src/platform/gateways/bank.ts";
import type { Chance } from "./chance.ts";
import type { Tasks } from "./tasks.ts";

/** A session in the bank's own book, with amounts in cents. The amount that the bank reports may be missing. */
export type BankEntry = {
  id: string;
  /** The company whose application ordered it, and whose account the money is on. */
  company: string;
  state: string;
  orderedMinor: bigint;
  communication: string;
  fact: PaymentFact;
  isFinal: boolean;
  /** What really arrived, once. */
  receivedMinor: bigint | null;
  currency: string;
  isAmountTold: boolean;
  payerName: string | null;
  paidAt: number | null;
  refunds: { key: string; minor: bigint }[];
};

/**
 * The state of the connection to the bank. `dropped`: probability that a call is lost before it does anything. `lost`:
 * probability that it is done and its answer is lost.
 */
export type Way = { isDown: boolean; dropped: number; lost: number; refusesOrders: number; refusesRefunds: number };
export type SimulatedBank = ReturnType<typeof openSimulatedBank>;

const ANSWER_MS = [20, 400] as const;
const SILENCE_MS = 5_000;

/**
 * A bank with a book of its own, over an unreliable connection. `opened` is called for every session that it opens, and
 * `asking` for every order before it is sent.
 */
export function openSimulatedBank(
  tasks: Tasks,
  chance: Chance,
  { opened, asking, prefix }: { opened: (entry: BankEntry) => void; asking: (state: string) => void; prefix: string },
) {
  const book = new Map<string, BankEntry>();
  const own = (company: string) => [...book.values()].filter((entry) => entry.company === company);
  const ownEntry = (company: string, id: string) => own(company).find((entry) => entry.id === id);
  const way: Way = { isDown: false, dropped: 0, lost: 0, refusesOrders: 0, refusesRefunds: 0 };

  async function through<Answer>(work: () => Answer): Promise<Answer> {
    await tasks.pause(chance.between(...ANSWER_MS));
    if (way.isDown || chance.is(way.dropped)) {
      await tasks.pause(SILENCE_MS);
      throw new Error("The bank does not answer");
    }
    const answer = work();
    await tasks.pause(chance.between(...ANSWER_MS));
    if (chance.is(way.lost)) {
      await tasks.pause(SILENCE_MS);
      throw new Error("The bank's answer is lost");
    }
    return answer;
  }
  function open(company: string, order: BankOrder): BankEntry {
    const entry: BankEntry = {
      id: `${prefix}${Buffer.from(chance.bytes(6)).toString("hex")}`,
      company,
      state: order.state,
      orderedMinor: order.amountMinor,
      communication: order.communication,
      fact: "INIT",
      isFinal: false,
      receivedMinor: null,
      currency: order.currency,
      isAmountTold: true,
      payerName: null,
      paidAt: null,
      refunds: [],
    };
    book.set(entry.id, entry);
    opened(entry);
    return entry;
  }
  /** The bank as one company's application sees it. */
  const gatewayOf = (company: string): BankGateway => ({
    application: company,
    async start(order) {
      asking(order.state);
      const answer = await through(() => {
        if (chance.is(way.refusesOrders)) return "refused";
        const { id } = open(company, order);
        return { sessionId: id, url: `https://bank.test/${id}` };
      });
      return answer;
    },
    read: (id) =>
      through(() => {
        const entry = ownEntry(company, id);
        return entry === undefined ? null : told(entry);
      }),
    find: (state) =>
      through(() =>
        own(company)
          .filter((entry) => entry.state === state)
          .map(told),
      ),
    list: (_since, page) =>
      through(() => {
        const sessions = own(company)
          .slice(page - 1, page)
          .map(told);
        return { sessions, count: sessions.length };
      }),
    refundKeys: (id) => through(() => (ownEntry(company, id)?.refunds ?? []).map(({ key }) => key)),
    refund: ({ sessionId, amountMinor, key }) =>
      through(() => {
        const entry = ownEntry(company, sessionId);
        if (entry === undefined || chance.is(way.refusesRefunds)) return "refused";
        if (!entry.refunds.some((one) => one.key === key)) entry.refunds.push({ key, minor: amountMinor });
        return { refundId: `refund-${sessionId}` };
      }),
  });
  const banks: Banks = {
    of: gatewayOf,
    // In a simulation any webhook with this header counts as signed by the company that it names.
    readWebhook({ headers, body }) {
      const company = /^test of (.+)$/.exec(headers.get("signature") ?? "")?.[1];
      if (company === undefined) return "unsigned";
      const {
        session_id: sessionId,
        status,
        state,
        fact,
      } = JSON.parse(Buffer.from(body).toString("utf8")) as {
        session_id: string;
        status: string;
        state: string | null;
        fact: PaymentFact;
      };
      return { company, webhook: { sessionId, status, state, fact } };
    },
  };
  return { banks, book, way };
}

function told(entry: BankEntry): BankSession {
  const { id: sessionId, state, fact, isFinal, currency, communication, payerName } = entry;
  const paid = entry.isAmountTold ? entry.receivedMinor : null;
  const amountMinor = fact === "PAID" ? paid : entry.orderedMinor;
  return {
    sessionId,
    state,
    fact,
    isFinal,
    amountMinor,
    orderedMinor: entry.orderedMinor,
    communication,
    currency,
    payerName,
  };
}

/** The money of a session that stayed with us, in cents. */
export function keptOf({ receivedMinor, refunds }: BankEntry): bigint {
  return refunds.reduce((left, { minor }) => left - minor, receivedMinor ?? 0n);
}

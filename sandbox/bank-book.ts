import { randomBytes } from "node:crypto";
import { minorOfDecimal } from "../src/platform/decimal.ts";

export type BankStatus =
  | "provider_required"
  | "sca_required"
  | "payment_pending"
  | "payment_created"
  | "payment_cancelled"
  | "payment_unsuccessful"
  | "payment_expired";
export type BankOutcome = "paid" | "pending" | "cancelled" | "failed" | "expired";

/** A payment as the bank keeps it; amounts in cents. `returnUrl` is where its pages send the payer back to. */
export type Session = {
  id: string;
  state: string;
  orderedMinor: bigint;
  /** What arrived, once paid. */
  receivedMinor: bigint | null;
  currency: string;
  communication: string;
  endToEndId: string;
  payerName: string;
  bank: string | null;
  status: BankStatus;
  returnUrl: string;
  createdAt: string;
};
export type Refund = { id: string; sessionId: string; amountMinor: bigint; communication: string; state: string };
export type BankBook = ReturnType<typeof openBankBook>;

/** Banks that a payer may choose from; all fictional. */
export const BANKS = ["Banque du Rivage", "Crédit des Salines", "Caisse Lacustre", "Néobanque Azimut"] as const;

const STATUS: Record<BankOutcome, BankStatus> = {
  paid: "payment_created",
  pending: "payment_pending",
  cancelled: "payment_cancelled",
  failed: "payment_unsuccessful",
  expired: "payment_expired",
};

/** The bank's own book: what was asked for, what happened, what was paid and sent back. `tell` hears of every change of a session. */
export function openBankBook(now: () => Date, tell: (session: Session) => void) {
  const sessions = new Map<string, Session>();
  const refunds: Refund[] = [];

  function move(session: Session, status: BankStatus): void {
    session.status = status;
    tell({ ...session });
  }
  return {
    open(order: Omit<Session, "id" | "receivedMinor" | "bank" | "status" | "createdAt">): Session {
      const id = randomBytes(16).toString("hex");
      const session: Session = {
        ...order,
        id,
        receivedMinor: null,
        bank: null,
        status: "provider_required",
        createdAt: now().toISOString(),
      };
      sessions.set(id, session);
      return session;
    },
    find: (id: string) => sessions.get(id),
    ofState: (state: string) => [...sessions.values()].filter((session) => session.state === state),
    /** Oldest first, opened at an instant (ISO 8601) or later. */
    since: (instant: string) => [...sessions.values()].filter((session) => session.createdAt >= instant),
    /** Newest first. */
    list: () => [...sessions.values()].toReversed(),
    choose(session: Session, bank: string): void {
      session.bank = bank;
      move(session, "sca_required");
    },
    /** Whatever a test wants, in any order: real banks surprise too. Paid money stays paid. */
    settle(session: Session, outcome: BankOutcome, amountMinor: bigint = session.orderedMinor): void {
      if (outcome === "paid") session.receivedMinor = amountMinor;
      move(session, STATUS[outcome]);
    },
    refundsOf: (sessionId: string) => refunds.filter((one) => one.sessionId === sessionId),
    /** Null where more would go back than arrived. */
    refund(session: Session, amountMinor: bigint, communication: string, state: string): Refund | null {
      const gone = refunds
        .filter((one) => one.sessionId === session.id)
        .reduce((sum, one) => sum + one.amountMinor, 0n);
      if (amountMinor <= 0n || gone + amountMinor > (session.receivedMinor ?? 0n)) return null;
      const refund = { id: randomBytes(16).toString("hex"), sessionId: session.id, amountMinor, communication, state };
      refunds.push(refund);
      return refund;
    },
  };
}

/** An amount of JSON or a form: a number or a decimal text, in euros, more than nothing. */
export function readAmount(given: unknown): bigint | null {
  const text = typeof given === "number" && Number.isFinite(given) ? String(given) : given;
  const minor = typeof text === "string" ? minorOfDecimal(text.trim().replace(",", ".")) : null;
  return minor === null || minor === 0n ? null : minor;
}

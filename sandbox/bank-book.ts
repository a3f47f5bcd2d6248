import { randomBytes } from "node:crypto";
import type { Book } from "./book.ts";
import { minorOfDecimal } from "../src/platform/decimal.ts";

export type BankStatus =
  | "provider_required"
  | "sca_required"
  | "payment_pending"
  | "payment_created"
  | "payment_cancelled"
  | "payment_unsuccessful"
  | "payment_expired";
/** True if the payer can do nothing more about it. */
export const isOver = (status: BankStatus): boolean =>
  ["payment_created", "payment_cancelled", "payment_unsuccessful", "payment_expired"].includes(status);
export type BankOutcome = "paid" | "pending" | "cancelled" | "failed" | "expired";

/** A payment as the bank keeps it, amounts in cents. The bank's pages send the payer back to `returnUrl`. */
export type Session = {
  id: string;
  /** The payment application that ordered it, and that alone may see it. */
  application: string;
  state: string;
  orderedMinor: bigint;
  /** The amount received, once paid. */
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

/** The banks that a payer may choose from. All are fictional. */
export const BANKS = ["Banque du Rivage", "Crédit des Salines", "Caisse Lacustre", "Néobanque Azimut"] as const;

const STATUS: Record<BankOutcome, BankStatus> = {
  paid: "payment_created",
  pending: "payment_pending",
  cancelled: "payment_cancelled",
  failed: "payment_unsuccessful",
  expired: "payment_expired",
};

const NEW = { receivedMinor: null, bank: null, status: "provider_required" } as const;
/** How many payments and refunds survive a restart. */
const KEPT_ON_DISK = 1_000;

/**
 * The bank's own records: requested payments, their states, money received and refunds. They survive a restart, so
 * that the link of an open payment stays good. `tell` is called at every change of a session.
 */
export function openBankBook(book: Book, now: () => Date, tell: (session: Session) => void) {
  const kept = book.part("bank", (): { sessions: Session[]; refunds: Refund[] } => ({
    sessions: [...sessions.values()].slice(-KEPT_ON_DISK),
    refunds: refunds.slice(-KEPT_ON_DISK),
  }));
  const sessions = new Map<string, Session>((kept.stored?.sessions ?? []).map((session) => [session.id, session]));
  const refunds: Refund[] = kept.stored?.refunds ?? [];

  const refundsOf = (sessionId: string) => refunds.filter((one) => one.sessionId === sessionId);
  function move(session: Session, status: BankStatus): void {
    session.status = status;
    kept.save();
    tell({ ...session });
  }
  return {
    open(order: Omit<Session, "id" | "receivedMinor" | "bank" | "status" | "createdAt">): Session {
      const id = randomBytes(16).toString("hex");
      const session: Session = { ...order, ...NEW, id, createdAt: now().toISOString() };
      sessions.set(id, session);
      kept.save();
      return session;
    },
    find: (id: string) => sessions.get(id),
    /** A session that this application ordered. */
    findOwn(application: string, id: string): Session | undefined {
      const session = sessions.get(id);
      return session?.application === application ? session : undefined;
    },
    /** The sessions that this application ordered, the oldest first. */
    ofApplication: (application: string) =>
      [...sessions.values()].filter((session) => session.application === application),
    /** The newest first. */
    list: () => [...sessions.values()].toReversed(),
    choose(session: Session, bank: string): void {
      session.bank = bank;
      move(session, "sca_required");
    },
    /** Sets any outcome in any order, because real banks do surprising things too. Received money stays received. */
    settle(session: Session, outcome: BankOutcome, amountMinor: bigint = session.orderedMinor): void {
      if (outcome === "paid") session.receivedMinor = amountMinor;
      move(session, STATUS[outcome]);
    },
    refundsOf,
    /** Null if more would be refunded than was received. */
    refund(session: Session, amountMinor: bigint, communication: string, state: string): Refund | null {
      const gone = totalOf(refundsOf(session.id));
      if (amountMinor <= 0n || gone + amountMinor > (session.receivedMinor ?? 0n)) return null;
      const refund = { id: randomBytes(16).toString("hex"), sessionId: session.id, amountMinor, communication, state };
      refunds.push(refund);
      kept.save();
      return refund;
    },
  };
}

export function totalOf(refunds: Refund[]): bigint {
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** Reads an amount in euros from JSON or a form: a positive number or decimal text. Returns cents. */
export function readAmount(given: unknown): bigint | null {
  const text = typeof given === "number" && Number.isFinite(given) ? String(given) : given;
  const minor = typeof text === "string" ? minorOfDecimal(text.trim().replace(",", ".")) : null;
  return minor === null || minor === 0n ? null : minor;
}

/** A fact that the bank reports about a payment. */
export type PaymentFact = "INIT" | "PENDING_PAYMENT" | "PAID" | "CANCELLED" | "ERROR";

/** An order for a payment. `state` is our payment's UUID; the bank repeats it in all that it reports about this payment. */
export type BankOrder = {
  state: string;
  amountMinor: bigint;
  currency: "EUR";
  payer: { name: string; email: string; phone: string | null };
  /** The text on the statements of both accounts; at most 140 characters. */
  communication: string;
  /** Where the bank's page sends the member back. */
  returnUrl: string;
};

/**
 * A payment as the bank's API reports it. `isFinal` is false if the bank may still change it. `amountMinor` is the ordered amount, or once
 * PAID the received one; null if the bank reports a different amount without naming it. `orderedMinor` stays the ordered amount.
 * `communication` is the order's text. `payerName` and `communication` are null if the bank gives none.
 */
export type BankSession = {
  sessionId: string;
  state: string;
  fact: PaymentFact;
  isFinal: boolean;
  amountMinor: bigint | null;
  orderedMinor: bigint | null;
  currency: string;
  communication: string | null;
  payerName: string | null;
};

/** A webhook of the bank. It moves no money: it is a reason to read the session. */
export type BankWebhook = { sessionId: string; state: string | null; status: string; fact: PaymentFact };

/** The provider of bank transfers, through the payment application of each operating company. */
export type Banks = {
  /** Through a company's own application; null if it has no settings: its wallets cannot be topped up. */
  of: (company: string) => BankGateway | null;
  /**
   * Checks a webhook fully, by the key of the application that it names. "unsigned" if no application of ours signed it,
   * "malformed" if one did but it cannot be parsed.
   */
  readWebhook: (message: BankMessage) => { company: string; webhook: BankWebhook | "malformed" } | "unsigned";
};

/** A webhook as it arrived; `target` is its path. */
export type BankMessage = { headers: Headers; body: Uint8Array; target: string };

/** The bank through one payment application. It knows only the payments that this application ordered. */
export type BankGateway = {
  /** The application's id at the provider. */
  application: string;
  /**
   * Orders a payment and returns the page on which the member approves it. "refused" if the bank refuses for good. Throws `NotReached`
   * if the order certainly did not arrive, and another error if the outcome is unknown: `find` then shows whether a session exists.
   */
  start: (order: BankOrder) => Promise<{ sessionId: string; url: string } | "refused">;
  /** The payment's present state. Null if the bank does not know it. Throws if the bank cannot be reached. */
  read: (sessionId: string) => Promise<BankSession | null>;
  /** All sessions of one `state`, for a `start` whose answer was lost. Throws if the bank cannot be reached. */
  find: (state: string) => Promise<BankSession[]>;
  /**
   * All sessions opened since an instant, by pages from 1. `count` is the number of payments on the page, including those of other
   * applications; it is 0 after the last page. Throws if the bank cannot be reached.
   */
  list: (since: Date, page: number) => Promise<{ sessions: BankSession[]; count: number }>;
  /** The keys of all refunds of a session; empty if there are none. Throws if the bank cannot be reached. */
  refundKeys: (sessionId: string) => Promise<string[]>;
  /**
   * Refunds money of a paid session. `key` (at most 35 letters and digits) identifies the refund for ever: a repeated call returns the
   * first refund's id. "refused" if the bank refuses for good. Throws if the outcome is unknown.
   */
  refund: (order: { sessionId: string; amountMinor: bigint; key: string }) => Promise<{ refundId: string } | "refused">;
};

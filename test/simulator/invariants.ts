import { refundMailId } from "../../src/wallet/payments/mails.server.ts";
import { keptOf, type BankEntry } from "./bank.ts";
import type { Books } from "./books.ts";
import { COMPANIES, companyOfAccount } from "./made-world.ts";
import { PERSON_OF } from "./staff.ts";

/** What callers were told was done, by name. It must be in the books for ever. */
export type Acknowledged = {
  payments: Map<string, { membership: string; site: number; amount: number }>;
  /** Cash that a till was told is booked, by its key. */
  cash: Map<string, number>;
  /** Orders of the desk that were acknowledged as approved. */
  approvals: Set<string>;
};
type Bank = ReadonlyMap<string, BankEntry>;
type Payment = Books["payments"][number];
type Leg = Books["legs"][number];
const CREDIT = "top-up";
const RETURN = "top-up-return";
const LOAD = "floor-load";
const REFUND = "bank-refund";
/** Starts every problem of a missing receipt. Tests whose members have no mail filter these out. */
export const NO_RECEIPT = "no receipt";

/** Problems in the books at any moment between two transactions; empty if there are none. */
export function problemsNow(books: Books, before: Books | null, bank: Bank, told: Acknowledged): string[] {
  return [
    ...problemsOfEntries(books),
    ...books.wallets.flatMap((wallet) => problemsOfWallet(books, wallet)),
    ...books.payments.flatMap((payment) => problemsOfPayment(books, payment)),
    ...problemsOfInternalAccounts(books),
    ...problemsOfCompanies(books),
    ...books.sessions.flatMap((session) => problemsOfSession(session, bank)),
    ...problemsOfDesk(books),
    ...problemsOfDays(books),
    ...(before === null ? [] : [...problemsOfChange(before, books), ...problemsOfCredits(before, books)]),
    ...problemsOfPromises(books, told),
    ...books.pins
      .filter(({ attempts }) => attempts < 0 || attempts > 3)
      .map(() => "more than three attempts are counted"),
  ];
}

/** Every entry sums to zero, and every leg records the right balance. */
function problemsOfEntries({ legs }: Books): string[] {
  const problems: string[] = [];
  const balances = new Map<string, number>();
  for (const entry of Map.groupBy(legs, (leg) => leg.entry).values()) {
    const key = entry[0]?.key ?? "";
    if (entry.length < 2 || total(entry.map(({ amount }) => amount)) !== 0)
      problems.push(`${key} does not sum to zero`);
    for (const { account, amount, balance } of entry) {
      if (balance === null) continue;
      const sum = (balances.get(account) ?? 0) + amount;
      balances.set(account, sum);
      if (sum !== balance)
        problems.push(`${key} records a balance of ${balance} for ${account}, its legs sum to ${sum}`);
    }
  }
  return problems;
}

/**
 * A wallet's balance is the sum of its legs, and its ledger limit is lowered by exactly the amounts of open payments.
 */
function problemsOfWallet(books: Books, wallet: Books["wallets"][number]): string[] {
  const { name, balance, limit, ledger_limit: ledgerLimit } = wallet;
  const mine = books.payments.filter(
    (payment) => payment.membership === wallet.membership && payment.site === wallet.site,
  );
  const reserved = mine.filter((payment) => payment.is_reserved);
  const kept = total(reserved.map(({ amount }) => amount));
  const sum = total(books.legs.filter(({ account }) => account === name).map(({ amount }) => amount));
  return [
    ...(sum === balance ? [] : [`${name} holds ${balance}, its legs sum to ${sum}`]),
    ...(balance >= 0 ? [] : [`${name} is below zero`]),
    ...(balance + kept <= limit ? [] : [`${name} holds ${balance} and reserves ${kept}, more than its limit ${limit}`]),
    ...(ledgerLimit === limit - kept ? [] : [`${name} reserves ${limit - ledgerLimit} for payments of ${kept}`]),
    ...(reserved.length <= 1 ? [] : [`${name} has ${reserved.length} open payments`]),
  ];
}

/** At most one credit per payment; PAID and SUCCESS exactly with one credit; amounts as ordered. */
function problemsOfPayment(books: Books, payment: Payment): string[] {
  const { uuid, amount, membership, site, status, transaction_status: transaction } = payment;
  const wallet = `wallet:${membership}:${site}`;
  const credits = books.legs.filter(
    (leg) => leg.payment === uuid && leg.kind === CREDIT && leg.account.startsWith("wallet:"),
  );
  const returned = books.legs.filter(
    (leg) => leg.payment === uuid && leg.kind === RETURN && leg.account.startsWith("wallet:"),
  );
  const kept = credits.length - returned.length;
  const sessions = books.sessions.filter((session) => session.payment === uuid);
  const credited = sessions.filter(({ outcome }) => outcome === "credited");
  const isSuccess = status === "PAID" && transaction === "SUCCESS";
  return [
    ...(credits.length <= 1 ? [] : [`${uuid} is credited ${credits.length} times`]),
    ...(isSuccess === kept > 0
      ? []
      : [`${uuid} is ${status}/${transaction} with ${credits.length} credits, ${returned.length} taken back`]),
    ...(credited.length === kept
      ? []
      : [`${uuid} has ${credited.length} credited sessions and ${credits.length} credits`]),
    ...(kept >= 0 && returned.every((leg) => leg.amount === -amount && leg.account === wallet)
      ? []
      : [`${uuid} was returned with another amount or wallet`]),
    ...(credits.every((leg) => leg.amount === amount && leg.account === wallet)
      ? []
      : [`${uuid} was credited with another amount or wallet`]),
    ...(credited.every(({ received }) => received === amount)
      ? []
      : [`${uuid} is credited for money of another amount`]),
    ...(sessions.every(({ received }) => received === null) || status === "PAID" || status === "ERROR"
      ? []
      : [`the books hold money of ${uuid}, which is ${status}`]),
    ...(payment.is_reserved && !(isOpen(status) || (status === "PAID" && transaction === "PENDING"))
      ? [`${uuid} is ${status}/${transaction} and still holds a reservation`]
      : []),
  ];
}

/** Each company's internal accounts agree with what its own payments moved, at every step. */
function problemsOfInternalAccounts({ legs, sessions }: Books): string[] {
  const sumOf = (name: string) => total(legs.filter(({ account }) => account === name).map(({ amount }) => amount));
  return COMPANIES.flatMap((company) => {
    const own = sessions.filter((session) => session.company === company);
    const received = (outcomes: (string | null)[]) =>
      total(own.filter(({ outcome }) => outcomes.includes(outcome)).map((session) => session.received ?? 0));
    const [held, gone, all] = [
      received(["held", "refund_due"]),
      received(["refunded"]),
      received(["held", "refund_due", "refunded", "credited"]),
    ];
    const [bank, suspense] = [sumOf(`bank:${company}:EUR`), sumOf(`suspense:${company}:EUR`)];
    return [
      ...(suspense === held ? [] : [`suspense of ${company} holds ${suspense}, sessions say ${held}`]),
      ...(bank === gone - all ? [] : [`the bank account of ${company} says ${bank}, sessions say ${gone - all}`]),
    ];
  });
}

/** No entry moves money between companies, and no account is nobody's. */
function problemsOfCompanies({ legs }: Books): string[] {
  return [...Map.groupBy(legs, (leg) => leg.entry).values()].flatMap((entry) => {
    const companies = new Set(entry.map(({ account }) => companyOfAccount(account)));
    return companies.size === 1 && !companies.has(undefined)
      ? []
      : [`${entry[0]?.key} moves money of ${[...companies].join(" and ")}`];
  });
}

/** The bank knows all money that we record as received or refunded, and refunds happen once. */
function problemsOfSession({ id, company, received, outcome }: Books["sessions"][number], bank: Bank): string[] {
  const entry = bank.get(id);
  if (entry === undefined) return received === null ? [] : [`${id} has money that the bank does not know`];
  const back = (entry.receivedMinor ?? 0n) - keptOf(entry);
  return [
    ...(company === entry.company
      ? []
      : [`${id} is booked for ${company}, its money is on the account of ${entry.company}`]),
    ...(received === null || BigInt(received) === entry.receivedMinor
      ? []
      : [`${id} received ${received}, the bank says ${entry.receivedMinor}`]),
    ...(back <= (entry.receivedMinor ?? 0n) && entry.refunds.length <= 1
      ? []
      : [`${id} was refunded ${entry.refunds.length} times`]),
    ...(outcome === "credited" && back > 0n ? [`${id} is credited and was refunded`] : []),
    ...(outcome === "refunded" && back !== entry.receivedMinor ? [`${id} is recorded as refunded but was not`] : []),
  ];
}

/** Every movement of money by staff was asked by one person, approved once by another, and is in the trail. */
function problemsOfDesk({ cases, orders, legs }: Books): string[] {
  const approved = orders.filter(({ verdict }) => verdict === "approved");
  const moved = cases.filter(({ decision }) => decision === "credit" || decision === "refund");
  const returns = legs.filter(({ kind, account }) => kind === RETURN && account.startsWith("wallet:"));
  return [
    ...approved.flatMap((order) =>
      PERSON_OF.get(order.session) === PERSON_OF.get(order.ended_session ?? "")
        ? [`an order of ${order.payment} was asked and approved by one person`]
        : [],
    ),
    ...moved.flatMap((one) => {
      const count = approved.filter((order) => order.case === one.id && order.decision === one.decision).length;
      return count === 1 ? [] : [`money of a case of ${one.payment} moved on ${count} approvals`];
    }),
    ...returns.flatMap(({ payment }) =>
      approved.filter((order) => order.case === null && order.payment === payment).length === 1
        ? []
        : [`${payment} was returned without two people`],
    ),
    ...(approved.length === moved.length + returns.length ? [] : ["an approval moved nothing"]),
    ...orders.flatMap((order) =>
      order.is_open || order.is_in_trail ? [] : [`the end of an order of ${order.payment} is not in the trail`],
    ),
  ];
}

/** The movement record counts what was credited, loaded at a till, and sent back to a member. */
function problemsOfDays({ legs, days, payments }: Books): string[] {
  const known = new Set(payments.map(({ uuid }) => uuid));
  const isIn = ({ kind, account }: Leg) => (kind === CREDIT || kind === LOAD) && account.startsWith("wallet:");
  const isOut = ({ kind, account, payment }: Leg) =>
    kind === REFUND && account.startsWith("bank:") && known.has(payment ?? "");
  const moved = total(legs.filter((leg) => isIn(leg) || isOut(leg)).map(({ amount }) => amount));
  const counted = total(days.map((day) => day.total));
  return moved === counted ? [] : [`The gaming days count ${counted}, moved was ${moved}`];
}

/** A payment never leaves PAID, never holds a reservation again, and never changes its amount or wallet. */
function problemsOfChange(before: Books, { payments, legs }: Books): string[] {
  const isReturned = (uuid: string) => legs.some((leg) => leg.payment === uuid && leg.kind === RETURN);
  const now = new Map(payments.map((payment) => [payment.uuid, payment]));
  return before.payments.flatMap((old) => {
    const payment = now.get(old.uuid);
    if (payment === undefined) return [`${old.uuid} is gone`];
    return [
      ...(old.status === "PAID" && payment.status !== "PAID" ? [`${old.uuid} left PAID`] : []),
      ...(old.transaction_status === "SUCCESS" && payment.transaction_status !== "SUCCESS" && !isReturned(payment.uuid)
        ? [`${old.uuid} left SUCCESS`]
        : []),
      ...(payment.is_reserved && !old.is_reserved ? [`${old.uuid} holds a reservation again`] : []),
      ...(payment.amount === old.amount && payment.site === old.site && payment.membership === old.membership
        ? []
        : [`${old.uuid} changed its amount, site or member`]),
    ];
  });
}

/** No credit goes to an excluded member, or to a wallet whose card is in a machine. */
function problemsOfCredits(before: Books, { legs, members }: Books): string[] {
  const fresh = creditsSince(before, { legs });
  return members.flatMap(({ membership, is_excluded: isExcluded, inserted_at: site }) => [
    ...(isExcluded && fresh.some(({ account }) => account.startsWith(`wallet:${membership}:`))
      ? [`${membership} is excluded and was credited`]
      : []),
    ...(site !== null && fresh.some(({ account }) => account === `wallet:${membership}:${site}`)
      ? [`the card of ${membership} is in a machine and its wallet was credited`]
      : []),
  ]);
}

/** The credits posted between two readings. */
export function creditsSince(before: Pick<Books, "legs">, { legs }: Pick<Books, "legs">): Books["legs"] {
  const last = Math.max(0, ...before.legs.map(({ entry }) => entry));
  return legs.filter((leg) => leg.entry > last && leg.kind === CREDIT && leg.account.startsWith("wallet:"));
}

function problemsOfPromises(books: Books, { payments, cash, approvals }: Acknowledged): string[] {
  const known = new Map(books.payments.map((payment) => [payment.uuid, payment]));
  const booked = new Map(
    books.legs.filter(({ account }) => account.startsWith("wallet:")).map(({ key, amount }) => [key, amount]),
  );
  return [
    ...[...payments].flatMap(([uuid, { amount, site }]) => {
      const payment = known.get(uuid);
      return payment?.amount === amount && payment.site === site
        ? []
        : [`${uuid} was acknowledged but is missing or changed`];
    }),
    ...[...cash].flatMap(([key, amount]) =>
      booked.get(key) === amount ? [] : [`${key} was acknowledged but is not booked`],
    ),
    ...[...approvals].flatMap((id) =>
      books.orders.some((order) => order.id === id && order.verdict === "approved")
        ? []
        : ["an approval was acknowledged but is missing"],
    ),
  ];
}

/**
 * Problems once everything has come to rest: open payments and cases, missing mails, and differences to the bank's
 * book.
 */
export function problemsAtRest(books: Books, bank: Bank): string[] {
  return [
    ...books.payments.flatMap((payment) => {
      const { uuid, status, transaction_status: transaction, next_check_at: next } = payment;
      return [
        ...(isOpen(status) || transaction === "PENDING" ? [`${uuid} is still open: ${status}/${transaction}`] : []),
        ...(payment.is_reserved ? [`${uuid} still holds a reservation`] : []),
        ...(next === null || status !== "PAID" ? [] : [`${uuid} is still scheduled for a check`]),
        ...(transaction === "SUCCESS" && !books.mails.includes(uuid) ? [`${NO_RECEIPT} of ${uuid}`] : []),
      ];
    }),
    ...[...bank.values()].flatMap((entry) => problemsOfBookAtRest(books, entry)),
    ...books.cases.filter((one) => one.is_open).map(({ reason }) => `a case of ${reason} is still open`),
    ...books.orders.filter((one) => one.is_open).map(({ payment }) => `an order of ${payment} is still open`),
    ...books.sessions
      .filter(({ id, outcome }) => outcome === "refunded" && !books.mails.includes(refundMailId(id)))
      .map(({ id }) => `no mail about the refund of ${id}`),
  ];
}

/** The bank's book and ours agree to the cent. Money in another currency or of an unreported amount must be a case. */
function problemsOfBookAtRest(books: Books, entry: BankEntry): string[] {
  if (entry.receivedMinor === null) return [];
  const session = books.sessions.find(({ id }) => id === entry.id);
  if (!entry.isAmountTold || entry.currency !== "EUR") {
    const isSeen = books.cases.some((one) => one.session === entry.id && one.reason === "AMOUNT_UNKNOWN");
    return isSeen ? [] : [`no case for ${entry.id}, whose amount is unknown`];
  }
  if (session === undefined || session.received === null)
    return [`the bank received ${entry.receivedMinor} for ${entry.id}, our books have nothing`];
  const ours = session.outcome === "refunded" ? 0n : BigInt(session.received);
  return ours === keptOf(entry)
    ? []
    : [`our books keep ${ours} of ${entry.id} (${session.outcome}), the bank ${keptOf(entry)}`];
}

export function isOpen(status: string): boolean {
  return status === "INIT" || status === "PENDING_PAYMENT";
}

function total(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

import { moneyBackMailId } from "../../src/wallet/payments/mails.server.ts";
import { keptOf, type BankEntry } from "./bank.ts";
import type { Books } from "./books.ts";
import { EYES } from "./staff.ts";

/** What was promised to somebody outside, by name: once acknowledged it must be found for ever. */
export type Acknowledged = {
  payments: Map<string, { membership: string; site: number; amount: number }>;
  /** Cash that a venue's till was told is booked, by its key. */
  cash: Map<string, number>;
  /** Orders of the desk that a second person was told to have approved. */
  approvals: Set<string>;
};
type Bank = ReadonlyMap<string, BankEntry>;
type Payment = Books["payments"][number];
const CREDIT = "top-up";
const RETURN = "top-up-return";

/** What is wrong in the books at any moment between two transactions (I1 to I6, I9, I15, N1). Empty where nothing is. */
export function problemsNow(books: Books, before: Books | null, bank: Bank, told: Acknowledged): string[] {
  return [
    ...problemsOfEntries(books),
    ...books.wallets.flatMap((wallet) => problemsOfWallet(books, wallet)),
    ...books.payments.flatMap((payment) => problemsOfPayment(books, payment)),
    ...problemsOfHouse(books),
    ...books.sessions.flatMap((session) => problemsOfSession(session, bank)),
    ...problemsOfDesk(books),
    ...problemsOfDays(books),
    ...(before === null ? [] : [...problemsOfChange(before, books), ...problemsOfCredits(before, books)]),
    ...problemsOfPromises(books, told),
    ...books.pins
      .filter(({ attempts }) => attempts < 0 || attempts > 3)
      .map(() => "N1: more than three attempts are counted"),
  ];
}

/** I1, and I2 for every leg. */
function problemsOfEntries({ legs }: Books): string[] {
  const problems: string[] = [];
  const balances = new Map<string, number>();
  for (const entry of Map.groupBy(legs, (leg) => leg.entry).values()) {
    const key = entry[0]?.key ?? "";
    if (entry.length < 2 || total(entry.map(({ amount }) => amount)) !== 0)
      problems.push(`I1: ${key} does not sum to zero`);
    for (const { account, amount, balance } of entry) {
      if (balance === null) continue;
      const sum = (balances.get(account) ?? 0) + amount;
      balances.set(account, sum);
      if (sum !== balance) problems.push(`I2: ${key} says that ${account} holds ${balance}, its legs sum to ${sum}`);
    }
  }
  return problems;
}

/** I2 and I4: the balance is the sum of its legs, and what is kept for open payments is exactly what the limit lacks. */
function problemsOfWallet(books: Books, wallet: Books["wallets"][number]): string[] {
  const { name, balance, limit, room } = wallet;
  const mine = books.payments.filter(
    (payment) => payment.membership === wallet.membership && payment.site === wallet.site,
  );
  const reserved = mine.filter((payment) => payment.is_reserved);
  const kept = total(reserved.map(({ amount }) => amount));
  const sum = total(books.legs.filter(({ account }) => account === name).map(({ amount }) => amount));
  return [
    ...(sum === balance ? [] : [`I2: ${name} holds ${balance}, its legs sum to ${sum}`]),
    ...(balance >= 0 ? [] : [`I4: ${name} is below zero`]),
    ...(balance + kept <= limit ? [] : [`I4: ${name} holds ${balance} and expects ${kept}, more than ${limit}`]),
    ...(room === limit - kept ? [] : [`I4: ${name} keeps ${limit - room} of its room for payments of ${kept}`]),
    ...(reserved.length <= 1 ? [] : [`G136: ${name} has ${reserved.length} open payments`]),
  ];
}

/** I5, I6 and I9. */
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
    ...(credits.length <= 1 ? [] : [`I5: ${uuid} is credited ${credits.length} times`]),
    ...(isSuccess === kept > 0
      ? []
      : [`I6: ${uuid} is ${status}/${transaction} with ${credits.length} credits, ${returned.length} taken back`]),
    ...(credited.length === kept
      ? []
      : [`I6: ${uuid} has ${credited.length} credited sessions and ${credits.length} credits`]),
    ...(kept >= 0 && returned.every((leg) => leg.amount === -amount && leg.account === wallet)
      ? []
      : [`I15: ${uuid} is taken back as what it was not`]),
    ...(credits.every((leg) => leg.amount === amount && leg.account === wallet)
      ? []
      : [`I9: ${uuid} is credited as what it is not`]),
    ...(credited.every(({ received }) => received === amount)
      ? []
      : [`I9: ${uuid} is credited for money of another amount`]),
    ...(sessions.every(({ received }) => received === null) || status === "PAID" || status === "ERROR"
      ? []
      : [`F11: money of ${uuid} is in the books and it is ${status}`]),
    ...(payment.is_reserved && !(isOpen(status) || (status === "PAID" && transaction === "PENDING"))
      ? [`I4: ${uuid} is ${status}/${transaction} and still keeps room`]
      : []),
  ];
}

/** The accounts of the house say what the sessions say, at every step. */
function problemsOfHouse({ legs, sessions }: Books): string[] {
  const sumOf = (name: string) => total(legs.filter(({ account }) => account === name).map(({ amount }) => amount));
  const received = (outcomes: (string | null)[]) =>
    total(sessions.filter(({ outcome }) => outcomes.includes(outcome)).map((session) => session.received ?? 0));
  const [held, gone, all] = [
    received(["held", "refund_due"]),
    received(["refunded"]),
    received(["held", "refund_due", "refunded", "credited"]),
  ];
  return [
    ...(sumOf("suspense:EUR") === held ? [] : [`I3: suspense holds ${sumOf("suspense:EUR")}, sessions say ${held}`]),
    ...(sumOf("bank:EUR") === gone - all
      ? []
      : [`I3: the bank's account says ${sumOf("bank:EUR")}, sessions say ${gone - all}`]),
  ];
}

/** What we say to have received or sent back, the bank has seen too, and never twice. */
function problemsOfSession({ id, received, outcome }: Books["sessions"][number], bank: Bank): string[] {
  const entry = bank.get(id);
  if (entry === undefined) return received === null ? [] : [`I3: ${id} has money that no bank knows of`];
  const back = (entry.receivedMinor ?? 0n) - keptOf(entry);
  return [
    ...(received === null || BigInt(received) === entry.receivedMinor
      ? []
      : [`I3: ${id} received ${received}, the bank says ${entry.receivedMinor}`]),
    ...(back <= (entry.receivedMinor ?? 0n) && entry.refunds.length <= 1
      ? []
      : [`I15: ${id} went back ${entry.refunds.length} times`]),
    ...(outcome === "credited" && back > 0n ? [`I15: ${id} is credited and went back`] : []),
    ...(outcome === "refunded" && back !== entry.receivedMinor
      ? [`I15: ${id} is told to have gone back and did not`]
      : []),
  ];
}

/** What moves money at the desk was asked for by one and approved by another, once, and stands in the trail (G149, G164). */
function problemsOfDesk({ cases, orders, legs }: Books): string[] {
  const approved = orders.filter(({ verdict }) => verdict === "approved");
  const moved = cases.filter(({ decision }) => decision === "credit" || decision === "refund");
  const returns = legs.filter(({ kind, account }) => kind === RETURN && account.startsWith("wallet:"));
  return [
    ...approved.flatMap((order) =>
      EYES.get(order.session) === EYES.get(order.ended_session ?? "")
        ? [`G149: an order of ${order.payment} is asked for and approved by one`]
        : [],
    ),
    ...moved.flatMap((one) => {
      const count = approved.filter((order) => order.case === one.id && order.decision === one.decision).length;
      return count === 1 ? [] : [`G149: money of a case of ${one.payment} moved on ${count} approvals`];
    }),
    ...returns.flatMap(({ payment }) =>
      approved.filter((order) => order.case === null && order.payment === payment).length === 1
        ? []
        : [`G149: ${payment} was taken back without two people`],
    ),
    ...(approved.length === moved.length + returns.length ? [] : ["G149: an approval moved nothing"]),
    ...orders.flatMap((order) =>
      order.is_open || order.is_in_trail ? [] : [`G164: how an order of ${order.payment} ended is not in the trail`],
    ),
  ];
}

/** The register of vigilance counts what was credited. */
function problemsOfDays({ legs, days }: Books): string[] {
  const credited = total(
    legs.filter((leg) => leg.kind === CREDIT && leg.account.startsWith("wallet:")).map(({ amount }) => amount),
  );
  const counted = total(days.map((day) => day.total));
  return credited === counted ? [] : [`The gaming days count ${counted}, credited is ${credited}`];
}

/** Nothing leaves PAID, nothing that is over takes room again, what was ordered stays (I9). */
function problemsOfChange(before: Books, { payments, legs }: Books): string[] {
  const isReturned = (uuid: string) => legs.some((leg) => leg.payment === uuid && leg.kind === RETURN);
  const now = new Map(payments.map((payment) => [payment.uuid, payment]));
  return before.payments.flatMap((old) => {
    const payment = now.get(old.uuid);
    if (payment === undefined) return [`${old.uuid} is gone`];
    return [
      ...(old.status === "PAID" && payment.status !== "PAID" ? [`${old.uuid} left PAID`] : []),
      ...(old.transaction_status === "SUCCESS" && payment.transaction_status !== "SUCCESS" && !isReturned(payment.uuid)
        ? [`${old.uuid} lost its success`]
        : []),
      ...(payment.is_reserved && !old.is_reserved ? [`${old.uuid} took its room again`] : []),
      ...(payment.amount === old.amount && payment.site === old.site && payment.membership === old.membership
        ? []
        : [`I9: ${old.uuid} is of something else now`]),
    ];
  });
}

/** Nobody is credited whom a register names, nor a wallet whose card is in a machine (G143, G148). */
function problemsOfCredits(before: Books, { legs, members }: Books): string[] {
  const fresh = creditsSince(before, { legs });
  return members.flatMap(({ membership, is_excluded: isExcluded, inserted_at: site }) => [
    ...(isExcluded && fresh.some(({ account }) => account.startsWith(`wallet:${membership}:`))
      ? [`G148: ${membership} is excluded and was credited`]
      : []),
    ...(site !== null && fresh.some(({ account }) => account === `wallet:${membership}:${site}`)
      ? [`G143: the card of ${membership} is in a machine and its wallet was credited`]
      : []),
  ]);
}

/** What was credited between two readings. */
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
        : [`${uuid} was acknowledged and is not there as it was`];
    }),
    ...[...cash].flatMap(([key, amount]) =>
      booked.get(key) === amount ? [] : [`${key} was acknowledged and is not booked`],
    ),
    ...[...approvals].flatMap((id) =>
      books.orders.some((order) => order.id === id && order.verdict === "approved")
        ? []
        : ["G149: an approval was acknowledged and is not there"],
    ),
  ];
}

/** What must be true besides once everything has come to rest (I3, I4, I8, G150). */
export function problemsAtRest(books: Books, bank: Bank): string[] {
  return [
    ...books.payments.flatMap((payment) => {
      const { uuid, status, transaction_status: transaction, next_check_at: next } = payment;
      return [
        ...(isOpen(status) || transaction === "PENDING" ? [`${uuid} never ends: ${status}/${transaction}`] : []),
        ...(payment.is_reserved ? [`I4: ${uuid} keeps its room for ever`] : []),
        ...(next === null || status !== "PAID" ? [] : [`${uuid} is asked about for ever`]),
        ...(transaction === "SUCCESS" && !books.mails.includes(uuid) ? [`G150: nobody was told of ${uuid}`] : []),
      ];
    }),
    ...[...bank.values()].flatMap((entry) => problemsOfBookAtRest(books, entry)),
    ...books.cases.filter((one) => one.is_open).map(({ reason }) => `G149: a case of ${reason} is open for ever`),
    ...books.orders.filter((one) => one.is_open).map(({ payment }) => `G149: an order of ${payment} is open for ever`),
    ...books.sessions
      .filter(({ id, outcome }) => outcome === "refunded" && !books.mails.includes(moneyBackMailId(id)))
      .map(({ id }) => `G143: nobody was told that the money of ${id} went back`),
  ];
}

/** The bank's book and ours, to the cent; what is of another currency or of an amount that the bank does not tell is a person's. */
function problemsOfBookAtRest(books: Books, entry: BankEntry): string[] {
  if (entry.receivedMinor === null) return [];
  const session = books.sessions.find(({ id }) => id === entry.id);
  if (!entry.isAmountTold || entry.currency !== "EUR") {
    const isSeen = books.cases.some((one) => one.session === entry.id && one.reason === "AMOUNT_UNKNOWN");
    return isSeen ? [] : [`I3: nobody looks at ${entry.id}, of which the amount is not known`];
  }
  if (session === undefined || session.received === null)
    return [`I3: the bank received ${entry.receivedMinor} for ${entry.id}, we never heard of it`];
  const ours = session.outcome === "refunded" ? 0n : BigInt(session.received);
  return ours === keptOf(entry)
    ? []
    : [`I3: of ${entry.id} we say that ${ours} stayed (${session.outcome}), the bank ${keptOf(entry)}`];
}

export function isOpen(status: string): boolean {
  return status === "INIT" || status === "PENDING_PAYMENT";
}

function total(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/**
 * Realistic bugs, each a change of the product's source. They prove that the simulator and the races find bugs: each
 * must be found. They are applied while modules are loaded (patched-modules.ts), never in the product.
 */
export type Mutation = { name: string; finder: "simulator" | "races"; changes: Change[] };
export type Change = { file: string; from: string; to: string };

const SETTLE = "src/wallet/payments/settle.server.ts";
const HELD = "src/wallet/payments/held-money.server.ts";
const DEPOSIT = "src/wallet/payments/deposit.server.ts";
const QUERIES = "src/wallet/payments/queries.server.ts";
const REFUNDS = "src/wallet/payments/refunds.server.ts";
const EXCLUSIONS = "src/wallet/payments/exclusion-check.server.ts";
const RECONCILE = "src/wallet/payments/reconcile.server.ts";
const TIMES = "src/wallet/payments/check-times.ts";
const STATE = "src/wallet/payments/state.ts";
const DECIDE_ORDER = "src/wallet/payments/cases/decide-order.server.ts";
const DESK = "src/wallet/payments/cases/desk.server.ts";
const PIN = "src/wallet/pin/pin.server.ts";

const simulator = (name: string, ...changes: Change[]): Mutation => ({ name, finder: "simulator", changes });
const races = (name: string, ...changes: Change[]): Mutation => ({ name, finder: "races", changes });
const without = (file: string, from: string): Change => ({ file, from, to: "" });

const NO_DEDUPE = without(SETTLE, "  if (session.received_minor !== null) return;\n");
const NO_WALLET_LOCK = without(
  SETTLE,
  "  await lockedBalance(tx, walletAccount(found.membership_id, found.site_id));\n",
);

export const MUTATIONS: Mutation[] = [
  simulator("received money is booked again", NO_DEDUPE),
  simulator("a credit has a new key every time", NO_DEDUPE, {
    file: HELD,
    from: "key = creditKey(payment.uuid)",
    to: "key = creditKey(`${payment.uuid}:${world.uuid()}`)",
  }),
  simulator("a reservation is not released at the end", {
    file: SETTLE,
    from: "if (settlement.isReserved && !isOpen(status) &&",
    to: "if (settlement.isReserved && status === 'PAID' &&",
  }),
  simulator(
    "a reservation ends without raising the limit again",
    without(HELD, "  await moveLimit(tx, walletAccount(membership, site), amount);\n"),
  ),
  simulator("a reservation is released twice", without(HELD, "  settlement.isReserved = false;\n")),
  simulator(
    "the amount is not compared",
    { file: SETTLE, from: "const isOrdered = amountMinor === payment.amount_minor;", to: "const isOrdered = true;" },
    without(HELD, '  if (session.received_minor !== payment.amount_minor) return "AMOUNT_MISMATCH";\n'),
  ),
  simulator("the currency is not compared", { file: SETTLE, from: " || currency !== payment.currency", to: "" }),
  simulator("a late PAID is ignored", {
    file: SETTLE,
    from: 'if (reading.fact === "PAID") return',
    to: 'if (reading.fact === "PAID" && !isOpen(payment.status)) return;\n  if (reading.fact === "PAID") return',
  }),
  simulator("a webhook is believed", {
    file: STATE,
    from: 'if (facts.includes("PAID")) return "PAID";',
    to: 'if (facts.includes("PAID") || facts.includes("CLAIMED")) return "PAID";',
  }),
  simulator("a double payment is credited twice", without(HELD, '  if (isCredited) return "PAID_TWICE";\n')),
  simulator("success is reported before the credit", {
    file: STATE,
    from: 'if (has("credited")) return "SUCCESS";',
    to: 'if (has("credited") || status === "PAID") return "SUCCESS";',
  }),
  simulator("an excluded member is credited", { file: HELD, from: " || holder.excluded_since !== null", to: "" }),
  simulator("the register's verdict before a credit is not stored", {
    file: SETTLE,
    from: 'if (typeof register !== "string")\n        await storeVerdict',
    to: "if (register === null)\n        await storeVerdict",
  }),
  simulator("the register is not asked before a credit", {
    file: EXCLUSIONS,
    from: 'return (await askAboutHolder(world, sites, wallet)) ?? "silent";',
    to: 'return wallet.siteId === 0 ? "silent" : { verdict: "clear", source: "ANJ", checkedAt: world.now() };',
  }),
  simulator(
    "a wallet is credited while the card is in a machine",
    {
      file: HELD,
      from: "const isInserted = insertion?.site_id === payment.site_id;",
      to: "const isInserted = insertion?.site_id === 0;",
    },
    without(
      EXCLUSIONS,
      '  if ((await insertionOf(db, payment.membership_id))?.site_id === payment.site_id) return "unasked";\n',
    ),
  ),
  simulator("facts and their consequences are two transactions", {
    file: SETTLE,
    from: "      await applyFacts(world, tx, sites, payment, { register, isAnswered: learnt.readings !== null });\n    },\n    { isRepeatable: true },\n  );\n}\n\n/** Loads a payment and",
    to: "    },\n  );\n  await inTransaction(world.database, async (tx) => {\n    const payment = await lockedPayment(tx, uuid);\n    if (payment !== null) await applyFacts(world, tx, sites, payment, { register, isAnswered: learnt.readings !== null });\n  });\n}\n\n/** Loads a payment and",
  }),
  simulator(
    "a credit sends no receipt",
    without(HELD, "  await world.jobs.send(tx, RECEIPT_QUEUE, { uuid: payment.uuid });\n"),
  ),
  simulator(
    "a refund sends no mail",
    without(REFUNDS, "      if (sender !== null) await queueMailAboutRefund(world, tx, sender, payment, session);\n"),
  ),
  simulator(
    "a top-up is not counted for anti-money-laundering",
    without(
      HELD,
      '  await countForVigilance(world, tx, sites, payment, { kind: "bank_credit", minor: payment.amount_minor, key });\n',
    ),
  ),
  simulator(
    "a refund is not counted for anti-money-laundering",
    without(
      REFUNDS,
      '      await countForVigilance(world, tx, sites, payment, { kind: "refund", minor: session.received_minor, key });\n',
    ),
  ),
  simulator("a refund has a new key every time", {
    file: REFUNDS,
    from: "key: refundKey(sessionId) }",
    to: "key: world.uuid() }",
  }),
  simulator("a refund whose outcome is unknown counts as sent", {
    file: REFUNDS,
    from: "return null;\n  });\n  if (sent !== null)",
    to: 'return { refundId: "unknown" };\n  });\n  if (sent !== null)',
  }),
  simulator("a refund sends back another amount", {
    file: REFUNDS,
    from: "amountMinor: amount, key",
    to: "amountMinor: amount + (amount % 100n === 0n ? 0n : 1n), key",
  }),
  simulator("a top-up reserves nothing", without(DEPOSIT, "    await moveLimit(tx, account, -amount);\n")),
  simulator("an order of another amount gets the first payment", {
    file: DEPOSIT,
    from: "return open.amount_minor === amount ? { payment: open } : LOCKED;",
    to: "return { payment: open };",
  }),
  simulator(
    "a second order does not look for the first",
    without(DEPOSIT, "    if (open !== undefined) return open.amount_minor === amount ? { payment: open } : LOCKED;\n"),
  ),
  simulator("the limit is not checked", without(DEPOSIT, "    if (problem !== null) return LOCKED;\n")),
  simulator("two calls order one payment at the bank", {
    file: DEPOSIT,
    from: "if (await claimStart(db, uuid, now, new Date(now.getTime() + START_MS)))",
    to: "if ((await claimStart(db, uuid, now, new Date(now.getTime() + START_MS))) || now.getTime() > 0)",
  }),
  simulator("sessions of lost answers are never searched", {
    file: RECONCILE,
    from: "const found = isUnsure || known.length === 0 ? await bank.find(uuid) : [];",
    to: "const found: BankSession[] = [];",
  }),
  simulator("an expired payment is never read again", {
    file: TIMES,
    from: 'const isFinal = facts.includes("CANCELLED") ||',
    to: "const isFinal = !isOpen(status) ||",
  }),
  simulator("a second session is never read once one is paid", {
    file: SETTLE,
    from: "const isMany = decided.length > 1;",
    to: "const isMany = false;",
  }),
  simulator("a credit that waits for a card is never tried again", {
    file: TIMES,
    from: 'if (status === "PAID" && isWaiting) return new Date(now.getTime() + WAITING_MS);',
    to: "",
  }),
  simulator("a payment is never read again after a failed call", {
    file: RECONCILE,
    from: "updatePayment(tx, uuid, { next_check_at: againAt(createdAt, world.now()) }),",
    to: "updatePayment(tx, uuid, { next_check_at: againAt === undefined ? world.now() : null }),",
  }),
  simulator("the reconciler finds nothing due", {
    file: QUERIES,
    from: '.where("next_check_at", "<=", now)',
    to: '.where("next_check_at", "<", new Date(0))',
  }),
  simulator("a webhook queues no job", {
    file: "src/wallet/payments/bank/webhooks.server.ts",
    from: "if (uuid !== null) {\n",
    to: "if (uuid !== null && deliveries > 1) {\n",
  }),
  simulator(
    "money is booked to the account of another company",
    {
      file: SETTLE,
      from: "openCompanyAccounts(tx, payment.company, at)",
      to: 'openCompanyAccounts(tx, "port-serac", at)',
    },
    { file: SETTLE, from: "from: bankAccount(payment.company)", to: 'from: bankAccount("port-serac")' },
    { file: SETTLE, from: "to: suspenseAccount(payment.company)", to: 'to: suspenseAccount("port-serac")' },
  ),
  simulator("a credit is taken from the money of another company", {
    file: HELD,
    from: "{ account: suspenseAccount(payment.company), amount: -payment.amount_minor }",
    to: '{ account: suspenseAccount("port-serac"), amount: -payment.amount_minor }',
  }),
  simulator("a refund leaves the account of another company", {
    file: REFUNDS,
    from: "to: bankAccount(company)",
    to: 'to: bankAccount("port-serac")',
  }),
  simulator("a payment is read by the application of another company", {
    file: RECONCILE,
    from: "askCompanyBank(world, company, (bank) => readAll",
    to: 'askCompanyBank(world, company && "port-serac", (bank) => readAll',
  }),
  simulator("a refund is asked of the application of another company", {
    file: REFUNDS,
    from: "askCompanyBank(world, company, (bank) => bank.refund(order))",
    to: 'askCompanyBank(world, company && "port-serac", (bank) => bank.refund(order))',
  }),
  simulator(
    "an operator approves their own order",
    without(
      DECIDE_ORDER,
      '      if (asked.some((one) => isOwnOrder(one, operator))) return { refusal: "same_person" };\n',
    ),
  ),
  simulator("an approved order stays open", without(DECIDE_ORDER, "      await endOrder(tx, id, end);\n")),
  simulator("moving the money of a case takes one person", {
    file: DESK,
    from: '      if (!decisionsFor(found).includes("noted")) return { refusal: "not_this_decision" };\n      if (!(await closeCaseIn(world, tx, sites, found.id, { who: operator.name, decision: "noted" }))) return UNKNOWN;',
    to: '      if (!(await closeCaseIn(world, tx, sites, found.id, { who: operator.name, decision: decisionsFor(found).includes("noted") ? "noted" : "refund" }))) return UNKNOWN;',
  }),
  simulator(
    "a returned top-up stays credited",
    without(DECIDE_ORDER, "  await updateSession(tx, session.session_id, back);\n"),
  ),
  simulator("an approval is missing from the trail", {
    file: DECIDE_ORDER,
    from: "        action: `payment.order_${verdict}`,",
    to: '        action: "payment.order",',
  }),
  simulator("cash at a till is booked again on a retry", {
    file: "src/wallet/cash.server.ts",
    from: "      key,\n",
    to: "      key: `${key}:${world.uuid()}`,\n",
  }),
  simulator(
    "a PIN is counted after it is compared",
    {
      file: PIN,
      from: "const counted = await countAttempt(db, membershipId);",
      to: `const counted = await db.selectFrom("pins").select(["salt", "pin_hash"]).where("membership_id", "=", membershipId).where("attempts", "<", 3).executeTakeFirst();`,
    },
    {
      file: PIN,
      from: '  if (counted !== undefined) world.metrics.count("pin_comparisons_total");\n',
      to: '  if (counted !== undefined) world.metrics.count("pin_comparisons_total");\n  if (!isRight) await countAttempt(db, membershipId);\n',
    },
  ),

  races("a settlement does not lock the wallet", NO_WALLET_LOCK),
  races("a settlement locks nothing", NO_WALLET_LOCK, {
    file: SETTLE,
    from: "  return lockPayment(tx, uuid);\n",
    to: "  return (await paymentOf(tx, uuid)) ?? null;\n",
  }),
  races("a settlement locks too late", {
    file: SETTLE,
    from: "  return lockPayment(tx, uuid);\n",
    to: "  await lockPayment(tx, uuid);\n  return found;\n",
  }),
  races("an order does not lock the wallet", {
    file: DEPOSIT,
    from: "const balance = await lockedBalance(tx, account);",
    to: 'const balance = (await tx.selectFrom("ledger_accounts").select("balance_minor").where("name", "=", account).executeTakeFirst())?.balance_minor ?? null;',
  }),
  races("every caller orders at the bank", {
    file: QUERIES,
    from: '    .where((where) => where.or([where("starting_until", "is", null), where("starting_until", "<=", now)]))\n',
    to: "",
  }),
  races("a PIN attempt is counted without a lock", {
    file: "src/wallet/pin/queries.server.ts",
    from: "      from pins where membership_id = ${membershipId} for no key update\n",
    to: "      from pins where membership_id = ${membershipId}\n",
  }),
  races("two nodes send one refund", {
    file: QUERIES,
    from: "    .set({ refund_next_at: nextAt, refund_attempts",
    to: "    .set({ refund_attempts",
  }),
];

/** Applies a bug to a source text. Throws if the text to change is not found exactly once. */
export function mutated(source: string, file: string, changes: readonly Change[]): string {
  let text = source;
  for (const change of changes.filter((one) => one.file === file)) {
    if (text.split(change.from).length !== 2) throw new Error(`${file} must contain exactly once: ${change.from}`);
    text = text.replace(change.from, () => change.to);
  }
  return text;
}

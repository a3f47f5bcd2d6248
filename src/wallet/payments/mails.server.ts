import { createHash } from "node:crypto";
import { composed, link } from "../../mail/composed.server.ts";
import { mailSender, type MailFrame, type MailSender } from "../../mail/sender.server.ts";
import { isQueued, queueMail } from "../../mail/outbox.server.ts";
import { entryOfKey } from "../../ledger/reading.server.ts";
import { m } from "../../messages/messages.js";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { Mail } from "../../platform/gateways/messages.ts";
import type { World } from "../../platform/world.ts";
import { momentAt } from "../../venues/language/dates.ts";
import { money } from "../../venues/language/numbers.ts";
import { paymentOf, type Payment, type PaymentSession } from "./queries.server.ts";
import { creditKey, paymentReference } from "./payment-names.ts";
import { accountOf } from "../queries.server.ts";
import { walletAccount, type Sites } from "../wallets.server.ts";

export const RECEIPT_QUEUE = "wallet.receipt";

/**
 * Sends the receipt of a credit by mail, once: the mail's id is the payment's uuid. An account that was erased gets
 * none.
 */
export async function sendReceipt(world: World, sites: Sites, uuid: string): Promise<void> {
  const payment = await paymentOf(world.database.db, uuid);
  if (payment === undefined || payment.transaction_status !== "SUCCESS") return;
  const sender = await mailSenderOf(world, sites, payment);
  await inTransaction(world.database, async (tx) => {
    const frame = await frameOf(tx, sender, payment);
    if (frame === null || (await isQueued(tx, uuid))) return;
    const credit = await creditOf(tx, payment);
    const mail = receiptMail(frame, { uuid, amountMinor: payment.amount_minor, ...credit });
    await queueMail(world, tx, { id: uuid, kind: "wallet-receipt", accountId: payment.account_id, mail });
  });
}

/** Says that a payment was credited, when, and the balance after it. Amounts are in minor units. */
export function receiptMail(
  frame: MailFrame,
  paid: { uuid: string; amountMinor: bigint; balanceMinor: bigint; at: Date },
): Omit<Mail, "id"> {
  const { locale, sender } = frame;
  const reference = paymentReference(paid.uuid);
  const amount = money(paid.amountMinor, "EUR", locale);
  const balance = money(paid.balanceMinor, "EUR", locale);
  return composed(frame, {
    subject: m.wallet_mail_receipt_subject({ amount }, { locale }),
    preview: m.wallet_mail_receipt_preview({ balance, reference }, { locale }),
    title: m.wallet_mail_receipt_title({}, { locale }),
    figure: amount,
    paragraphs: [],
    properties: [
      { label: m.wallet_mail_balance({}, { locale }), value: balance },
      { label: m.wallet_mail_reference({}, { locale }), value: reference },
      {
        label: m.wallet_mail_received({}, { locale }),
        value: momentAt(paid.at, { locale, timeZone: sender.timeZone }),
      },
      { label: m.wallet_mail_place({}, { locale }), value: sender.name },
      { label: m.wallet_mail_by({}, { locale }), value: m.wallet_mail_by_transfer({}, { locale }) },
    ],
    button: link(frame, m.wallet_mail_receipt_button({}, { locale }), "/?popup=Cashless"),
    notes: [m.wallet_mail_receipt_note({}, { locale })],
    why: m.wallet_mail_why({}, { locale }),
  });
}

/** Says that money was sent back, how much (in minor units) and why. */
export function refundMail(
  frame: MailFrame,
  back: { uuid: string; amountMinor: bigint; why: typeof m.wallet_mail_back_other },
): Omit<Mail, "id"> {
  const { locale, sender } = frame;
  const amount = money(back.amountMinor, "EUR", locale);
  return composed(frame, {
    subject: m.wallet_mail_back_subject({ amount }, { locale }),
    preview: back.why({}, { locale }),
    title: m.wallet_mail_back_title({}, { locale }),
    figure: amount,
    paragraphs: [m.wallet_mail_back_text({}, { locale }), back.why({}, { locale })],
    properties: [
      { label: m.wallet_mail_reference({}, { locale }), value: paymentReference(back.uuid) },
      { label: m.wallet_mail_place({}, { locale }), value: sender.name },
    ],
    button: null,
    notes: [m.wallet_mail_receipt_note({}, { locale })],
    why: m.wallet_mail_why({}, { locale }),
  });
}

/** When a payment was credited, and the wallet's balance after it in minor units. */
async function creditOf(tx: Transaction, payment: Payment): Promise<{ balanceMinor: bigint; at: Date }> {
  const entry = await entryOfKey(tx, creditKey(payment.uuid));
  const account = walletAccount(payment.membership_id, payment.site_id);
  const leg = entry?.legs.find((one) => one.account === account);
  if (entry === null || leg?.balance == null) throw new Error(`payment ${payment.uuid} has no credit`);
  return { balanceMinor: leg.balance, at: entry.at };
}

/** The sender of a payment's mails. Read it before the transaction that queues one. */
export function mailSenderOf(world: World, sites: Sites, payment: Payment): Promise<MailSender> {
  return mailSender(world, sites.bySite(payment.site_id) ?? null);
}

/**
 * Tells the member that money was sent back, how much and why. Queued once, in the transaction that books the refund,
 * by an id made from the session. The mail never mentions an exclusion, which is confidential. An account that was
 * erased gets no mail.
 */
export async function queueMailAboutRefund(
  world: World,
  tx: Transaction,
  sender: MailSender,
  payment: Payment,
  session: Pick<PaymentSession, "session_id" | "received_minor" | "refund_reason">,
): Promise<void> {
  const id = refundMailId(session.session_id);
  const frame = await frameOf(tx, sender, payment);
  if (frame === null || (await isQueued(tx, id))) return;
  const mail = refundMail(frame, {
    uuid: payment.uuid,
    amountMinor: session.received_minor ?? 0n,
    why: whyBack(payment, session),
  });
  await queueMail(world, tx, { id, kind: "wallet-refund", accountId: payment.account_id, mail });
}

/** The id of the mail about a refund, made from the bank's session id (a UUID of version 8). */
export function refundMailId(sessionId: string): string {
  const hex = createHash("sha256").update(`money-back ${sessionId}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/**
 * Why the money goes back. A second payment normally gets 'paid twice, the first one stays'; if staff have returned the first one too, it
 * gets the sentence that nothing stays.
 */
function whyBack({ error }: Payment, { refund_reason: reason }: Pick<PaymentSession, "refund_reason">) {
  if (reason === "PAID_TWICE" && error === "RETURNED") return m.wallet_mail_back_after_return;
  return WHY[reason ?? ""] ?? m.wallet_mail_back_other;
}

const WHY: Partial<Record<string, typeof m.wallet_mail_back_other>> = {
  AMOUNT_MISMATCH: m.wallet_mail_back_amount,
  PAYER_MISMATCH: m.wallet_mail_back_payer,
  NO_ROOM: m.wallet_mail_back_room,
  CARD_INSERTED: m.wallet_mail_back_inserted,
  PAID_TWICE: m.wallet_mail_back_twice,
  PAID_AFTER_RETURN: m.wallet_mail_back_after_return,
  RETURNED: m.wallet_mail_back_returned,
};

/** The mail's frame, or null if the account has no address. */
async function frameOf(tx: Transaction, sender: MailSender, payment: Payment): Promise<MailFrame | null> {
  const account = await accountOf(tx, payment.account_id);
  if (account === undefined || account.email === null) return null;
  return { sender, locale: account.locale, firstname: account.firstname, to: account.email };
}

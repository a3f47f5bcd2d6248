import { composed, mailHouse, type MailFrame } from "../members/mails/account-mails.server.ts";
import { isQueued, queueMail } from "../members/outbox.server.ts";
import { m } from "../paraglide/messages.js";
import { inTransaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import { spokenAmount } from "./amount-words.ts";
import { paymentOf } from "./payment-queries.server.ts";
import { accountOf } from "./queries.server.ts";
import type { Sites } from "./wallets.server.ts";

export const RECEIPT_QUEUE = "wallet.receipt";

/** The receipt of a credit by mail (G150), once: its name is the payment's. Who has left by then gets none. */
export async function sendReceipt(world: World, sites: Sites, uuid: string): Promise<void> {
  const payment = await paymentOf(world.database.db, uuid);
  if (payment === undefined || payment.transaction_status !== "SUCCESS") return;
  const account = await accountOf(world.database.db, payment.account_id);
  if (account === undefined || account.email === null) return;
  const house = await mailHouse(world, sites.bySite(payment.site_id) ?? null);
  const { locale } = account;
  const frame: MailFrame = { house, locale, firstname: account.firstname, to: account.email };
  const mail = composed(frame, {
    subject: m.wallet_mail_receipt_subject({}, { locale }),
    paragraphs: [
      m.wallet_mail_receipt_text({ amount: spokenAmount(payment.amount_minor, locale), house: house.name }, { locale }),
      m.wallet_mail_receipt_reference({ reference: payment.uuid }, { locale }),
    ],
    button: null,
    notes: [m.wallet_mail_receipt_note({}, { locale })],
  });
  await inTransaction(world.database, async (tx) => {
    if (await isQueued(tx, uuid)) return;
    await queueMail(world, tx, { id: uuid, kind: "wallet-receipt", accountId: payment.account_id, mail });
  });
}

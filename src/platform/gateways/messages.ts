/** `id` identifies the mail for ever: a repeated send has the same Message-ID. `from` is a display name and an address. */
export type Mail = {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
};
export type MailGateway = {
  /**
   * "sent" if the server accepted the mail, "bounced" if it will never accept a mail for this address, "refused" if it will never
   * accept this mail. Throws if the mail must be tried again.
   */
  send: (mail: Mail) => Promise<"sent" | "bounced" | "refused">;
};

/** `id` is the idempotency key, `to` an E.164 number. The text is never logged. */
export type Sms = { id: string; to: string; text: string };
export type SmsGateway = {
  /** The provider's id of the message, if it gave one. "refused" if it will never accept this number. Throws if the outcome is unknown. */
  send: (sms: Sms) => Promise<{ messageId: string | null } | "refused">;
  /** Reads a delivery receipt. "unwanted" if this installation has agreed on no key with the provider. */
  readReceipt: (fields: URLSearchParams) => SmsReceipt | "unsigned" | "malformed" | "unwanted";
};

/** "pending" means that the operator still tries; "unknown" that it will never report an outcome. */
export type SmsReceipt = { messageId: string; delivery: "pending" | "delivered" | "failed" | "unknown" };

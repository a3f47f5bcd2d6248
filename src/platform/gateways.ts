/**
 * The outside services as verbs see them. Each has one adapter in `gateways/`, made by `world.server.ts`, that speaks the
 * provider's public protocol (spec/providers.md); tests and the sandbox play the other side of the same protocol.
 */
export type Gateways = {
  mail: MailGateway;
  sms: SmsGateway;
  /** null where the installation has no settings for a provider: it is not offered. */
  social: Record<SocialProvider, SocialGateway | null>;
  captcha: CaptchaGateway;
  /** null where the installation has no settings for the bank: no wallet can be topped up. */
  bank: BankGateway | null;
  /** null where the installation has no settings for a wallet: it is not offered. */
  wallets: { apple: ApplePassGateway | null; google: GoogleWalletGateway | null };
  /** null where the installation has no settings: nobody can enroll. */
  identity: IdentityGateway | null;
  /** null where the installation has no settings: nobody is known to be free, so nobody is let in. */
  exclusions: ExclusionGateway | null;
};

/** What an identity provider knows of a verification (providers.md, 5). Pictures are never fetched (G96). */
export type IdentityState =
  | { status: "created" | "opened" | "rejected" | "refused" | "expired" }
  /** `done` of the provider's own three checks: document, face, identity. */
  | { status: "checking"; done: number }
  | { status: "approved"; document: IdentityDocument };

export type IdentityDocument = {
  lastname: string;
  firstname: string;
  birthName: string | null;
  /** ISO date. */
  birthday: string;
  number: string | null;
  type: string | null;
  /** ISO 3166 alpha-3, as documents name it. */
  country: string | null;
  /** ISO date. */
  expiresOn: string | null;
};

/** A notice of the provider's; `verificationId` null where it is about nothing that we know. */
export type IdentityEvent = {
  id: string;
  kind: string;
  verificationId: string | null;
  sentAt: Date;
};

export type IdentityGateway = {
  /** Begins a verification with its first attempt. `link` dies after 15 minutes. */
  start: (given: {
    name: string;
    birthday: string;
    redirectUrl: string;
    webhookUrl: string;
  }) => Promise<{ verificationId: string; link: string }>;
  /** A new link to a verification that was begun: the living one where there is one still; null where it is over. */
  tryAgain: (verificationId: string, redirectUrl: string) => Promise<{ link: string; isNew: boolean } | null>;
  /** What the provider says now; null where it knows no such verification. */
  read: (verificationId: string) => Promise<IdentityState | null>;
  /** Asks the provider to delete the pictures and words of a verification (G96). */
  purge: (verificationId: string) => Promise<void>;
  /** Checks a notice wholly: "invalid" where it is not signed for us or not now, "unreadable" where it is signed and makes no sense. */
  readNotice: (signature: string, body: Uint8Array) => { event: IdentityEvent } | { refusal: "invalid" | "unreadable" };
  /** True for addresses that a visitor may be sent to (T40). */
  isOwnLink: (link: string) => boolean;
};

/** Whose list is asked; each spells names in its own way (providers.md, 11). */
export type ExclusionSource = "ANJ" | "OJAR" | "EPIS";
export type ExclusionPurpose = "enrollment" | "entrance" | "daily" | "marketing" | "top-up";
export type ExclusionGateway = {
  /**
   * Whether a person is excluded from gaming: no reason comes back. "unknown" where the register does not answer, such as during its
   * refresh: entry fails closed, everything else waits. Never throws.
   */
  check: (
    source: ExclusionSource,
    person: { lastname: string; firstname: string; birthday: string },
    purpose: ExclusionPurpose,
  ) => Promise<"clear" | "barred" | "unknown">;
};

/** A proof of work instead of a hosted captcha (providers.md, 3). */
export type CaptchaGateway = {
  /** A new challenge, in the form that the widget fetches. */
  challenge: () => Promise<CaptchaChallenge>;
  /**
   * Checks what the widget sends back (base64): "refused" where it is garbled, altered, expired or unsolved. It does not know
   * which challenges were used already; `hash` (32 bytes) names this one, and is worth remembering until `expiresAt`.
   */
  check: (payload: string) => Promise<{ hash: Uint8Array; expiresAt: Date } | "refused">;
};

/** ALTCHA's protocol 2. `expiresAt` (seconds) tells the widget when to ask for another. */
export type CaptchaChallenge = {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    expiresAt: number;
    [more: string]: unknown;
  };
  signature: string;
};

export type SocialProvider = "google" | "apple" | "facebook";
export const SOCIAL_PROVIDERS = ["google", "apple", "facebook"] as const satisfies readonly SocialProvider[];

/** `id` names the mail for ever: a repeated send carries the same Message-ID. `from` is a display name and an address. */
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
   * "sent" when the server has taken the mail; "bounced" where it will never take one for this address, "refused" where it will never take
   * this mail; throws where it must be tried again.
   */
  send: (mail: Mail) => Promise<"sent" | "bounced" | "refused">;
};

/** `id` is the idempotency key, `to` an E.164 number. The text is never logged. */
export type Sms = { id: string; to: string; text: string };
export type SmsGateway = {
  /** The provider's id of the message, where it gave one; "refused" where it will never take this number; throws where the outcome is unknown. */
  send: (sms: Sms) => Promise<{ messageId: string | null } | "refused">;
  /** Reads what the provider tells of a message afterwards; "unwanted" where this installation has agreed on no key with it. */
  readReceipt: (fields: URLSearchParams) => SmsReceipt | "unsigned" | "garbled" | "unwanted";
};

/** "pending": still tried; "unknown": the operator will never tell. */
export type SmsReceipt = { messageId: string; delivery: "pending" | "delivered" | "failed" | "unknown" };

/** What a provider vouches for. `subject` is the key; an e-mail counts as verified only where the provider is the authority for it (providers.md, 4). */
export type SocialIdentity = {
  provider: SocialProvider;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  firstname: string | null;
  lastname: string | null;
  /** ISO date. */
  birthday: string | null;
};

/**
 * What a provider tells us unasked about a subject: they ended our access, left the provider or asked it to have their data deleted,
 * or no longer take mail at the address it gave us. `at` is when the provider said so.
 */
export type SocialEvent = { subject: string; kind: "revoked" | "deleted" | "email_stopped" | "other"; at: Date };

/** Where the provider sends the visitor back, with `state` untouched; `nonce` ends up in the identity token. */
export type SocialStart = { redirectUri: string; state: string; nonce: string };

export type SocialGateway = {
  /** The address of the provider's own log-in page. */
  authorizeUrl: (start: SocialStart) => string;
  /** Trades the code of the return for the token that `verify` takes; `refreshToken` where the provider gives one (kept sealed, for the revocation at deletion). */
  exchange: (
    code: string,
    redirectUri: string,
  ) => Promise<{ token: string; refreshToken: string | null } | { refusal: "invalid" }>;
  /** Checks a token wholly (issuer, audience, expiry, signature, nonce). Throws where the provider cannot be reached. */
  verify: (token: string, nonce: string | null) => Promise<{ identity: SocialIdentity } | { refusal: "invalid" }>;
  /** Checks a notice of the provider's wholly: "invalid" where it is not signed for us. Throws where the provider cannot be reached. */
  readEvent: (notice: string) => Promise<{ event: SocialEvent } | { refusal: "invalid" }>;
  /** Ends our access at the provider when an account is deleted (G78). Throws where it must be tried again. */
  revoke: (access: { subject: string; refreshToken: string | null }) => Promise<void>;
};

/** What a bank can say of a payment, in the words of section 4. */
export type PaymentFact = "INIT" | "PENDING_PAYMENT" | "PAID" | "CANCELLED" | "ERROR";

/** A payment to be asked for. `state` is our payment's UUID: the bank gives it back with everything that it says of this payment. */
export type BankOrder = {
  state: string;
  amountMinor: bigint;
  currency: "EUR";
  payer: { name: string; email: string; phone: string | null };
  /** What the statements of both accounts say; at most 140 characters. */
  communication: string;
  /** Where the bank's page sends the member back to. */
  returnUrl: string;
};

/**
 * A payment as the bank's API tells it. `isFinal` is false where the bank may still change its mind. `amountMinor` is what was ordered,
 * or once PAID what arrived, null where the bank says that it is another amount and not which. `payerName` is null where it gives none.
 */
export type BankSession = {
  sessionId: string;
  state: string;
  fact: PaymentFact;
  isFinal: boolean;
  amountMinor: bigint | null;
  currency: string;
  payerName: string | null;
};

/** A notice of the bank's. It moves no money: it is a reason to read the session. */
export type BankWebhook = { sessionId: string; state: string | null; status: string; fact: PaymentFact };

export type BankGateway = {
  /**
   * Asks for a payment and gives the page where the member approves it. "refused" where the bank says no for good. Throws `NotReached` where
   * the order certainly did not arrive, and else where the outcome is unknown: a session may exist then, which `find` shows.
   */
  start: (order: BankOrder) => Promise<{ sessionId: string; url: string } | "refused">;
  /** The payment as it stands; null where the bank knows none of that name. Throws where the bank cannot be reached. */
  read: (sessionId: string) => Promise<BankSession | null>;
  /** All sessions of one `state`, for a `start` whose answer was lost. Throws where the bank cannot be reached. */
  find: (state: string) => Promise<BankSession[]>;
  /**
   * All sessions that were opened since an instant, by pages from 1. `count` is how many payments stood on the page, whoever asked for
   * them: none after the last. Throws where the bank cannot be reached.
   */
  list: (since: Date, page: number) => Promise<{ sessions: BankSession[]; count: number }>;
  /** The keys of what went back of a session; empty where nothing did. Throws where the bank cannot be asked. */
  refundKeys: (sessionId: string) => Promise<string[]>;
  /**
   * Sends money of a paid session back. `key` (at most 35 letters and digits) names the refund for ever: asked again, the bank gives the
   * first one's name. "refused" where it says no for good. Throws where the outcome is unknown.
   */
  refund: (order: { sessionId: string; amountMinor: bigint; key: string }) => Promise<{ refundId: string } | "refused">;
  /** Checks a notice wholly: "unsigned" where it is not the bank's for us, "garbled" where it is and cannot be understood. */
  readNotice: (message: { headers: Headers; body: Uint8Array; target: string }) => BankWebhook | "unsigned" | "garbled";
};

type PassField = { label: string; value: string };

/** A membership card for a telephone's wallet, in words that are ready to be shown. */
export type WalletPass = {
  /** The same for ever; what the card becomes is an edition of it. */
  serial: string;
  issuer: string;
  program: string;
  description: string;
  /** What the kiosk reads; null once the pass is revoked. */
  code: { value: string; text: string } | null;
  isTemporary: boolean;
  isRevoked: boolean;
  fields: {
    holder: PassField;
    birthday: PassField | null;
    state: PassField | null;
    number: PassField | null;
    about: PassField;
  };
};

export type ApplePassGateway = {
  passTypeId: string;
  /**
   * An edition as a signed .pkpass. `service` is where telephones ask for later ones, and the token that they show there.
   */
  sign: (pass: WalletPass, service: { url: string; token: string }) => Promise<Uint8Array>;
  /** Tells a telephone that there is a new edition; "gone" where it does not want to hear any more. Throws where it must be tried again. */
  push: (pushToken: string) => Promise<"sent" | "gone">;
};

export type GoogleWalletGateway = {
  /**
   * Makes the pass at Google, or brings the one there up to date, and gives the signed token (JWT) that puts it into the wallet of
   * whoever opens `saveUrl` followed by it. `origin` is the page's that offers it. Throws where Google cannot be reached.
   */
  save: (pass: WalletPass, origin: string) => Promise<string>;
  saveUrl: string;
  /** Brings the pass at Google up to date. Throws where it must be tried again. */
  update: (pass: WalletPass, origin: string) => Promise<void>;
};

/**
 * The outside services as verbs use them. Each has one adapter in `gateways/`, created by `app/world.server.ts`, that speaks the
 * provider's public protocol. Tests and the sandbox play the other side of the same protocol.
 */
export type Gateways = {
  mail: MailGateway;
  sms: SmsGateway;
  /** A provider is null if the installation has no settings for it; it is then not offered. */
  social: Record<SocialProvider, SocialGateway | null>;
  captcha: CaptchaGateway;
  bank: Banks;
  /** A wallet is null if the installation has no settings for it; it is then not offered. */
  wallets: { apple: ApplePassGateway | null; google: GoogleWalletGateway | null };
  /** Null if the installation has no settings: nobody can enroll. */
  identity: IdentityGateway | null;
  /** Null if the installation has no settings: no person can be checked, so nobody is admitted. */
  exclusions: ExclusionGateway | null;
};

/** The state of an identity verification at its provider. The pictures of the document are never fetched. */
export type IdentityState =
  | { status: "created" | "opened" | "rejected" | "refused" | "expired" }
  /** `done` counts the provider's three checks: document, face, identity. */
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
  /** ISO 3166 alpha-3, as printed on documents. */
  country: string | null;
  /** ISO date. */
  expiresOn: string | null;
};

/** A webhook of the identity provider. `verificationId` is null if it concerns no verification that we know. */
export type IdentityEvent = {
  id: string;
  kind: string;
  verificationId: string | null;
  sentAt: Date;
};

export type IdentityGateway = {
  /** Begins a verification with its first attempt. `link` expires after 15 minutes. */
  start: (given: {
    name: string;
    birthday: string;
    redirectUrl: string;
    webhookUrl: string;
  }) => Promise<{ verificationId: string; link: string }>;
  /** A link to a verification that has begun: the present one if it is still valid, else a new one. Null if the verification is over. */
  tryAgain: (verificationId: string, redirectUrl: string) => Promise<{ link: string; isNew: boolean } | null>;
  /** The verification's state at the provider. Null if the provider does not know it. */
  read: (verificationId: string) => Promise<IdentityState | null>;
  /** Asks the provider to delete the pictures and texts of a verification. */
  purge: (verificationId: string) => Promise<void>;
  /** Checks a webhook fully: "invalid" if its signature or its time is wrong, "unreadable" if it is signed but malformed. */
  readWebhook: (
    signature: string,
    body: Uint8Array,
  ) => { event: IdentityEvent } | { refusal: "invalid" | "unreadable" };
  /** True for an address of the provider. A visitor is sent to no other, so that a forged link cannot lead to a phishing page. */
  isOwnLink: (link: string) => boolean;
};

/** The register to ask: ANJ in France, OJAR in Switzerland, EPIS in Belgium. Each normalises names in its own way. */
export type ExclusionSource = "ANJ" | "OJAR" | "EPIS";
export type ExclusionPurpose = "enrollment" | "entrance" | "daily" | "marketing" | "top-up";
/** A person as their identity document names them; `birthday` is an ISO date. */
export type ExclusionPerson = { lastname: string; firstname: string; birthday: string };
/** "unknown" if the register does not answer, for example during its refresh: entry is then refused, everything else waits. */
export type ExclusionAnswer = "clear" | "barred" | "unknown";
export type ExclusionGateway = {
  /** Whether a person is excluded from gaming. The register gives no reason. Never throws. */
  check: (source: ExclusionSource, person: ExclusionPerson, purpose: ExclusionPurpose) => Promise<ExclusionAnswer>;
  /**
   * The same for many people, in their order, with at most one call for each thousand of them. "unreached" for all people of a call
   * that failed. Never throws.
   */
  match: (
    source: ExclusionSource,
    persons: readonly ExclusionPerson[],
    purpose: ExclusionPurpose,
  ) => Promise<(ExclusionAnswer | "unreached")[]>;
};

/** A proof of work in place of a hosted captcha, which would need the visitor's consent. */
export type CaptchaGateway = {
  /** A new challenge in the format that the widget fetches. */
  challenge: () => Promise<CaptchaChallenge>;
  /**
   * Checks the widget's answer (base64): "refused" if it is malformed, altered, expired or unsolved. It does not know which challenges
   * were used before: the caller must remember `hash` (32 bytes), which identifies this one, until `expiresAt`.
   */
  check: (payload: string) => Promise<{ hash: Uint8Array; expiresAt: Date } | "refused">;
};

/** A challenge of ALTCHA's protocol 2. `expiresAt` (seconds) tells the widget when to fetch another. */
type CaptchaChallenge = {
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
  readReceipt: (fields: URLSearchParams) => SmsReceipt | "unsigned" | "garbled" | "unwanted";
};

/** "pending" means that the operator still tries; "unknown" that it will never report an outcome. */
export type SmsReceipt = { messageId: string; delivery: "pending" | "delivered" | "failed" | "unknown" };

/**
 * A person as a provider asserts them. `subject` is the key. An e-mail address counts as verified only if the provider is the
 * authority for it.
 */
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
 * A webhook of a provider about a subject: the person revoked our access, left the provider, asked it to have their data deleted, or no
 * longer accepts mail at the address it gave us. `at` is the provider's time.
 */
export type SocialEvent = { subject: string; kind: "revoked" | "deleted" | "email_stopped" | "other"; at: Date };

/** `redirectUri` is where the provider sends the visitor back, with `state` unchanged. `nonce` is put into the identity token. */
type SocialStart = { redirectUri: string; state: string; nonce: string };

export type SocialGateway = {
  /** The address of the provider's own log-in page. */
  authorizeUrl: (start: SocialStart) => string;
  /** Exchanges the returned code for the token that `verify` takes. `refreshToken`, if given, is stored sealed, for revoking access later. */
  exchange: (
    code: string,
    redirectUri: string,
  ) => Promise<{ token: string; refreshToken: string | null } | { refusal: "invalid" }>;
  /** Checks a token fully (issuer, audience, expiry, signature, nonce). Throws if the provider cannot be reached. */
  verify: (token: string, nonce: string | null) => Promise<{ identity: SocialIdentity } | { refusal: "invalid" }>;
  /** Checks a webhook fully: "invalid" if it is not signed for us. Throws if the provider cannot be reached. */
  readEvent: (webhook: string) => Promise<{ event: SocialEvent } | { refusal: "invalid" }>;
  /** Revokes our access at the provider when an account is deleted. Throws if it must be tried again. */
  revoke: (access: { subject: string; refreshToken: string | null }) => Promise<void>;
};

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
   * "garbled" if one did but it is malformed.
   */
  readWebhook: (message: BankMessage) => { company: string; webhook: BankWebhook | "garbled" } | "unsigned";
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

type PassField = { label: string; value: string };

/** A membership card for a phone's wallet, with texts ready to be shown. */
export type WalletPass = {
  /** Never changes. A changed card is a new edition of the same pass. */
  serial: string;
  issuer: string;
  program: string;
  description: string;
  /** The code that the kiosk reads; null once the pass is revoked. */
  code: { value: string; text: string } | null;
  isTemporary: boolean;
  isRevoked: boolean;
  /** Where the pass shows by itself, with what the phone then says; at most ten are used. */
  places: { latitude: number; longitude: number; text: string }[];
  fields: {
    balance: PassField | null;
    expiry: PassField | null;
    gifts: PassField | null;
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
   * Signs an edition as a .pkpass file. `service` is the address where phones ask for later editions, and the token they send there.
   */
  sign: (pass: WalletPass, service: { url: string; token: string }) => Promise<Uint8Array>;
  /** Tells a phone that there is a new edition. "gone" if the phone no longer wants to be told. Throws if it must be tried again. */
  push: (pushToken: string) => Promise<"sent" | "gone">;
};

export type GoogleWalletGateway = {
  /**
   * Creates or updates the pass at Google, and returns the signed token (JWT) that adds it to the wallet of whoever opens `saveUrl`
   * followed by it. `origin` is the origin of the page that offers it. Throws if Google cannot be reached.
   */
  save: (pass: WalletPass, origin: string) => Promise<string>;
  saveUrl: string;
  /** Updates the pass at Google. Throws if it must be tried again. */
  update: (pass: WalletPass, origin: string) => Promise<void>;
};

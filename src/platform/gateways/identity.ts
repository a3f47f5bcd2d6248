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
  /** Checks a webhook fully: "invalid" if its signature or its time is wrong, "malformed" if it is signed but cannot be parsed. */
  readWebhook: (signature: string, body: Uint8Array) => { event: IdentityEvent } | { refusal: "invalid" | "malformed" };
  /** True for an address of the provider. A visitor is sent to no other, so that a forged link cannot lead to a phishing page. */
  isOwnLink: (link: string) => boolean;
};

export type SocialProvider = "google" | "apple" | "facebook";
export const SOCIAL_PROVIDERS = ["google", "apple", "facebook"] as const satisfies readonly SocialProvider[];

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
  /** Exchanges the returned code for the token that `verify` takes. `refreshToken`, if given, is stored encrypted, for revoking access later. */
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

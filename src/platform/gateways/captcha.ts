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

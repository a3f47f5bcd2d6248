type PassField = { label: string; value: string };

/** A pass as phones show it: its code, and texts in the holder's language. */
export type ShownPass = {
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
  sign: (pass: ShownPass, service: { url: string; token: string }) => Promise<Uint8Array>;
  /** Tells a phone that there is a new edition. "gone" if the phone no longer wants to be told. Throws if it must be tried again. */
  push: (pushToken: string) => Promise<"sent" | "gone">;
};

export type GoogleWalletGateway = {
  /**
   * Creates or updates the pass at Google, and returns the signed token (JWT). Whoever opens `saveUrl` followed by the token adds
   * the pass to their wallet. `origin` is the origin of the page that offers it. Throws if Google cannot be reached.
   */
  save: (pass: ShownPass, origin: string) => Promise<string>;
  saveUrl: string;
  /** Updates the pass at Google. Throws if it must be tried again. */
  update: (pass: ShownPass, origin: string) => Promise<void>;
};

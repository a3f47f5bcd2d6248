/** Bodies and answers of this room's calls for /api/openapi.json: the demonstration's people at Port-Sérac. */

const SITE = "http://port-serac.localhost:3000";
const TOKEN = "NjXQrVU3WwZS7EEpA82PI0kw6IO1e_4k06GSJv3WpPM";
const person = { civility_id: 1, lastname: "Kerdaniel", firstname: "Solène", birthday: "1996-04-12" } as const;

export const token = { data: { token: TOKEN } } as const;

export const logIn = {
  email: "member@demo.belrive.example",
  password: "Belrive!2026",
  source: "WEBSITE",
  origin: SITE,
} as const;
export const socialLogIn = { access_token: "ya29.a0ARrdaM-demo", source: "WEBSITE", origin: SITE } as const;
export const link = { linking_token: TOKEN, password: "Belrive!2026" } as const;
export const registration = {
  ...person,
  email: "solene.kerdaniel@demo.belrive.example",
  password: "Belrive!2026",
  optins: { CANAL_EMAIL: true, CANAL_SMS: false, CANAL_LETTER: false },
  validation_callback_url: `${SITE}/email-confirmation`,
} as const;
export const emailValidation = {
  email: "new@demo.belrive.example",
  callback_url: `${SITE}/email-confirmation`,
} as const;
export const emailConfirmation = {
  body: { token_validation_email: TOKEN },
  answer: { data: { result: true, token: TOKEN } },
} as const;
export const recovery = {
  email: "member@demo.belrive.example",
  callback_url: `${SITE}/nouveau-mot-de-passe`,
} as const;
export const reset = { token: TOKEN, password: "Phare-Blanc?82" } as const;

const member = {
  email: "member@demo.belrive.example",
  pseudo: "Margot",
  avatar: `${SITE}/media/avatars/0b6c2f51-6a0c-4c39-9f0e-2f6f1d8a7c11`,
  lastname: "d’Aubencourt",
  firstname: "Marguerite",
  birthday: "1984-06-21",
  is_valid_email: true,
  is_valid_phone: true,
  playersplus_id: "4179700237",
} as const;
export const identity = {
  user: {
    ...member,
    wallet_key: "H52MD9JHSDM5",
    customer_id: "432626842587",
    is_pplus: true,
    is_member: true,
    token: TOKEN,
  },
} as const;
export const profile = {
  user: {
    ...member,
    card: "5163306495762422",
    card_type: "DIGITAL",
    civility: { id: 1, short_name: "Mme" },
    optins: ["CANAL_EMAIL", "CANAL_SMS"],
    main_phones: { mobile: "+33639980105" },
    playersplus: { site_id: 151 },
    enrollment: { status: "COMPLETED" },
  },
} as const;
export const sessions = {
  data: [
    {
      id: "fa85fa82-34bd-445e-82bf-9fba9a78b843",
      kind: "web",
      device: "Firefox, Windows",
      created_at: "2026-11-02T08:12:44.000Z",
      last_used_at: "2026-11-21T19:30:00.000Z",
      is_current: true,
    },
  ],
} as const;
export const codeSent = {
  body: { otp_type: "check", device_type: "mobile", device: "+33639980105" },
  answer: { data: { device_token: TOKEN } },
} as const;
export const codeChecked = { device_token: TOKEN, otp: "4821" } as const;
export const freshProof = { password: "Belrive!2026" } as const;
export const optins = { optins: { CANAL_EMAIL: true, CANAL_SMS: false } } as const;
export const deletion = { data: { result: true, erased_at: "2026-12-21T19:30:00.000Z" } } as const;
export const challenge = {
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "deea849ec9627e7171f067d887d771cd",
    salt: "7867a3c9603a840e1686c8856780b347",
    cost: 5000,
    keyLength: 32,
    keyPrefix: "00",
    expiresAt: 1795289700,
  },
  signature: "13dfe1bd63a561d413852703bc87ec2573b988a69770b3e981e936bbdb358846",
} as const;
export const facebookWebhookBody = {
  body: { signed_request: "c2lnbmF0dXJl.eyJ1c2VyX2lkIjoiMTAyMDMwIn0" },
  answer: { url: `${SITE}/webhooks/facebook/${TOKEN}`, confirmation_code: TOKEN },
} as const;
export const appleWebhookBody = { payload: "eyJhbGciOiJSUzI1NiJ9.eyJldmVudHMiOiJ7fSJ9.c2lnbmF0dXJl" } as const;
export const receipt = { id: "184467440737", ptt: "4" } as const;

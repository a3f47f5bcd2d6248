/** Bodies and answers of this room's calls for /api/openapi.json: the demonstration's member at Port-Sérac. */

const HANDLE = "qyfafGs_OaZz0LEmgdMOfN_axYSM4D_z-720T63cJ7o";

export const pinKey = {
  data: { jwk: { kty: "RSA", n: "5-l5tbG3G-ZpGMTANIwo", e: "AQAB", alg: "RSA-OAEP-256" }, challenge: HANDLE },
} as const;
export const wallets = {
  data: [
    { status: "OPENED", site_id: 151 },
    { status: "OPENED", site_id: 152 },
  ],
} as const;
export const pin = { pin: "1234" } as const;
export const unlocked = {
  data: [{ type: "ASSIGNED", amount: 180.5, limit_amount: 2000 }],
  unlock: HANDLE,
} as const;
export const topUp = {
  body: {
    provider: "instant_transfer",
    return_url: "http://port-serac.localhost:3000/?popup=Cashless",
    from: "web",
    site_id: 151,
    product: { type: "cashless", amount: 75.5, currency: "EUR" },
    data: { site_id: 151, pin_code: HANDLE },
  },
  answer: {
    data: {
      transaction_uuid: "22c18cac-6662-4b17-8ff8-b10f724cc673",
      link: "http://localhost:3100/bank/22c18cac-6662-4b17-8ff8-b10f724cc673",
    },
  },
} as const;
export const paid = {
  data: { payment: { status: "PAID" }, transaction: [{ status: { name: "SUCCESS" } }] },
  error: null,
} as const;
export const bankWebhookBody = {
  session_id: "b6f0c0de5e1b4d2f9a3c7e8d10f2a4b6",
  status: "payment_created",
  customer_id: "1f0e3dad99908345f7439f8ffabdffc4",
  provider: "sandboxbank",
  state: "22c18cac-6662-4b17-8ff8-b10f724cc673",
  type: "PayByBank",
} as const;

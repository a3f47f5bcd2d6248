/** Bodies and answers of this room's calls for /api/openapi.json, as the demonstration gives them. */

export const balance = { balance: "104.89" } as const;
export const cardLink = { card_number: "5163306495762422" } as const;
export const membershipLink = { pplus_id: "4179700237" } as const;
export const pass = {
  data: { link: "http://port-serac.localhost:3000/passes/301c46aa-c58d-43e5-9f12-318a4df20649.pkpass" },
} as const;
export const enrollment = {
  data: {
    data: {
      status: "READY",
      id: "5d0a3f0e-7f3c-4b0c-9d3b-6f4a7e1c2b90",
      progression_detail: { done: 6, total: 6 },
      user: { civility: "Mr", firstname: "Thibault", lastname: "Lecorvaisier", birthday: "1991-11-08" },
      card_id: "7004218836509127",
      error: null,
    },
  },
} as const;
export const enrollmentStart = {
  body: { browser_callback_url: "http://port-serac.localhost:3000/players-plus/create" },
  answer: { data: { link: "http://localhost:3100/identity/5d0a3f0e-7f3c-4b0c-9d3b-6f4a7e1c2b90" } },
} as const;
export const identityWebhookBody = {
  id: "evt_01hf3z9k7q",
  type: "identity_verification.approved",
  created_on: "2026-11-21T19:30:00Z",
  data: { identity_verification_id: "idv_tkoi5db4hryu5cei5vwoabr7we" },
} as const;

/** Answers of this room's calls for /api/openapi.json, as the demonstration gives them. */

export const live = { data: { data: { amount: 1204866.15 } } } as const;
export const month = { data: { data: { REDISTR: { month: 70233.2 } } } } as const;
export const lines = {
  data: {
    data: [
      {
        site_slot: 9,
        site_id: 151,
        model: "Reine des Glaces",
        amount: 9258.25,
        payment_date: "2026-11-20T22:53:00.000Z",
      },
      { site_slot: 87, site_id: 151, model: "Rouge Velours", amount: 968.05, payment_date: "2026-11-20T20:34:00.000Z" },
    ],
  },
} as const;

/** Answers of this room's calls for /api/openapi.json, as the demonstration gives them. */

export const offers = {
  offers: [
    {
      code: "1493168037378",
      expiration_date: "2027-01-15T00:00:00+01:00",
      offer: {
        label: "Dessert-offert",
        description: "Le dessert de votre choix pour tout repas pris au restaurant du casino.",
        is_auth: false,
        expiration_date: "2027-01-15T00:00:00+01:00",
        establishments: [
          { id: 51, name: "Port-Sérac" },
          { id: 52, name: "Valombre-les-Bains" },
        ],
      },
      lines: [{ product: { label: "Un dessert à la carte", description: null, legal_notice: null } }],
    },
  ],
} as const;
export const version = { version: "5f0c1d9a7be24c33" } as const;

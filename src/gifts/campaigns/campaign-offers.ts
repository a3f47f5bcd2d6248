import type { NewOffer, NewProduct } from "../offers/offer-queries.server.ts";

type CampaignOffer = { offer: Omit<NewOffer, "created_at">; products: NewProduct[] };

const OFFER = {
  is_auth: true,
  is_authorised_ch: false,
} as const;

/** A €5 play credit, valid for 21 gaming days, the day of joining included. */
export const WELCOME_PLAY: CampaignOffer = {
  offer: {
    ...OFFER,
    id: "welcome-play",
    type: "free_play",
    play_minor: 500n,
    play_currency: "EUR",
    life_gaming_days: 21,
    label: { fr: "5 €-de jeu", en: "€5-of play" },
    description: {
      fr: "Bienvenue au Club ! Cinq euros de jeu vous attendent sur toutes nos machines à sous. Ils se jouent en une fois et ne s’échangent pas contre des espèces.",
      en: "Welcome to the Club! Five euros of play await you on any of our slot machines. They are played in one go and cannot be exchanged for cash.",
    },
  },
  products: [
    {
      id: "welcome-play-credit",
      label: { fr: "Crédit de jeu de 5 €", en: "€5 play credit" },
      description: { fr: "À charger à la borne sur votre carte.", en: "Load it onto your card at the kiosk." },
      legalNotice: {
        fr: "Valable 21 jours de jeu, jour de l’adhésion compris. Un crédit par personne.",
        en: "Valid for 21 gaming days, the day of joining included. One credit per person.",
      },
    },
  ],
};

/** 15% off the first bar or restaurant bill, on at most €100, within one calendar month. */
export const WELCOME_TABLE: CampaignOffer = {
  offer: {
    ...OFFER,
    id: "welcome-table",
    type: "discount",
    life_months: 1,
    label: { fr: "−15 %-à table", en: "15% off-your bill" },
    description: {
      fr: "Quinze pour cent de remise sur votre première addition, au bar ou au restaurant du casino.",
      en: "Fifteen per cent off your first bill, at the casino’s bar or restaurant.",
    },
  },
  products: [
    {
      id: "welcome-table-discount",
      label: { fr: "Remise de 15 % au bar ou au restaurant", en: "15% off at the bar or the restaurant" },
      legalNotice: {
        fr: "Calculée sur 100 € d’addition au plus, soit 15 € de remise. Une seule utilisation, dans le mois qui suit l’adhésion. L’abus d’alcool est dangereux pour la santé, à consommer avec modération.",
        en: "On a bill of up to €100, so €15 off at most. Once only, within the month after joining. Alcohol abuse is harmful to your health; please drink in moderation.",
      },
    },
  ],
};

/** The birthday gift, available from three days before the birthday. */
export const BIRTHDAY: CampaignOffer = {
  offer: {
    ...OFFER,
    id: "birthday-glass",
    type: "treat",
    life_months: 1,
    label: { fr: "Un verre-d’anniversaire", en: "A birthday-drink" },
    description: {
      fr: "Joyeux anniversaire ! Le bar vous offre le verre de votre choix, avec ou sans alcool.",
      en: "Happy birthday! Have the drink of your choice at the bar, with our compliments, with or without alcohol.",
    },
  },
  products: [
    {
      id: "birthday-glass-drink",
      label: { fr: "Un verre au choix", en: "A drink of your choice" },
      legalNotice: {
        fr: "Hors champagnes millésimés. L’abus d’alcool est dangereux pour la santé, à consommer avec modération.",
        en: "Vintage champagne excluded. Alcohol abuse is harmful to your health; please drink in moderation.",
      },
    },
  ],
};

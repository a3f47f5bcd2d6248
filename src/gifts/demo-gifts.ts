import type { Localized } from "../platform/schema.ts";
import type { NewOffer, NewProduct } from "./offers/offer-queries.server.ts";

/** A gift of the demo member: its offer, the venues where it is valid, and how long ago it was used. */
export type DemoGift = {
  offer: Pick<NewOffer, "id" | "type" | "label" | "description" | "is_auth" | "play_minor">;
  products: NewProduct[];
  establishments: number[];
  /** Whole days from the day of loading; null for an offer that never expires. */
  endsInDays: number | null;
  usedDaysAgo?: number;
};

const ALCOHOL: Localized = {
  fr: "L’abus d’alcool est dangereux pour la santé, à consommer avec modération.",
  en: "Alcohol abuse is harmful to your health; please drink in moderation.",
};
const NO_CASH: Localized = {
  fr: "Se joue en une fois sur les machines à sous. Ni échangeable ni remboursable.",
  en: "Played in one go on the slot machines. Cannot be exchanged or refunded.",
};
const FRENCH = [8, 14, 21, 24, 40, 51, 52];

export const DEMO_GIFTS: DemoGift[] = [
  {
    offer: {
      id: "demo-play-10",
      type: "free_play",
      label: { fr: "10 €-de jeu", en: "€10-of play" },
      description: {
        fr: "Pour vos prochaines parties, dix euros vous sont offerts sur toutes nos machines à sous.",
        en: "Your next games are on us: ten euros to play on any of our slot machines.",
      },
      is_auth: true,
      play_minor: 1_000n,
    },
    products: [
      {
        id: "demo-play-10-credit",
        label: { fr: "Crédit de jeu de 10 €", en: "€10 play credit" },
        legalNotice: NO_CASH,
      },
    ],
    establishments: FRENCH,
    endsInDays: 21,
  },
  {
    offer: {
      id: "demo-bar-15",
      type: "discount",
      label: { fr: "−15 %-au bar", en: "15% off-at the bar" },
      description: {
        fr: "Quinze pour cent de remise sur votre addition au bar, tous les soirs à partir de 18h.",
        en: "Fifteen per cent off your bill at the bar, every evening from 6\u00a0pm.",
      },
      is_auth: true,
    },
    products: [
      {
        id: "demo-bar-15-bill",
        label: { fr: "Remise de 15 % sur une addition", en: "15% off one bill" },
        description: { fr: "Jusqu’à 100 € d’addition.", en: "On a bill of up to €100." },
        legalNotice: ALCOHOL,
      },
    ],
    establishments: [14, 51, 52],
    endsInDays: 34,
  },
  {
    offer: {
      id: "demo-champagne",
      type: "treat",
      label: { fr: "Coupe de-champagne", en: "Glass of-champagne" },
      description: {
        fr: "Une coupe et quelques mignardises, au Bar des Glaces ou à votre table de jeu.",
        en: "A glass and a few petits fours, at the Bar des Glaces or at your gaming table.",
      },
      is_auth: true,
    },
    products: [
      {
        id: "demo-champagne-glass",
        label: { fr: "Une coupe de champagne brut", en: "A glass of brut champagne" },
        description: { fr: "12 cl, servie au bar ou en salle.", en: "12 cl, served at the bar or on the floor." },
        legalNotice: ALCOHOL,
      },
      {
        id: "demo-champagne-sweets",
        label: { fr: "Trois mignardises", en: "Three petits fours" },
        description: { fr: "Selon l’humeur du pâtissier.", en: "As the pastry chef pleases." },
      },
    ],
    establishments: [14, 51, 52],
    endsInDays: 43,
  },
  {
    offer: {
      id: "demo-dessert",
      type: "treat",
      label: { fr: "Dessert-offert", en: "Dessert-on the house" },
      description: {
        fr: "Le dessert de votre choix pour tout repas pris au restaurant du casino.",
        en: "The dessert of your choice with any meal at the casino’s restaurant.",
      },
      is_auth: false,
    },
    products: [{ id: "demo-dessert-one", label: { fr: "Un dessert à la carte", en: "A dessert from the menu" } }],
    establishments: [8, 24, 51, 52],
    endsInDays: 55,
  },
  {
    offer: {
      id: "demo-show",
      type: "show",
      label: { fr: "2 places-Cabaret NU", en: "2 seats-Cabaret NU" },
      description: {
        fr: "Deux places pour la représentation de votre choix, du mercredi au dimanche, sur réservation.",
        en: "Two seats for the performance of your choice, Wednesday to Sunday, booking required.",
      },
      is_auth: true,
    },
    products: [
      {
        id: "demo-show-seats",
        label: { fr: "Deux places de spectacle", en: "Two show seats" },
        legalNotice: {
          fr: "Dans la limite des places disponibles. Hors soirées de gala.",
          en: "Subject to availability. Gala evenings excluded.",
        },
      },
    ],
    establishments: [51],
    endsInDays: 120,
  },
  {
    offer: {
      id: "demo-hotel",
      type: "stay",
      label: { fr: "−50 %-à l’hôtel", en: "50% off-at the hotel" },
      description: {
        fr: "La deuxième nuit à moitié prix dans nos hôtels du lac, petit-déjeuner compris.",
        en: "The second night at half price in our lakeside hotels, breakfast included.",
      },
      is_auth: true,
    },
    products: [
      {
        id: "demo-hotel-night",
        label: { fr: "Une nuit à −50 %", en: "One night at 50% off" },
        description: { fr: "Chambre double, vue sur le lac.", en: "Double room with a view of the lake." },
        legalNotice: {
          fr: "Pour un séjour de deux nuits au moins, du dimanche au jeudi, hors vacances scolaires.",
          en: "For a stay of two nights or more, Sunday to Thursday, school holidays excluded.",
        },
      },
    ],
    establishments: [51, 52],
    endsInDays: null,
  },
  {
    offer: {
      id: "demo-play-5",
      type: "free_play",
      label: { fr: "5 €-de jeu", en: "€5-of play" },
      description: {
        fr: "Cinq euros de jeu pour votre arrivée au Club.",
        en: "Five euros of play for joining the Club.",
      },
      is_auth: true,
      play_minor: 500n,
    },
    products: [
      { id: "demo-play-5-credit", label: { fr: "Crédit de jeu de 5 €", en: "€5 play credit" }, legalNotice: NO_CASH },
    ],
    establishments: FRENCH,
    endsInDays: 1,
    usedDaysAgo: 12,
  },
  {
    offer: {
      id: "demo-coffee",
      type: "treat",
      label: { fr: "Café-gourmand", en: "Café-gourmand" },
      description: { fr: "Un café et trois douceurs.", en: "A coffee and three sweet bites." },
      is_auth: false,
    },
    products: [{ id: "demo-coffee-one", label: { fr: "Un café gourmand", en: "A café gourmand" } }],
    establishments: [51, 52],
    endsInDays: 1,
    usedDaysAgo: 33,
  },
  {
    offer: {
      id: "demo-seat",
      type: "show",
      label: { fr: "Place-de spectacle", en: "Show-seat" },
      description: { fr: "Une place au Cabaret NU.", en: "A seat at the Cabaret NU." },
      is_auth: true,
    },
    products: [{ id: "demo-seat-one", label: { fr: "Une place de spectacle", en: "One show seat" } }],
    establishments: [51],
    endsInDays: 1,
    usedDaysAgo: 71,
  },
];

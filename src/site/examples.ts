/** Answers of this room's calls for /api/openapi.json, as the demonstration gives them; long texts and lists are shortened. */

export const establishments = {
  data: [
    {
      id: 51,
      site_id: 151,
      name: "Port-Sérac",
      label: "Casino de Port-Sérac",
      is_visible: true,
      creative: {
        background_color: "#cd2d26",
        logo_background_color: "#1a0d0b",
        logo_gold: true,
        games: {
          "machines-a-sous": {
            picture: "http://port-serac.localhost:3000/media/game-slot-machines",
          },
        },
      },
    },
  ],
} as const;
export const establishment = {
  data: {
    data: {
      id: 51,
      name: "Port-Sérac",
      site_id: 151,
      label: "Casino de Port-Sérac",
      pasino: 0,
      creative: {
        address: {
          country: "FR",
          "street-address": "12, quai des Cygnes",
          "postal-code": "74990",
          locality: "Port-Sérac",
          administrative_area_level_1: "Auvergne-Rhône-Alpes",
        },
        sub_name: null,
        presentation: "<h2>Un palace posé sur l’eau</h2>",
        contact_phone: "+33465712051",
        contact_email: "contact@port-serac.belrive.example",
        shop_url: "https://coffrets.belrive.example/port-serac",
        opening_hours: {
          days: [
            {
              label: "Lundi",
              dayOfWeek: 1,
              schedules: [
                {
                  open: "10:00",
                  close: "03:00",
                },
              ],
            },
          ],
          exceptions: [
            {
              date: "2026-12-24",
              note: {
                en: "On 24 December the house closes at 7 pm.",
                fr: "Le soir du 24, la maison ferme à 19 heures.",
              },
              schedules: [
                {
                  open: "10:00",
                  close: "19:00",
                },
              ],
            },
          ],
        },
        parking: true,
        smoking_area: true,
        theater:
          "Le Cabaret NU compte deux cent dix places autour de petites tables, une fosse pour six musiciens et un plateau tournant de 1931 encore manœuvré à la main.",
        locality_nearby: "À cinq minutes à pied de l’embarcadère et à douze minutes de la gare.",
        background_color: "#cd2d26",
        logo_background_color: "#1a0d0b",
        logo_gold: true,
        social: {
          facebook: "https://social.belrive.example/facebook/port-serac",
        },
        legal: {
          legal_notice: [
            "Le site du casino de Port-Sérac est édité par la Société du Casino de Port-Sérac SAS, société par actions simplifiée au capital de 1 250 000 €, dont le siège est situé 12, quai des Cygnes, 74990 Port-Sérac.",
          ],
        },
        games_summary: {
          jt: 14,
          elec: 42,
          slot: 180,
        },
        games: {
          "machines-a-sous": {
            picture: "http://port-serac.localhost:3000/media/game-slot-machines",
            number: 180,
            label: "Machines à sous",
            presentation:
              "<p>Des rouleaux mécaniques que l’on tire encore par le bras jusqu’aux écrans courbes reliés au Megapot, cent quatre-vingts machines se partagent l’aile du lac.</p>",
            open_hour: "10:00",
            mise_min: 0.01,
          },
        },
        horsjeu_summary: {
          activity: {
            en: "The cabaret and the baths",
            fr: "Le cabaret et les bains",
          },
          restauration: {
            en: "Tables, counters and long evenings",
            fr: "Tables, comptoirs et longues soirées",
          },
        },
        restauration: [
          {
            slug: "la-brasserie-du-quai",
            label: "La Brasserie du Quai",
            type: "restaurant",
            picture: "http://port-serac.localhost:3000/media/dining-brasserie",
            summary: "Poissons du lac, viandes maturées et une carte de saison jusque tard.",
            opening_hours: {
              days: [
                {
                  label: "Lundi",
                  dayOfWeek: 1,
                  schedules: [
                    {
                      open: "12:00",
                      close: "14:30",
                    },
                    {
                      open: "19:00",
                      close: "23:30",
                    },
                  ],
                },
              ],
            },
            contact_phone: "+33465712052",
            reservation_link:
              "https://reservation.belrive.example/port-serac/brasserie-du-quai?date=2026-11-21&personnes=2",
            menu_link: "https://cartes.belrive.example/port-serac/brasserie-du-quai",
            presentation:
              "<p>Banquettes rouges, globes de verre et damier : la salle n’a presque pas changé depuis que les capitaines du lac y prenaient leur café.</p>",
          },
        ],
        activity: [
          {
            slug: "cabaret-nu",
            label: "Cabaret NU",
            picture: "http://port-serac.localhost:3000/media/show-stage-curtain",
            summary: "Revue, chanson et trapèze dans une salle de 1931.",
            lang: {
              fr: {
                summary: "Revue, chanson et trapèze dans une salle de 1931.",
              },
              en: {
                summary: "Revue, song and trapeze in a 1931 room.",
              },
            },
            contact_phone: "+33465712055",
            reservation_link: "https://reservation.belrive.example/port-serac/cabaret-nu",
            presentation:
              "<p>On descend au Cabaret NU comme on entrait jadis dans un paquebot : un escalier large, une rampe de cuivre, puis le rouge.</p>",
          },
        ],
        meetings: {
          is_active: true,
          data: {
            professional: {
              picture: "http://port-serac.localhost:3000/media/meeting-banquet",
              label: "Événements professionnels",
              summary: "Séminaires, conventions et galas de 20 à 400 personnes, avec le lac pour fond de scène.",
              presentation:
                "<p>Le salon des Régates reçoit jusqu’à 400 personnes en cocktail, 240 en dîner assis et 180 en conférence ; quatre salons plus petits complètent l’étage, tous à la lumière du jour.</p>",
              contact_phone: "+33465712070",
              reservation_link: "https://reservation.belrive.example/port-serac/evenements-professionnels",
            },
            private: {
              picture: "http://port-serac.localhost:3000/media/event-champagne-toast",
              label: "Événements privés",
              summary: "Mariages, anniversaires et dîners de famille, sur la terrasse ou sous les lustres.",
              presentation:
                "<p>Un mariage de cent quatre-vingts personnes ou une table de douze pour des noces d’or : la maison reçoit les deux avec la même attention.</p>",
              contact_phone: "+33465712070",
              reservation_link: "https://reservation.belrive.example/port-serac/evenements-prives",
            },
          },
        },
      },
    },
  },
} as const;
export const project = {
  projectId: 1051,
  establishment_id: 51,
  content: {
    "home-text":
      '{"blocks":[{"type":"paragraph","data":{"text":"Casino de Port-Sérac, au bord du lac : machines à sous, tables de jeux, Cabaret NU, deux restaurants, un bar, un grand hôtel et un spa."}}]}',
  },
  imgList: {
    "bar-backlit-bottles": {
      key: "bar-backlit-bottles",
    },
  },
  imgListParent: {},
  locales: ["fr", "en"],
  parent_modeles: {
    common_config: {
      cashless: {
        is_active: true,
      },
      login_facebook: {
        is_active: true,
      },
      login_google: {
        is_active: true,
      },
      login_apple: {
        is_active: true,
      },
    },
  },
  config: {
    account_hidden: false,
    cashless_hidden: false,
    header_hidden: false,
    nav_hidden: false,
    social_hidden: false,
    language_selector: false,
    enrollment: true,
  },
} as const;
export const text = {
  "home-text":
    '{"blocks":[{"type":"paragraph","data":{"text":"Casino de Port-Sérac, au bord du lac : machines à sous, tables de jeux, Cabaret NU, deux restaurants, un bar, un grand hôtel et un spa."}}]}',
} as const;
export const games = { jt: 14, elec: 42, slot: 180 } as const;

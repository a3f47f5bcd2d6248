import type { Locale } from "../venues/contract.ts";
import type { Block, BlockDocument } from "./contract.ts";

/** The properties of the venue that a neutral text names. */
export type TextProperties = { title: string; company: string; minimumAge: number };

/** The complete text used where a venue has none of its own. It is true in every country and makes no promises. */
export function neutralText(key: TextKey, locale: Locale, properties: TextProperties): BlockDocument {
  return { blocks: TEXTS[key][locale](properties) };
}

type Section = [heading: string, ...content: (string | string[])[]];

/** Makes blocks of headings, paragraphs and, from an array, lists. */
function written(...sections: Section[]): Block[] {
  return sections.flatMap(([heading, ...content]) => [
    { type: "header" as const, data: { text: heading, level: 2 } },
    ...content.map((part) =>
      typeof part === "string"
        ? { type: "paragraph" as const, data: { text: part } }
        : { type: "list" as const, data: { style: "unordered" as const, items: part } },
    ),
  ]);
}

type Text = Record<Locale, (properties: TextProperties) => Block[]>;

/** A footnote of one paragraph. */
function note(words: Record<Locale, string>): Text {
  const blocks = (text: string): Block[] => [{ type: "paragraph", data: { text } }];
  return { fr: () => blocks(words.fr), en: () => blocks(words.en) };
}

const LANDING_NOTES = {
  "players-plus-note-1": note({
    fr: "(1) Crédit de jeu valable 21 jours à compter de la validation de la carte. Remise de 15 % sur la première addition au bar ou au restaurant, dans la limite de 100 € dépensés, à utiliser sous un mois.",
    en: "(1) Play credit valid for 21 days from the validation of the card. 15% off the first bar or restaurant bill, on up to €100 spent, to be used within one month.",
  }),
  "players-plus-note-2": note({
    fr: "(2) 5 € fidélité par filleul dont la carte est validée, quatre filleuls par jour au plus ; 10 % de ses gains fidélité, versés chaque trimestre.",
    en: "(2) 5 loyalty euros for each friend whose card is validated, four friends a day at most; 10% of their loyalty earnings, paid every quarter.",
  }),
  "players-plus-note-3": note({
    fr: "(3) Selon l’hôtel, la période et les disponibilités.",
    en: "(3) Depending on the hotel, the season and availability.",
  }),
  "players-plus-note-4": note({
    fr: "(4) Sur présentation de la carte et d’une pièce d’identité, selon le casino.",
    en: "(4) On presentation of the card and an identity document, depending on the casino.",
  }),
};

/** The footnotes of the programme's landing page, in their order. */
export const PROGRAMME_FOOTNOTE_KEYS = Object.keys(LANDING_NOTES) as (keyof typeof LANDING_NOTES)[];

const TEXTS = {
  cgu: {
    fr: ({ title, company, minimumAge }) =>
      written(
        [
          "Objet",
          `Le site du ${title} est édité par ${company}. Il informe sur la maison, ses jeux, ses tables et son agenda. Le consulter vaut acceptation des présentes conditions, dans leur version du jour.`,
        ],
        [
          "Accès au casino",
          `L’entrée des salles de jeux est réservée aux personnes de ${minimumAge} ans révolus, sur présentation d’une pièce d’identité. Une tenue correcte est demandée.`,
        ],
        [
          "Contenus",
          "Les textes, les images et les signes distinctifs du site sont protégés. Les horaires, les mises et les programmes sont donnés à titre indicatif ; ceux qui sont affichés sur place font foi.",
        ],
        [
          "Responsabilité et contact",
          "Nous veillons à la disponibilité du site sans pouvoir la garantir. Pour toute question, l’adresse et le téléphone du casino figurent aux mentions légales.",
        ],
      ),
    en: ({ title, company, minimumAge }) =>
      written(
        [
          "Purpose",
          `The website of ${title} is published by ${company}. It provides information about the house, its games, its restaurants and its events. By using it you accept these terms as they stand on the day of your visit.`,
        ],
        [
          "Admission to the casino",
          `The gaming rooms are reserved for people aged ${minimumAge} or over, on presentation of an identity document. Appropriate attire is required.`,
        ],
        [
          "Content",
          "The texts, images and brand marks of this site are protected. Opening hours, stakes and programmes are given for guidance; those displayed at the venue prevail.",
        ],
        [
          "Liability and contact",
          "We do our best to keep the site available, but cannot guarantee it. Should you have any questions, the casino’s address and telephone number are given in the legal notices.",
        ],
      ),
  },
  "politique-de-confidentialite": {
    fr: ({ title, company }) =>
      written(
        [
          "Qui traite vos données",
          `${company} est responsable des traitements liés au site et à l’accueil du ${title}. Son adresse figure aux mentions légales.`,
        ],
        [
          "Les données et leur usage",
          "Nous ne traitons que les données nécessaires à ce que vous nous demandez et à nos obligations légales : répondre à un message, préparer une réservation, contrôler l’identité à l’entrée.",
          "Nous ne vendons aucune donnée. Nos prestataires n’y accèdent que pour leur mission, et les autorités dans les cas prévus par la loi.",
        ],
        [
          "Durées et cookies",
          "Les données sont effacées dès qu’elles ne servent plus, ou au terme du délai fixé par la loi. Un cookie retient votre langue ; toute mesure d’audience ou de nos annonces attend votre accord, et refuser est aussi simple qu’accepter.",
        ],
        [
          "Vos droits",
          "Vous pouvez demander l’accès à vos données, leur rectification, leur effacement ou leur remise dans un format courant, et vous opposer à un traitement. Vous pouvez aussi vous adresser à l’autorité de protection des données de votre pays.",
        ],
      ),
    en: ({ title, company }) =>
      written(
        [
          "Who processes your data",
          `${company} is the controller for the website and reception of ${title}. Its address is given in the legal notices.`,
        ],
        [
          "What we use, and why",
          "We process only what is needed for what you ask of us and for our legal duties: answering a message, preparing a booking, checking identity at the door.",
          "We never sell data. Our service providers have access only for the tasks entrusted to them, and the authorities only where the law provides for it.",
        ],
        [
          "How long, and cookies",
          "Data is erased once it is no longer needed, or when the period set by law ends. One cookie remembers your language; visits and advertising are measured only with your consent, and refusing is as easy as accepting.",
        ],
        [
          "Your rights",
          "You may ask for access to your data, for its correction or erasure, or for a copy in a common format, and you may object to its use. You may also contact the data protection authority of your country.",
        ],
      ),
  },
  "index-egalite-professionnelle": {
    fr: ({ company }) =>
      written(
        [
          "Notre engagement",
          `${company} recrute, rémunère et promeut les femmes et les hommes selon les mêmes règles, du vestiaire à la direction.`,
        ],
        [
          "Publication",
          "Les indicateurs de l’année sont publiés à cette page dès qu’ils sont établis. D’ici là, ils peuvent être demandés au casino, dont l’adresse figure aux mentions légales.",
        ],
      ),
    en: ({ company }) =>
      written(
        [
          "Our commitment",
          `${company} hires, pays and promotes women and men by the same rules, from the cloakroom to the board.`,
        ],
        [
          "Publication",
          "The year’s indicators are published on this page as soon as they are established. Until then you may ask the casino for them; its address is given in the legal notices.",
        ],
      ),
  },
  "prevention-risks": {
    fr: () =>
      written([
        "Connaître les risques",
        "Les jeux d’argent reposent sur le hasard : aucune méthode ne modifie les probabilités, et à long terme la maison garde un avantage. Jouer est une dépense de loisir.",
        "Le jeu peut entraîner des dettes, des conflits, de l’anxiété, un isolement ou une dépendance, qui est une maladie et qui se soigne.",
      ]),
    en: () =>
      written([
        "Know the risks",
        "Gambling rests on chance: no method alters the odds, and in the long run the house keeps an advantage. It is money spent on leisure.",
        "It may lead to debt, conflict, anxiety, isolation or dependency, which is an illness and can be treated.",
      ]),
  },
  "prevention-self-test": {
    fr: () =>
      written([
        "Faire le point : un autotest",
        "Pensez aux douze derniers mois et répondez par oui ou par non.",
        [
          "Avez-vous joué plus d’argent que vous ne pouviez vous permettre d’en perdre ?",
          "Êtes-vous revenu pour tenter de récupérer vos pertes ?",
          "Avez-vous caché à un proche votre temps ou vos dépenses de jeu ?",
          "Avez-vous tenté de réduire ou d’arrêter, sans y parvenir ?",
        ],
        "Un seul oui mérite une conversation. Ce test ne pose pas de diagnostic.",
      ]),
    en: () =>
      written([
        "Take stock: a self-test",
        "Think of the past twelve months and answer yes or no.",
        [
          "Have you gambled more money than you could afford to lose?",
          "Have you gone back to try to win back your losses?",
          "Have you hidden from someone close the time or money spent gambling?",
          "Have you tried to cut down or stop, without success?",
        ],
        "A single yes deserves a conversation. This test is not a diagnosis.",
      ]),
  },
  "prevention-limits": {
    fr: () =>
      written([
        "Fixer ses limites",
        "Décidez avant d’entrer d’une somme et d’une heure de retour, laissez vos cartes bancaires à la maison, faites des pauses et n’empruntez jamais pour jouer.",
        "À l’accueil, vous pouvez convenir avec nous d’une limitation de vos visites.",
      ]),
    en: () =>
      written([
        "Set your limits",
        "Before you come in, decide how much to spend and when to go home; leave your bank cards behind, take breaks and never borrow to gamble.",
        "At reception, you can agree with us on a limit to your visits.",
      ]),
  },
  "prevention-exclusion": {
    fr: () =>
      written([
        "L’exclusion des jeux",
        "Toute personne peut demander à être exclue des jeux, sans se justifier, à l’accueil du casino ou par écrit. L’exclusion prend effet tout de suite et vaut dans tous les casinos du pays.",
        "La loi oblige aussi le casino à prononcer une exclusion lorsqu’une personne joue au-delà de ses moyens ou souffre de dépendance. L’exclusion est levée sur demande lorsque son motif n’existe plus.",
      ]),
    en: () =>
      written([
        "Exclusion from gambling",
        "Anyone may ask to be excluded from gambling, without giving reasons, at the casino’s reception or in writing. The exclusion takes effect at once and applies in every casino of the country.",
        "The law also requires the casino to exclude a person who gambles beyond their means or suffers from dependency. An exclusion is lifted on request once its reason no longer exists.",
      ]),
  },
  "prevention-help": {
    fr: ({ title }) =>
      written([
        "Trouver de l’aide",
        "Parler tôt change beaucoup de choses : à un proche, à votre médecin de famille, au centre de prévention des addictions ou au service de conseil en désendettement de votre région. Ces services sont confidentiels.",
        `Au ${title}, demandez à l’accueil la personne responsable de la prévention : elle vous reçoit à l’écart des salles de jeux.`,
      ]),
    en: ({ title }) =>
      written([
        "Find help",
        "Talking early changes a great deal: to someone close, to your family doctor, to the addiction prevention centre or the debt advice service of your region. These services are confidential.",
        `At ${title}, ask at reception for the person in charge of prevention, who will see you away from the gaming rooms.`,
      ]),
  },
  "players-plus-ch": {
    fr: ({ title, minimumAge }) =>
      written(
        [
          "Une carte gratuite",
          `La carte est gratuite, nominative et valable dans tous les casinos du groupe. Au ${title}, elle sert à vous reconnaître et à vous inviter.`,
          "Elle ne donne droit à aucune mise : elle salue la fidélité à la maison, pas le temps passé à jouer.",
        ],
        [
          "Comment l’obtenir",
          `Présentez-vous à l’accueil avec une pièce d’identité valable, dès ${minimumAge} ans. La carte n’est pas remise aux personnes exclues des jeux et peut être rendue à tout moment.`,
        ],
      ),
    en: ({ title, minimumAge }) =>
      written(
        [
          "A free card",
          `The card is free, issued in your name and valid in every casino of the group. At ${title} it serves to recognise you and to invite you.`,
          "It gives no right to stakes: it honours loyalty to the house, not time spent gambling.",
        ],
        [
          "How to get one",
          `Come to reception with a valid identity document, from the age of ${minimumAge}. The card is not issued to people excluded from gambling and may be handed back at any time.`,
        ],
      ),
  },
  "players-plus-rules": {
    fr: ({ company, minimumAge }) =>
      written(
        [
          "Adhésion",
          `Le programme est gratuit et ouvert à toute personne de ${minimumAge} ans révolus, titulaire d’une pièce d’identité en cours de validité, qui n’est pas exclue des jeux. Une personne a une seule adhésion, valable dans tous les casinos du groupe.`,
          "L’identité est vérifiée par un prestataire, puis à l’entrée du casino. Les photographies des documents ne sont pas conservées.",
        ],
        [
          "Carte",
          "La carte est personnelle. Elle est présentée avec une pièce d’identité, et peut être remplacée ou rendue à tout moment à l’accueil.",
        ],
        [
          "Avantages",
          "Les avantages, leurs durées et leurs limites sont ceux qu’affiche la présentation du programme dans le pays du casino, au jour où ils sont donnés. Ils sont suspendus pendant une exclusion des jeux.",
        ],
        [
          "Données et fin de l’adhésion",
          `${company} traite les données nécessaires au programme, conformément à la politique de confidentialité. L’adhésion prend fin sur simple demande.`,
        ],
      ),
    en: ({ company, minimumAge }) =>
      written(
        [
          "Membership",
          `The programme is free and open to anyone aged ${minimumAge} or over who holds a valid identity document and is not excluded from gambling. Each person has one membership, valid in every casino of the group.`,
          "Identity is verified by a provider, then at the casino entrance. Photographs of documents are not kept.",
        ],
        [
          "Card",
          "The card is personal. It is shown together with an identity document, and may be replaced or handed back at reception at any time.",
        ],
        [
          "Benefits",
          "Benefits, their duration and their limits are those shown in the presentation of the programme in the casino’s country on the day they are given. They are suspended during an exclusion from gambling.",
        ],
        [
          "Data and end of membership",
          `${company} processes the data that the programme needs, as set out in the privacy policy. Membership ends on request.`,
        ],
      ),
  },
  ...LANDING_NOTES,
} satisfies Record<string, Text>;

/** The content keys of texts that must not be empty. */
export type TextKey = keyof typeof TEXTS;

import type { Locale } from "../venues/contract.ts";
import type { GamePageKey } from "./contract.ts";

/**
 * Paragraphs of a game's page where the venue has no text of its own. They are true of every casino in every country,
 * and name no amount, prize or advantage, because the laws of the countries restrict advertising for gambling.
 */
export const DEFAULT_TEXTS: Record<Locale, Record<GamePageKey, string[]>> = {
  fr: {
    "machines-a-sous": [
      "Une machine à sous se joue seul et à son rythme : on choisit sa mise, on lance les rouleaux, et les symboles qui s’alignent décident du gain. Rouleaux mécaniques ou grands écrans, chacune affiche sa table des gains et la mise de chaque ligne.",
      "Notre équipe de salle explique volontiers une machine, change un billet ou vous trouve un siège tranquille. Fixez votre budget avant de vous asseoir, et gardez le temps d’une pause.",
    ],
    "roulette-electronique": [
      "À la roulette électronique, chaque joueur dispose de son écran et mise sans se presser, tandis qu’un seul cylindre décide pour tous. Les chances sont celles de la roulette anglaise : trente-six numéros, un zéro, du numéro plein à la simple couleur.",
      "Un compte à rebours indique le temps qu’il reste pour miser. C’est une bonne manière d’apprivoiser la roulette avant de s’approcher d’une table.",
    ],
    "black-jack-electronique": [
      "Le black jack électronique reprend les gestes du tapis : recevoir deux cartes, tirer ou rester, doubler, séparer une paire. L’écran rappelle la valeur de chaque main et les choix qui s’offrent à vous.",
      "On y joue à sa place et à son rythme. Les hôtes de salle répondent de bonne grâce aux questions que l’on n’ose pas toujours poser à une table.",
    ],
    "roulette-anglaise": [
      "Un cylindre de trente-sept cases, un seul zéro et des jetons d’une couleur propre à chaque joueur : la roulette anglaise est la plus lisible des roulettes. On mise sur un numéro, une douzaine ou une couleur, jusqu’à l’annonce « rien ne va plus ».",
      "Le croupier aide à placer les jetons, ramasse, paie et garde le fil de la partie. Deux tours à regarder suffisent pour en comprendre l’essentiel.",
    ],
    "black-jack": [
      "S’approcher de vingt et un sans le dépasser, et faire mieux que le croupier : le black jack tient en une phrase. Le reste est affaire de décisions : tirer ou rester, doubler sa mise, séparer une paire.",
      "Chacun joue contre la banque, jamais contre ses voisins. Au tapis, les gestes de la main remplacent les mots ; le croupier les montre à qui les découvre.",
    ],
    "ultimate-poker": [
      "L’Ultimate poker oppose chaque joueur au seul croupier, sans bluff ni adversaire. Deux cartes en main, cinq au centre du tapis, et une décision à prendre : relancer tôt, et plus fort, ou attendre de voir davantage de cartes.",
      "Il suffit de connaître l’ordre des combinaisons du poker, rappelé sur le tapis. Le croupier annonce chaque étape et laisse le temps de réfléchir.",
    ],
    "holdem-texas-poker": [
      "Deux cartes cachées, cinq cartes communes et quatre tours d’enchères : le Texas hold’em est le poker que tout le monde a vu jouer. La meilleure combinaison de cinq cartes emporte le pot, à moins que plus personne ne veuille suivre.",
      "On joue ici entre joueurs ; la maison donne les cartes, tient la table et veille aux règles. Les places sont attribuées à l’accueil de la salle, dans l’ordre des inscriptions.",
    ],
    omaha: [
      "L’Omaha ressemble au Texas hold’em, avec quatre cartes en main au lieu de deux. Une règle change tout : chacun compose sa combinaison avec exactement deux de ses cartes et trois cartes communes.",
      "Les mains y sont plus fortes, les décisions plus serrées et les pots plus vite formés. C’est une partie pour qui connaît déjà le hold’em et cherche une autre profondeur.",
    ],
    craps: [
      "Deux dés, une longue table et des joueurs debout : le craps est le plus vivant des jeux de la salle. Le lanceur fait rouler les dés contre le bord opposé, et toute la table suit le même jet.",
      "Une seule mise, la ligne de passe, suffit pour commencer. Les croupiers annoncent chaque résultat, placent les jetons et expliquent les autres mises dès qu’on le leur demande.",
    ],
    boule: [
      "La boule est la cousine française de la roulette : neuf numéros, une balle souple et un plateau creusé de cases, que l’on entend autant qu’on le regarde. Les mises se comprennent en une minute.",
      "On choisit un numéro, une couleur, pair ou impair, les petits ou les grands. Le cinq, au centre, joue ici le rôle du zéro.",
    ],
    "sic-bo": [
      "Le sic bo vient de Chine et se joue à trois dés, secoués sous une cloche. On mise sur ce qu’ils montreront : un total, un double, un triple, un simple chiffre ou, plus souvent, petit ou grand.",
      "Le tapis s’éclaire sur les cases gagnantes, et une partie dure le temps de la lire. Aucune stratégie à apprendre, seulement le tapis à déchiffrer.",
    ],
    "punto-banco": [
      "Le punto banco est le baccara des grands salons : deux mains, le joueur et la banque, et celle qui s’approche le plus de neuf l’emporte. On ne décide que d’une chose, avant les cartes : sur laquelle miser.",
      "Le tirage suit une règle fixe, que le croupier applique et annonce. C’est un jeu de silence et de lenteur, facile à suivre dès la première donne.",
    ],
    poker: [
      "Deux cartes en main ou quatre, la même patience autour du tapis : nos parties de poker se jouent entre joueurs, la maison tient la table et donne les cartes. Cinq cartes font une combinaison, et la meilleure emporte le pot.",
      "Les places sont attribuées à l’accueil de la salle, dans l’ordre des inscriptions. L’équipe indique les tables ouvertes, leurs mises et l’heure de la prochaine partie.",
    ],
  },
  en: {
    "machines-a-sous": [
      "A slot machine is played alone and at your own pace: choose your stake, spin the reels, and the symbols that line up decide the win. From mechanical reels to large screens, each machine displays its paytable and the stake of every line.",
      "Our floor team will gladly explain a machine, change a note or find you a quiet seat. Set your budget before you sit down, and leave yourself time for a break.",
    ],
    "roulette-electronique": [
      "In electronic roulette each player has a screen and bets at leisure, while a single wheel decides for all. The odds are those of English roulette: thirty-six numbers and one zero, with bets from a single number to a colour.",
      "A countdown shows how long remains to bet. It is a good way to get to know roulette before walking up to a table.",
    ],
    "black-jack-electronique": [
      "Electronic blackjack keeps the moves of the table: receive two cards, hit or stand, double, split a pair. The screen shows the value of every hand and the choices open to you.",
      "You play at your own seat and at your own pace. Our hosts are happy to answer the questions you might not dare to ask at a table.",
    ],
    "roulette-anglaise": [
      "A wheel of thirty-seven pockets, a single zero and chips in a colour of your own: English roulette is the easiest roulette to follow. Bet on a number, a dozen or a colour, until the call of “rien ne va plus”.",
      "The croupier helps to place chips, clears, pays and keeps the game moving. Watch two spins and you will have the essentials.",
    ],
    "black-jack": [
      "Come as close as you can to twenty-one without going over, and do better than the dealer: that is blackjack in a sentence. The rest is decisions: hit or stand, double your stake, split a pair.",
      "Everyone plays against the bank, never against their neighbours. At the table, hand signals take the place of words; the croupier shows them to newcomers.",
    ],
    "ultimate-poker": [
      "Ultimate poker sets each player against the dealer alone, without bluffing or opponents. Two cards in hand, five in the middle of the table, and one decision: raise early, and higher, or wait to see more cards.",
      "All you need is the order of poker hands, which is printed on the layout. The croupier announces every step and leaves you time to think.",
    ],
    "holdem-texas-poker": [
      "Two hidden cards, five shared ones and four rounds of betting: Texas hold’em is the poker everybody has watched. The best hand of five cards takes the pot, unless nobody is left to call.",
      "Here players play one another; the house deals the cards, keeps the table and looks after the rules. Seats are given out at the poker room’s desk: first come, first seated.",
    ],
    omaha: [
      "Omaha looks like Texas hold’em, with four cards in hand instead of two. One rule changes everything: each player makes a hand of exactly two of their own cards and three of the shared ones.",
      "Hands are stronger, decisions closer and pots quicker to build. It is a game for those who already know hold’em and want to go deeper.",
    ],
    craps: [
      "Two dice, a long table and players on their feet: craps is the liveliest game in the room. The shooter rolls the dice against the far wall, and the whole table follows the same throw.",
      "A single bet, the pass line, is enough to begin with. The croupiers call every result, place the chips and explain the other bets as soon as you ask.",
    ],
    boule: [
      "Boule is the French cousin of roulette: nine numbers, a soft ball and a bowl of shallow cups, as pleasant to hear as to watch. The bets take a minute to understand.",
      "Choose a number, a colour, odd or even, low or high. The five, in the middle, plays the part of the zero.",
    ],
    "sic-bo": [
      "Sic bo comes from China and is played with three dice, shaken under a dome. You bet on what they will show: a total, a double, a triple, a single number or, most often, small or big.",
      "The layout lights up where a bet has won, and a round lasts as long as it takes to read it. There is no strategy to learn, only a layout to decipher.",
    ],
    "punto-banco": [
      "Punto banco is the baccarat of the grand salons: two hands, the player and the bank, and the one closer to nine wins. You decide one thing only, before the cards: which of them to bet on.",
      "The draw follows a fixed rule, which the croupier applies and calls. It is a quiet, unhurried game, easy to follow from the first deal.",
    ],
    poker: [
      "Two cards in hand or four, the same patience around the table: our poker games are played between players, while the house keeps the table and deals the cards. Five cards make a hand, and the best one takes the pot.",
      "Seats are given out at the poker room’s desk: first come, first seated. The team will tell you which tables are open, their stakes and when the next game begins.",
    ],
  },
};

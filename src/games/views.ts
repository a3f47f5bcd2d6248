import type { BlockDocument } from "../content/contract.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { GamePageKey, GameSection } from "./contract.ts";

/** One of the three panels of Home's games block: how many, from which hour, from which stake (texts in the page's language). */
export type GamePanel = {
  section: GameSection;
  /** As the tile writes it. */
  count: string;
  label: string;
  facts: string | null;
  picture: PictureView;
  href: string;
};

/** What is known of a game, each in words of the page's language: '4 tables', 'Dès 20h00', 'À partir de 2 €'. */
export type GameFacts = { count: string | null; opens: string | null; stake: string | null };

/** A game in the grid of /jeux. Poker stands for its two games, which `variants` names. */
export type GameCard = {
  key: GamePageKey;
  title: string;
  number: number;
  href: string;
  picture: PictureView;
  facts: GameFacts;
  /** The first sentence of the venue's own words, where it is short enough to stand on a picture. */
  lead: string | null;
  variants: { title: string; href: string }[];
};

export type GamesPageView = {
  picture: PictureView;
  /** The summary: machines, stations and tables (G33). */
  counts: { section: GameSection; count: string; label: string }[];
  sections: { section: GameSection; title: string; games: GameCard[] }[];
  /** The house of four games or fewer (section 9 "Layout"). */
  isSmall: boolean;
  /** Where the country's policy has a jackpots page (G4). */
  jackpotsHref: string | null;
};

/** A text of the house: HTML of a presentation, or a block document with its pictures. */
export type GameText =
  | { kind: "rich"; html: string }
  | { kind: "blocks"; document: BlockDocument; pictures: Record<string, PictureView> };

export type GameRulesLink = { href: string; isExternal: boolean };

/** One of poker's games on the page of poker; `href` is null where the house does not have it. */
export type GameVariant = {
  key: GamePageKey;
  title: string;
  href: string | null;
  facts: GameFacts;
  rules: GameRulesLink;
};

export type GamePageView = {
  key: GamePageKey;
  title: string;
  picture: PictureView;
  facts: GameFacts;
  rules: GameRulesLink;
  text: GameText;
  variants: GameVariant[];
  /** Poker as a whole, from one of its games. */
  pokerHref: string | null;
  /** From the slot machines, where the country's policy has a jackpots page (G4). */
  jackpotsHref: string | null;
};

export type GameRulesView = {
  contentKey: string;
  title: string;
  text: Extract<GameText, { kind: "blocks" }>;
  /** The game's page, or the list where this venue does not have the game. */
  back: { href: string; label: string };
};

import type { BlockDocument } from "../content/contract.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { GamePageKey, GameSection } from "./contract.ts";

/** One of the three panels of Home's games block, as texts in the page's language. */
export type GamePanel = {
  section: GameSection;
  /** The number as the tile shows it. */
  count: string;
  label: string;
  figures: string | null;
  picture: PictureView;
  href: string;
};

/** The figures of a game as texts in the page's language: '4 tables', 'Dès 20h00', 'À partir de 2 €'. */
export type GameFigures = { count: string | null; opens: string | null; stake: string | null };

/** A game in the grid of /jeux. Poker stands for its two games, which `variants` lists. */
export type GameCard = {
  key: GamePageKey;
  title: string;
  number: number;
  href: string;
  picture: PictureView;
  figures: GameFigures;
  /** The first sentence of the venue's text, where it is short enough for the picture. */
  lead: string | null;
  variants: { title: string; href: string }[];
};

export type GamesPageView = {
  picture: PictureView;
  /** The summary: numbers of machines, stations and tables. */
  counts: { section: GameSection; count: string; label: string }[];
  sections: { section: GameSection; title: string; games: GameCard[] }[];
  /** True for a venue of four games or fewer. */
  isSmall: boolean;
  /** Null where the country has no jackpots page. */
  jackpotsHref: string | null;
};

/** A text: HTML of a presentation, or a block document with its pictures. */
export type GameText =
  | { kind: "rich"; html: string }
  | { kind: "blocks"; document: BlockDocument; pictures: Record<string, PictureView> };

export type GameRulesLink = { href: string; isExternal: boolean };

/** One of the two games on the page of poker; `href` is null where the venue does not have it. */
export type GameVariant = {
  key: GamePageKey;
  title: string;
  href: string | null;
  figures: GameFigures;
  rules: GameRulesLink;
};

export type GamePageView = {
  key: GamePageKey;
  title: string;
  picture: PictureView;
  figures: GameFigures;
  rules: GameRulesLink;
  text: GameText;
  variants: GameVariant[];
  /** The page of poker as a whole, linked from one of its games. */
  pokerHref: string | null;
  /** On the page of slot machines; null where the country has no jackpots page. */
  jackpotsHref: string | null;
};

export type GameRulesView = {
  contentKey: string;
  title: string;
  text: Extract<GameText, { kind: "blocks" }>;
  /** The game's page, or the list where this venue does not have the game. */
  back: { href: string; label: string };
};

import type { PictureView } from "../content/contract.ts";
import type { GameSection } from "./contract.ts";

/** One of the three panels of Home's games block: how many, from which hour, from which stake (texts in the page's language). */
export type GamePanel = {
  section: GameSection;
  count: number;
  label: string;
  facts: string | null;
  picture: PictureView;
  href: string;
};

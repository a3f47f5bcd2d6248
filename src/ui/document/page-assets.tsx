import { createContext } from "react";

/**
 * What a server-rendered page has and the browser's React never needs: the inline style sheet, the boot and live scripts. None of
 * it travels as data; in the browser the context is empty.
 */
export type PageAssets = {
  css: string;
  boot: string;
  live: string;
  /** Stands in a page that shows opening hours, behind them. */
  liveHours: string;
  nonce: string | undefined;
  fonts: string[];
  /** False on a page that React leaves alone in the browser. */
  hydrates: boolean;
  /** When React starts: late, right after the largest paint, or whatever the browser has done to the page. */
  start: "late" | "soon" | "needed";
};

const EMPTY: PageAssets = {
  css: "",
  boot: "",
  live: "",
  liveHours: "",
  nonce: undefined,
  fonts: [],
  hydrates: true,
  start: "late",
};

export const PageAssetsContext = createContext<PageAssets>(EMPTY);

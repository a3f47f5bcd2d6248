import { createContext } from "react";

/**
 * Parts of a server-rendered page that React does not need in the browser: the inline style sheet and scripts. They are not sent as data;
 * in the browser the context is empty.
 */
export type PageAssets = {
  css: string;
  boot: string;
  live: string;
  /** Included by pages that show opening hours, after them. */
  liveHours: string;
  /** Included by pages that say which places are open now, after them. */
  liveOpenings: string;
  /** Script elements with the page's structured data. */
  structuredData: string;
  nonce: string | undefined;
  /** Addresses of files that are loaded after the first paint: the late styles, then the fonts. */
  files: string[];
  /** False for a page that React does not hydrate. */
  hydrates: boolean;
  /** When React starts: late, right after the largest paint ("soon"), or soon even if the browser has translated the page ("needed"). */
  start: "late" | "soon" | "needed";
};

const EMPTY: PageAssets = {
  css: "",
  boot: "",
  live: "",
  liveHours: "",
  liveOpenings: "",
  structuredData: "",
  nonce: undefined,
  files: [],
  hydrates: true,
  start: "late",
};

export const PageAssetsContext = createContext<PageAssets>(EMPTY);

import { createContext, useContext } from "react";

/** What waits in each place, shown beside its name in the menu. */
export type Counts = { mail: number; sms: number; bank: number; identity: number; faults: number };
/** What every page of the sandbox needs to know. `assets` is an origin, or "" for the page's own. */
export type Frame = {
  locale: "fr" | "en";
  /** Path and query of the page. */
  address: string;
  siteUrl: string;
  assets: string;
  counts: Counts;
  now: Date;
};

export const NO_FRAME: Frame = {
  locale: "fr",
  address: "/",
  siteUrl: "",
  assets: "",
  counts: { mail: 0, sms: 0, bank: 0, identity: 0, faults: 0 },
  now: new Date(0),
};
export const FrameContext = createContext(NO_FRAME);
export const useFrame = () => useContext(FrameContext);

/** The address of a page of a venue's site. */
export function siteAddress(siteUrl: string, slug: string, path: string): string {
  const { protocol, port } = new URL(siteUrl);
  return `${protocol}//${slug}.localhost${port === "" ? "" : `:${port}`}${path}`;
}

import { createContext } from "react-router";
import type { World } from "../platform/world.ts";
import type { Locale } from "./contract.ts";
import type { Venue } from "./venue.ts";

/** What the front door hands to every loader. `venue` is null on the group's own host. */
export type PageRequest = {
  world: World;
  venue: Venue | null;
  venues: readonly Venue[];
  locale: Locale;
  /** The allow-listed popup of the address (section 2.3). */
  popup: string | null;
  /** What the popup is asked for: which gift, which wallet. */
  popupQuery: URLSearchParams;
  /** The allow-listed rest of the query; of an uncached page the whole of it. */
  query: URLSearchParams;
  /** Nonce of an uncached page; undefined where the page is filled into the cache and its policy is made of hashes. */
  nonce: string | undefined;
  /** What the page turns out to be made of, for the cache. Loaders add to it; a page of which there could be any number is not kept. */
  made: { tags: Set<string>; edges: Date[]; isKept: boolean };
  /** True for a page that is looked at only, such as a draft in a frame: no script runs on it. */
  isStill: boolean;
  /** The asked path as it was spelt. */
  path: string;
};

export const pageRequest = createContext<PageRequest>();

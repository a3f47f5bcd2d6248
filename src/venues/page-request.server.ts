import { createContext } from "react-router";
import type { World } from "../platform/world.ts";
import type { Locale } from "./contract.ts";
import { establishment, type Establishment } from "./queries.server.ts";
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
  /** The venue as it is stored, read once for all loaders of the page. */
  establishment: () => Promise<Establishment>;
};

/** Reads a venue's row when it is first asked for, and gives the same to everybody else. Throws where there is no venue. */
export function readOnce(world: World, venue: Venue | null): PageRequest["establishment"] {
  let reading: Promise<Establishment> | undefined;
  return () => (reading ??= read(world, venue));
}

async function read(world: World, venue: Venue | null): Promise<Establishment> {
  const row = venue === null ? undefined : await establishment(world.database.db, venue.id);
  if (row === undefined) throw new Error(`establishment ${venue?.id} is gone while its host is known`);
  return row;
}

export const pageRequest = createContext<PageRequest>();

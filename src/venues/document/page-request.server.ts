import { createContext } from "react-router";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../contract.ts";
import { establishment, type Establishment } from "../queries.server.ts";
import type { Venue } from "../venue.ts";

/** What the server hands to every loader. `venue` is null on the group's own hosts. */
export type PageRequest = {
  world: World;
  venue: Venue | null;
  venues: readonly Venue[];
  locale: Locale;
  /** The language that the address itself names (`?locale=en`); null where it comes from a cookie or the browser. */
  namedLocale: Locale | null;
  /** The popup named in the address, if it is a known one. */
  popup: string | null;
  /** Parameters of the popup: which gift, which wallet. */
  popupQuery: URLSearchParams;
  /** The allowed query parameters. For a page that is not cached, the whole query. */
  query: URLSearchParams;
  /** CSP nonce of an uncached page; undefined when the page goes into the cache, where the policy uses hashes. */
  nonce: string | undefined;
  /** What the page depends on, collected by loaders for the cache. Set `isCacheable` to false for a page with unlimited variants. */
  made: {
    tags: Set<string>;
    changeTimes: Date[];
    isCacheable: boolean;
    /** For search engines: written into the document only, never sent as data. */
    structuredData: object[];
  };
  /** Set when a loader could not reach the database: the page is then answered with 503, whatever it shows. */
  outage?: unknown;
  /** True for a page that is only looked at, such as a draft in a frame: React does not start on it. */
  isStill: boolean;
  /** The requested path, as it was spelt. */
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
  if (venue === null) throw new Error("no venue has this host");
  return establishment(world.database.db, venue.id);
}

export const pageRequest = createContext<PageRequest>();

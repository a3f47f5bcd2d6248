import { createContext } from "react-router";
import type { PictureEncoder } from "./content/picture-encoder.server.ts";
import type { EditingSession } from "./content/pages/editing.tsx";
import type { Member } from "./members/member.ts";
import type { Visit } from "./members/visit.server.ts";
import type { World } from "./platform/world.ts";
import type { Locale } from "./venues/contract.ts";
import type { Venue } from "./venues/venue.ts";

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
  /** Who asks, on an uncached page; null where a page is filled into the cache, which knows nobody. */
  visitor: Visitor | null;
  /** Who edits the page, whose texts and pictures then say which they are; null for everybody else. */
  editing: EditingSession | null;
};

/** Who asks for an uncached page. */
export type Visitor = {
  /** What verbs of log-in and registration are given: the venue, the client's block, the device, the known browser, the captcha. */
  visit: Visit;
  /** The member behind the cookie, looked up once; null for everybody else. */
  member: Member | null;
  /** True once an action has ended the session: its own answer still speaks to the member, the rest of the page to nobody. */
  hasLeft: boolean;
  /** The session's token, as the cookie has it or as it goes back. Never shown, never logged. */
  token: string | null;
  /** Set-Cookie headers of the answer, whatever it is. */
  cookies: string[];
  /** True where a script sent the form and will put the answer into the page. */
  isInPlace: boolean;
  /** What decodes and encodes pictures. */
  encoder: PictureEncoder;
};

export const pageRequest = createContext<PageRequest>();

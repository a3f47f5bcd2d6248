import { createContext } from "react-router";
import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import type { Member } from "./member.ts";
import type { Visit } from "./visit.server.ts";

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

/** Who asks, on an uncached page; null where a page is filled into the cache, which knows nobody. */
export const pageVisitor = createContext<Visitor | null>(null);

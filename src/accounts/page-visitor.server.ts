import { createContext } from "react-router";
import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import type { Member } from "./member.ts";
import type { Visit } from "./visit.server.ts";

/** The visitor of an uncached page. */
export type Visitor = {
  /** For the verbs of log-in and registration: venue, network, device, known browser, proof of work. */
  visit: Visit;
  /** The member of the cookie; null for anybody else. */
  member: Member | null;
  /** True after an action ended the session: its own answer still knows the member, the rest of the page does not. */
  hasLeft: boolean;
  /** The session's token, from the cookie or as it is sent back. Never show it, never log it. */
  token: string | null;
  /** Set-Cookie headers for the answer. */
  cookies: string[];
  /** True where a script sent the form and puts the answer into the page. */
  isInPlace: boolean;
  /** True where another site's page led here: the visitor may not have wanted it. */
  isFromElsewhere: boolean;
  /** Decodes and encodes pictures. */
  encoder: PictureEncoder;
};

/** The visitor of an uncached page; null while a page is rendered for the cache. */
export const pageVisitor = createContext<Visitor | null>(null);

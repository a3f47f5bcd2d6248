import { errors, jwtVerify, SignJWT } from "jose";
import { checkingKeys, signingKey } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";
import { ticketClaims, type Permission } from "./contract.ts";

/** How long an unused ticket is valid, in seconds. */
export const TICKET_SECONDS = 600;
const ISSUER = "baize";
const AUDIENCE = "operator-login";

export type Ticket = {
  id: string;
  name: string;
  venues: string[];
  permissions: string[];
  expiresAt: Date;
  /** Nearest first; empty where a command made the ticket. */
  issuers: string[];
};

/**
 * Signs a single-use ticket for a member of staff, valid for ten minutes. Needs the installation's secrets only.
 * `venues` are the slugs of the sites that it opens.
 */
export function issueTicket(
  world: Pick<World, "secrets" | "now" | "uuid">,
  given: {
    name: string;
    venues: string[];
    permissions: readonly Permission[];
    /** Given where the ticket is also stored. */
    id?: string;
    /** The administrator who issues it, and the issuers of their own ticket. */
    issuers?: readonly string[];
  },
): Promise<string> {
  const { name, venues, permissions, id = world.uuid(), issuers: [by, ...via] = [] } = given;
  const now = seconds(world.now());
  return new SignJWT({ venues, can: [...permissions], ...(by === undefined ? {} : { by, via }) })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(name)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(id)
    .setIssuedAt(now)
    .setExpirationTime(now + TICKET_SECONDS)
    .sign(signingKey(world, "operator-ticket"));
}

/** The path of a ticket's page. Dots are replaced, because they would look like a file's extension. */
export function ticketPath(ticket: string): string {
  return `/adminAuth/${ticket.replaceAll(".", "|")}`;
}

/**
 * The content of a ticket; null where it is not ours, was changed, has expired, or is valid for longer than tickets
 * are.
 */
export async function readTicket(world: Pick<World, "secrets" | "now">, written: string): Promise<Ticket | null> {
  for (const key of checkingKeys(world, "operator-ticket")) {
    const ticket = await ticketSignedWith(world, key, written.replaceAll("|", "."));
    if (ticket !== null) return ticket;
  }
  return null;
}

async function ticketSignedWith({ now }: Pick<World, "now">, key: Uint8Array, written: string): Promise<Ticket | null> {
  try {
    const { payload } = await jwtVerify(written, key, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now(),
      maxTokenAge: TICKET_SECONDS,
    });
    const { data } = ticketClaims.safeParse(payload);
    if (data === undefined || data.exp - data.iat > TICKET_SECONDS) return null;
    const { jti, sub, venues, can, exp, by, via = [] } = data;
    const issuers = by === undefined ? [] : [by, ...via];
    return { id: jti, name: sub, venues, permissions: can, expiresAt: new Date(exp * 1000), issuers };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

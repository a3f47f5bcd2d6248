import { z } from "zod";
import { slug, text } from "../platform/schema.ts";

/** What an operator may do (G154). SITE_UPDATE edits texts and pictures; CONTENT_PUBLISH sets a time for them. */
export const PERMISSIONS = [
  "SITE_UPDATE",
  "CONTENT_PUBLISH",
  "VENUE_DATA",
  "OFFERS",
  "MEMBERS_READ",
  "MEMBERS_WRITE",
  "AUDIT",
  "PAYMENTS",
  "STAFF",
] as const;
export const permission = z.enum(PERMISSIONS, { error: `must be one of ${PERMISSIONS.join(", ")}` });
export type Permission = z.infer<typeof permission>;

/** Through how many hands a right may go: a ticket is an address, and an address has an end. */
export const ISSUERS_MAX = 8;

/** What a ticket says of its bearer. `venues` are slugs, so that a ticket can be made without the database. */
export const ticketClaims = z.object({
  jti: z.uuid(),
  exp: z.int(),
  iat: z.int(),
  sub: text(80),
  venues: z.array(slug).min(1).max(100),
  can: z.array(z.string().max(40)).max(40),
  /** The administrator who handed it out; absent where a command did. */
  by: text(80).optional(),
  /** Through whose hands that administrator's right came, the nearest first. */
  via: z.array(text(80)).max(ISSUERS_MAX).optional(),
});

/** A ticket that an administrator asks for. Messages are keys of the catalogue. */
export const newTicketInput = z.object({
  name: z
    .string({ error: "deskpeople_problem_required" })
    .trim()
    .min(2, { error: "deskpeople_problem_required" })
    .max(80, { error: "deskpeople_problem_long" })
    .regex(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .'’_-]*$/u, { error: "deskpeople_problem_name" }),
  permissions: z
    .array(permission, { error: "deskpeople_problem_permissions" })
    .min(1, { error: "deskpeople_problem_permissions" }),
});

/** `POST /operators/sessions`. */
export const ticketBody = z.strictObject({
  ticket: z
    .string({ error: "must be a text" })
    .min(1, { error: "must not be empty" })
    .max(4000, { error: "is too long" }),
});

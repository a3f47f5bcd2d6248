import { z } from "zod";
import { slug, text } from "../platform/schema.ts";

/** All permissions. SITE_UPDATE edits texts and pictures; CONTENT_PUBLISH publishes drafts and schedules texts. */
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

/** How many operators may stand in a chain of tickets. A ticket is part of an address, whose length is limited. */
export const ISSUERS_MAX = 8;

/** The claims of a ticket. `venues` are slugs, so that a ticket can be made without the database. */
export const ticketClaims = z.object({
  jti: z.uuid(),
  exp: z.int(),
  iat: z.int(),
  sub: text(80),
  venues: z.array(slug).min(1).max(100),
  can: z.array(z.string().max(40)).max(40),
  /** The administrator who issued it; absent where a command did. */
  by: text(80).optional(),
  /** The issuers of that administrator's own ticket, nearest first. */
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

import { z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { errorBody } from "../platform/api/bodies.server.ts";
import type { CallEnv } from "../platform/api/router.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { FloorReply } from "./refusals.ts";

/** The context of every floor call: the venue that the key belongs to, and the key's hash. */
export type FloorEnv = { Variables: CallEnv["Variables"] & { floor: Venue; keyHash: string } };
export type FloorApi = OpenAPIHono<FloorEnv>;

/** What the document says about all calls of the floor. */
export const FLOOR = {
  tags: ["floor"],
  security: "floor" as const,
  refusals: [404, 409],
  refusal: z.object({ error: errorBody.shape.error, status: z.string().optional() }),
};

/** What the document says about the calls of the floor that write. */
export const WRITE = { ...FLOOR, description: "Applied once: a repeat of the same event gets the same bytes." };

/** What the document adds about calls by which somebody plays, or opens or loads a wallet. */
export const PLAYER =
  "CARD_BLOCKED for a holder who is disabled, excluded, or younger than the venue's country asks; CHECK_UNAVAILABLE while its register of exclusions does not answer about a member of another country: try again with a new event.";

/** A card's number in an address; one that is no card's is unknown. */
export const cardPart = z.string().openapi({ example: "9250000000000017" });
export const decimal = z.string().openapi({ description: "A decimal text in the venue's currency", example: "12.50" });

export function send(c: Context, { status, body }: FloorReply): Response {
  return c.json(body, status as ContentfulStatusCode);
}

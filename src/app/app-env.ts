import type { Context } from "hono";
import { canonicalPath, pageAddress } from "../platform/page-cache/address.ts";
import type { Venue } from "../venues/venue.ts";

/** What every request of the app knows: its venue (null for the group) and its language. */
export type AppEnv = { Variables: { venue: Venue | null; locale: "fr" | "en" } };

/** The path of the page that a request asks for, as a document or as data, in its one spelling. */
export function pagePath(c: Context): string {
  return canonicalPath(pageAddress(new URL(c.req.url).pathname).path);
}

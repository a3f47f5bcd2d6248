import { z } from "zod";
import {
  addressName,
  instant,
  localized,
  RICH_TEXT_MAX,
  slug,
  text,
  webAddress,
  wholeNumber,
} from "../platform/schema.ts";

/** An announcement or show of an import. `text` is HTML; the `rich` list of sanitise.server.ts applies. */
export const importedAnnouncement = z.strictObject({
  id: wholeNumber,
  /** The slug in its address, which never changes. A new entry without one gets a slug of its French title. */
  slug: addressName.optional(),
  is_show: z.boolean({ error: "must be true or false" }),
  title: localized(160),
  text: localized(RICH_TEXT_MAX),
  picture: slug,
  start_at: instant,
  end_at: instant.optional(),
  broadcast_start_at: instant,
  broadcast_end_at: instant,
  reservation_url: webAddress.optional(),
  billetweb_id: text(64).optional(),
});

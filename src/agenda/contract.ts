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

/** An announcement or show as an import gives it. `text` is HTML of the `rich` allow-list (G158). */
export const importedAnnouncement = z.strictObject({
  id: wholeNumber,
  /** The name in its address, as it was created; a new one without it gets its French title's (G3). */
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

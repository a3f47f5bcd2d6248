import { z } from "zod";
import {
  addressName,
  amount,
  instant,
  localized,
  RICH_TEXT_MAX,
  slug,
  text,
  timeOfDay,
  webAddress,
  wholeNumber,
} from "../platform/schema.ts";

const atLeastOne = wholeNumber.min(1, { error: "must be at least 1" });

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
  /** The partner's address, in which `{date}`, `{time}` and `{party}` are filled in (see `datedAddress` in `venues/addresses/booking-address.ts`). */
  reservation_url: webAddress.optional(),
  billetweb_id: text(64).optional(),
  /** When the doors open, on the venue's clock. */
  doors_time: timeOfDay.optional(),
  duration_minutes: atLeastOne.max(1_440, { error: "must be at most 1440" }).optional(),
  /** In currency units; 0 is free entrance. `price_max` is the dearest seat, where prices differ. */
  price_min: amount.optional(),
  price_max: amount.optional(),
  age_min: wholeNumber.max(99, { error: "must be at most 99" }).optional(),
  seats_total: atLeastOne.optional(),
  /** 0 is sold out. */
  seats_left: wholeNumber.optional(),
  performer: text(160).optional(),
});

import { z } from "zod";
import { openingHours } from "../platform/opening-hours.ts";
import { localized, phone, RICH_TEXT_MAX, slug, webAddress } from "../platform/schema.ts";

const offering = {
  label: localized(80),
  picture: slug,
  summary: localized(400),
  presentation: localized(RICH_TEXT_MAX).optional(),
  contact_phone: phone.optional(),
  reservation_link: webAddress.optional(),
};

export const importedRestaurant = z.strictObject({
  ...offering,
  type: z.enum(["restaurant", "bar", "hostel"], { error: "must be restaurant, bar or hostel" }),
  opening_hours: openingHours.optional(),
  menu_link: webAddress.optional(),
});

export const importedActivity = z.strictObject(offering);

const meeting = z.strictObject(offering);
export const importedMeetings = z.strictObject({
  is_active: z.boolean({ error: "must be true or false" }),
  data: z.strictObject({ professional: meeting.optional(), private: meeting.optional() }),
});

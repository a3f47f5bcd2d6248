import { z } from "zod";
import { openingHours, openingHoursShape } from "../platform/opening-hours.ts";
import { addressName, localized, phone, RICH_TEXT_MAX, slug, webAddress } from "../platform/schema.ts";

const offering = {
  label: localized(80),
  picture: slug,
  summary: localized(400),
  presentation: localized(RICH_TEXT_MAX).optional(),
  contact_phone: phone.optional(),
};

/** A partner's address, in which the day and the number of guests are filled in (`dayAddress`, `partyAddress`). */
const booking = {
  reservation_link: webAddress
    .refine((address) => !address.includes("{time}"), { error: "must not contain {time}" })
    .optional(),
};

/** The slug in its address, which never changes. A new entry without one gets a slug of its French label. */
const address = { slug: addressName.optional() };

export const importedRestaurant = z.strictObject({
  ...address,
  ...offering,
  ...booking,
  type: z.enum(["restaurant", "bar", "hostel"], { error: "must be restaurant, bar or hostel" }),
  opening_hours: openingHours.optional(),
  menu_link: webAddress.optional(),
});

export const importedActivity = z.strictObject({ ...address, ...offering, ...booking });

const meeting = z.strictObject({ ...offering, reservation_link: webAddress.optional() });
export const importedMeetings = z.strictObject({
  is_active: z.boolean({ error: "must be true or false" }),
  data: z.strictObject({ professional: meeting.optional(), private: meeting.optional() }),
});

const shown = {
  label: z.string(),
  picture: z.string(),
  summary: z.string(),
  presentation: z.string(),
  contact_phone: z.string().nullable(),
  reservation_link: z.string().nullable(),
};

/** An entry of `creative.restauration` in the content API. */
export const shownRestaurant = z.strictObject({
  ...shown,
  slug: z.string(),
  type: z.enum(["restaurant", "bar", "hostel"]),
  opening_hours: openingHoursShape.nullable(),
  menu_link: z.string().nullable(),
});

const summaryOf = z.strictObject({ summary: z.string() });

/** An entry of `creative.activity`. */
export const shownActivity = z.strictObject({
  ...shown,
  slug: z.string(),
  lang: z.strictObject({ fr: summaryOf, en: summaryOf }),
});

const shownMeeting = z.strictObject(shown);

/** `creative.meetings`. */
export const shownMeetings = z.strictObject({
  is_active: z.boolean(),
  data: z.strictObject({ professional: shownMeeting.optional(), private: shownMeeting.optional() }),
});

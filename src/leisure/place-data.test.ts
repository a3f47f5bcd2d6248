import { expect, test } from "vitest";
import type { OpeningHours } from "../platform/opening-hours.ts";
import { placeData, type KnownPlace } from "./place-data.ts";

const TODAY = "2026-11-21";
const evening = { open: "19:00", close: "02:00" };

const bare: KnownPlace = {
  type: "bar",
  name: "Le Bar",
  description: "Un comptoir.",
  url: "https://casino.example/restauration/le-bar",
  image: "https://casino.example/media/bar",
  telephone: "+33465712051",
  address: { "@type": "PostalAddress", streetAddress: "1, quai", postalCode: "74990", addressLocality: "Port" },
  hours: null,
  menuUrl: null,
  bookingUrl: null,
  casino: "https://casino.example/#casino",
};
const read = (place: KnownPlace) => JSON.parse(JSON.stringify(placeData(place, TODAY))) as Record<string, unknown>;

test("leaves out what a place does not have", () => {
  expect(Object.keys(read(bare))).toEqual([
    "@context",
    "@type",
    "name",
    "description",
    "url",
    "image",
    "telephone",
    "address",
    "containedInPlace",
  ]);
});

test("groups days of the same hours, and leaves out closed days and empty ranges", () => {
  const schedules = [[], [evening], [evening], [{ open: "10:00", close: "10:00" }], [], [], [evening]];
  const hours: OpeningHours = {
    days: schedules.map((slots, dayOfWeek) => ({ label: "jour", dayOfWeek, schedules: slots })),
  };
  expect(read({ ...bare, hours })["openingHoursSpecification"]).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      opens: "19:00",
      closes: "02:00",
      dayOfWeek: ["Monday", "Tuesday", "Saturday"],
    },
  ]);
});

test("lists future exceptions, a closed day as midnight to midnight, and no past ones", () => {
  const hours: OpeningHours = {
    days: [],
    exceptions: [
      { date: "2026-11-20", schedules: [evening] },
      { date: TODAY, schedules: [evening] },
      { date: "2026-12-24", schedules: [] },
    ],
  };
  expect(read({ ...bare, hours })["specialOpeningHoursSpecification"]).toEqual([
    { "@type": "OpeningHoursSpecification", opens: "19:00", closes: "02:00", validFrom: TODAY, validThrough: TODAY },
    {
      "@type": "OpeningHoursSpecification",
      opens: "00:00",
      closes: "00:00",
      validFrom: "2026-12-24",
      validThrough: "2026-12-24",
    },
  ]);
});

test("gives a hotel neither a menu nor table reservations", () => {
  const links = { menuUrl: "https://menu.example/", bookingUrl: "https://book.example/" };
  expect(read({ ...bare, ...links })).toMatchObject({ menu: links.menuUrl, acceptsReservations: links.bookingUrl });
  const hotel = read({ ...bare, ...links, type: "hostel" });
  expect(hotel["@type"]).toBe("Hotel");
  expect(hotel).not.toHaveProperty("menu");
  expect(hotel).not.toHaveProperty("acceptsReservations");
});

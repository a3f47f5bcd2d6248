import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { inLocale } from "../../venues/language/locale.server.ts";
import type { AnnouncementCard } from "../views.ts";
import { AgendaBlock } from "./agenda-block.tsx";

const revue: AnnouncementCard = {
  id: 1,
  title: "La revue",
  isShow: true,
  day: "tonight",
  dateTag: "Aujourd’hui à 20h30",
  endsAt: "2026-11-22T01:00:00+01:00",
  picture: { key: "revue", alt: "Rideau rouge", x: 50, y: 40, width: 1600, height: 900, version: "1" },
  href: "/agenda/1/la-revue",
};
const brunch: AnnouncementCard = {
  ...revue,
  id: 2,
  title: "Le brunch",
  isShow: false,
  day: "today",
};

const block = (cards: AnnouncementCard[] | null) =>
  inLocale("fr", () =>
    renderToString(
      <MemoryRouter>
        <AgendaBlock cards={cards} href="/agenda" />
      </MemoryRouter>,
    ),
  );

test("shows six placeholders while the list is loading", () => {
  expect(block(null).match(/placeholder/g)).toHaveLength(6);
});

test("says that an empty agenda is empty, without arrows", () => {
  expect(block([])).toContain("Le prochain programme se prépare");
  expect(block([])).not.toContain("carousel-arrows");
  expect(block([revue])).not.toContain("Le prochain programme se prépare");
});

test("marks an event of today as today's or tonight's", () => {
  expect(block([revue])).toContain("Ce soir");
  expect(block([brunch])).toContain("Aujourd’hui</b>");
});

test("gives the first show the anchor #spectacles", () => {
  const html = block([brunch, revue, { ...revue, id: 3 }]);
  expect(html.match(/id="spectacles"/g)).toHaveLength(1);
  expect(html.indexOf('id="spectacles"')).toBeGreaterThan(html.indexOf("Le brunch"));
});

test("links an announcement to its own page, without script too", () => {
  expect(block([revue])).toMatch(/<a class="card" href="\/agenda\/1\/la-revue"/);
});

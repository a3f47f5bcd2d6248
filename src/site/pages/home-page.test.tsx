import { createMemoryRouter, RouterProvider } from "react-router";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { inLocale } from "../../venues/language/locale.server.ts";
import { COUNTRY_POLICIES } from "../../venues/law/country-policy.ts";
import { policyView } from "../../venues/site.server.ts";
import { HOURS_TEXTS } from "../../venues/hours/texts.ts";
import type { NavItem, SiteView } from "../../venues/views.ts";
import type { HomeView } from "../home-view.ts";
import { ConsentBanner } from "../consent/consent-banner.tsx";
import { Frame } from "./frame.tsx";
import { galleryShape } from "./gallery-block.tsx";
import { AccountEntry } from "./header.tsx";
import { HomePage } from "./home-page.tsx";
import { AccountButtons, MenuSheet } from "./menu-sheet.tsx";

const picture: PictureView = { key: "hall", alt: "Grand hall", x: 50, y: 40, width: 1600, height: 900, version: "1" };
const entry = (key: string, href: string): NavItem => ({
  key,
  label: key,
  href,
  isExternal: false,
  icon: "house-line",
});

const portSerac: SiteView = {
  slug: "port-serac",
  country: "FR",
  locale: "fr",
  locales: ["fr", "en"],
  brand: "Belrive",
  mark: { lines: "M0 0", isGold: false },
  program: "Club Belrive",
  name: "Port-Sérac",
  title: "Casino de Port-Sérac",
  welcome: "Bienvenue au",
  address: {
    street: "12, quai des Cygnes",
    postalCode: "74990",
    locality: "Port-Sérac",
    mapsUrl: "https://maps.example/",
  },
  phone: { href: "tel:+33465712051", label: "04 65 71 20 51" },
  onSite: { parking: false, smokingArea: false, accessibility: false },
  email: null,
  social: [{ network: "instagram", href: "https://social.example/" }],
  hasSocial: true,
  hasAccounts: true,
  hasHeader: true,
  hasNav: true,
  hasLanguageSelector: false,
  nav: {
    header: [entry("games", "/#jeux")],
    menu: [entry("home", "/")],
    bottom: [entry("home", "/")],
    footer: [{ title: "Le casino", items: [entry("games", "/#jeux")] }],
    legal: [],
  },
  sister: null,
  shopUrl: null,
  loyaltyBanner: null,
  policy: policyView(COUNTRY_POLICIES.FR),
  responsibleGamingUrl: "https://aide.example/",
  year: 2026,
};

const small: HomeView = {
  cover: { picture, lantern: null, place: "Port-Sérac" },
  featured: {
    day: "Ce soir",
    isOnThisEventDay: true,
    title: "Cabaret NU",
    time: "20h30",
    href: "/spectacles/1/cabaret-nu",
    endsAt: "2026-11-22T01:00:00+01:00",
  },
  tagline: "La maison s’allume.",
  presentation: "",
  hours: {
    days: [{ dayOfWeek: 1, label: "Lundi", ranges: "10:00 - 03:00" }],
    exceptions: [],
    schedule: { days: [] },
    timeZone: "Europe/Paris",
    clock: [[0, 3_600_000]],
    language: "fr",
    texts: HOURS_TEXTS.fr,
  },
  agenda: [],
  agendaHref: "/agenda",
  games: [],
  isSmallGamesGrid: true,
  gamesHref: "/jeux",
  jackpots: null,
  jackpotsHref: "/jeux/jackpots",
  club: null,
  leisureTitle: "Tables",
  places: [],
  leisureHref: "/restauration",
  hotel: null,
  meetings: [],
  meetingsPicture: null,
  shop: null,
  nearby: null,
  gallery: [],
};

const place = {
  kind: "restaurant",
  label: "La Brasserie",
  summary: "Poissons du lac.",
  hours: "12:00 - 23:30",
  picture,
  href: "/restauration/quai",
  bookingUrl: "https://table.example/",
  openings: "",
  bookingDay: null,
  menuUrl: null,
} as const;
const full: HomeView = {
  ...small,
  cover: { picture, place: "Port-Sérac", lantern: { x: 798, y: 159 } },
  presentation: "<h2>Un palace</h2><p>Posé sur l’eau.</p><ul><li>Un cabaret</li></ul>",
  agenda: [
    {
      id: 1,
      title: "La revue",
      isShow: true,
      day: "tonight",
      dateTag: "Aujourd’hui à 20h30",
      endsAt: "2026-11-22T01:00:00+01:00",
      picture,
      href: "/x",
    },
  ],
  games: [{ section: "slot", count: "180", label: "machines à sous", figures: "Dès 10h00", picture, href: "/x" }],
  jackpots: {
    redistributed: "4\u00a0812\u00a0960\u00a0€",
    latest: [
      {
        slot: "214",
        model: "Lune",
        amount: "12\u00a0480,50\u00a0€",
        paidAt: "2026-11-21T00:12:00Z",
        when: "Hier à 23h46",
      },
    ],
  },
  club: {
    title: "Club Belrive",
    pitch: "Gratuit.",
    perks: [{ figure: "5 €", text: "offerts" }],
    href: "https://club.example/",
    hrefLabel: "Découvrir",
  },
  places: [place],
  hotel: { ...place, kind: "hostel", label: "Hôtel des Cygnes" },
  meetings: [{ kind: "private", label: "Événements privés", summary: "Mariages.", picture, href: "/x" }],
  meetingsPicture: picture,
  shop: { href: "https://coffrets.example/", picture },
  nearby: "À neuf minutes de la gare.",
  gallery: [picture],
};

function page(home: HomeView, site: Partial<SiteView> = {}, isMenuOpen = false, locale: "fr" | "en" = "fr"): string {
  const shown = { ...portSerac, ...site };
  const menu = (
    <MenuSheet site={shown} path="/" current="home" isOpen={isMenuOpen} account={<AccountButtons />} leave={null} />
  );
  const element = (
    <>
      <ConsentBanner />
      <Frame site={shown} current="home" entry={<AccountEntry />} banner={null}>
        <HomePage site={shown} home={home} />
      </Frame>
      {shown.hasNav && menu}
    </>
  );
  const router = createMemoryRouter([{ path: "*", element }]);
  return inLocale(locale, () => renderToString(<RouterProvider router={router} />));
}

describe.each([
  ["a venue with everything", full],
  ["a venue with next to nothing", small],
])("Home of %s", (_venue, home) => {
  const html = page(home);

  test("obeys the security policy: no style attribute, no inline handler, no script except the consent banner's", () => {
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toMatch(/<section class="consent"[\s\S]*<\/section><script><\/script>/);
  });

  test("has one h1 and no duplicate id", () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has a target for every anchor, and a name for every control", () => {
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const named = [...html.matchAll(/href="#([^"]+)"|aria-labelledby="([^"]+)"/g)].map(
      ([, anchor, label]) => anchor ?? label,
    );
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });
});

test("a section without content is left out", () => {
  const html = page(small);
  for (const id of ["jeux", "jackpots", "club", "restaurant", "hotel", "meeting-events", "galerie"])
    expect(html).not.toContain(`id="${id}"`);
  expect(html).toContain("Le prochain programme se prépare");
});

test("shows the venue's presentation, and its surroundings beside the address", () => {
  expect(page(full)).toMatch(/presentation[\s\S]*<h2>Un palace<\/h2><p>Posé sur l’eau\.<\/p>[\s\S]*id="infos"/);
  expect(page(full)).toMatch(/id="infos"[\s\S]*<\/address><p[^>]*>À neuf minutes de la gare\.<\/p>/);
  expect(page(small)).not.toMatch(/class="[^"]*(presentation|practical-nearby)/);
});

test("links the cover's address to a map and its phone number to a call", () => {
  const cover = /<section class="cover"[\s\S]*?<\/section>/.exec(page(full))?.[0] ?? "";
  expect(cover).toMatch(/<a class="cover-link" href="https:\/\/maps\.example\/"[^>]*target="_blank" rel="noopener"/);
  expect(cover).toContain('href="tel:+33465712051"');
});

test("has the sections that public links name by anchor", () => {
  const html = page(full);
  for (const id of ["decouvrir", "spectacles", "meeting-events", "restaurant", "hotel"])
    expect(html).toContain(`id="${id}"`);
});

test.each([
  ["FR", "Jouer comporte des risques", true, false, "18"],
  ["CH", null, false, true, "18"],
  ["BE", "https://www.stopoptijd.be", false, false, "21"],
] as const)(
  "the footer of %s has the notices its law asks for and no others",
  (country, notice, hasLogo, hasQuality, age) => {
    const html = page(
      { ...full, club: null },
      { country, policy: policyView(COUNTRY_POLICIES[country]), responsibleGamingUrl: null },
    );
    const footer = html.slice(html.indexOf("<footer"));
    for (const known of ["Jouer comporte des risques", "https://www.stopoptijd.be"])
      expect(footer.includes(known)).toBe(known === notice);
    expect(footer.includes("foot-age")).toBe(hasLogo);
    expect(footer.includes("Qualité certifiée")).toBe(hasQuality);
    expect(footer).toContain(`moins de ${age}`);
  },
);

test("sets the sites of the Belgian notice apart by a comma", () => {
  const html = page({ ...full, club: null }, { country: "BE", policy: policyView(COUNTRY_POLICIES.BE) });
  expect(html.replaceAll(/<[^>]+>/g, "")).toMatch(/auto-exclusion\s: arretezatemps\.be, stopoptijd\.be/);
});

test("keeps the words of the English agenda's title together", () => {
  expect(page(full, {}, false, "en")).toContain('What’s\u00a0on <span class="kept">at the casino</span>');
});

test.each([
  ["fr", "Rendez-vous au", ["Parking à disposition", "Espace fumeurs", "Accessible aux personnes à mobilité réduite"]],
  ["en", "Meet at", ["Parking available", "Smoking area", "Disabled access"]],
] as const)("the footer says in %s where to meet and what the casino offers on site", (locale, meet, lines) => {
  const footer = (onSite: SiteView["onSite"]) => page(small, { onSite }, false, locale).split("<footer")[1] ?? "";
  expect(footer(portSerac.onSite)).toContain(`<span class="label">${meet}</span>`);
  for (const line of lines) expect(footer(portSerac.onSite)).not.toContain(line);
  const all = footer({ parking: true, smokingArea: true, accessibility: true });
  expect(lines.filter((line) => all.includes(line))).toEqual(lines);
  const hidden = footer({ parking: true, smokingArea: true, accessibility: false });
  expect(lines.filter((line) => hidden.includes(line))).toEqual(lines.slice(0, 2));
});

test("shows the menu open at its own address", () => {
  expect(page(small, {}, true)).toMatch(/<dialog class="sheet on-paper"[^>]* open=""/);
  expect(page(small)).not.toMatch(/<dialog class="sheet on-paper"[^>]* open=""/);
});

test("a site without header and navigation, as in the native app, still shows its content", () => {
  const html = page(small, { hasHeader: false, hasNav: false });
  expect(html).not.toMatch(/class="(masthead|rail|bottom)"|id="menu"/);
  expect(html).toContain("<main");
});

test("has a layout for a gallery of any size", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 12].map(galleryShape)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5+0",
    "5+1",
    "5+2",
    "5+3",
    "5+0",
    "5+3",
  ]);
});

import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { demoVenue, importWithStandIns, type TestApp, type VenueFile } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { withWholeTitles } from "../support/whole-titles.ts";

type Announcement = VenueFile["announcements"][number];

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "montreval"], clock, pictures: "stand-ins" });
  await announce("la-rochemar", []);
  await announce("aubenac", AUBENAC);
}, 60_000);
afterEach(() => clock.set(SATURDAY_EVENING));
afterAll(() => app.close());

const base = {
  is_show: false,
  text: { fr: "<p>Une soirée de la maison, portes à 19h.</p>", en: "<p>An evening of the house, doors at 7pm.</p>" },
  picture: "show-stage-curtain",
  broadcast_start_at: "today-7 00:00",
};
const named = (fr: string, en = fr) => ({ title: { fr, en } });
/** Announcements with every kind of dates and names. */
const AUBENAC: Announcement[] = [
  { ...base, id: 901, ...named("Bal d’été !"), start_at: "today+3 20:00", broadcast_end_at: "today+4 02:00" },
  { ...base, id: 902, ...named("Bal d’été"), start_at: "today+5 20:00", broadcast_end_at: "today+6 02:00" },
  { ...base, id: 903, ...named("Nuit blanche"), start_at: "today 22:00", broadcast_end_at: "today+1 05:00" },
  {
    ...base,
    id: 904,
    ...named("Dernier soir"),
    start_at: "today-9 10:00",
    end_at: "today 23:00",
    broadcast_end_at: "today 23:00",
  },
  { ...base, id: 905, ...named("Pas encore"), start_at: "today+9 20:00", broadcast_end_at: "today+9 23:00" },
  {
    ...base,
    id: 906,
    is_show: true,
    ...named("Sur scène"),
    start_at: "today+2 20:00",
    end_at: "today+3 02:00",
    broadcast_end_at: "today+3 02:00",
    billetweb_id: "a b/c&d",
  },
].map((item) => (item.id === 905 ? { ...item, broadcast_start_at: "today+1 00:00" } : item));

async function announce(slug: string, announcements: Announcement[]): Promise<void> {
  await importWithStandIns(app.importWorld, { ...(await demoVenue(slug)), announcements });
  await app.services.table.reload();
}

const page = async (slug: string, path: string) => {
  const answer = await app.get(slug, path);
  expect([path, answer.status]).toEqual([path, 200]);
  return withWholeTitles(await answer.text());
};
const leads = async (slug: string, path: string) => {
  const answer = await app.get(slug, path);
  return [answer.status, answer.headers.get("location")];
};

describe("the agenda and the shows", () => {
  it("are two lists with tabs: everything, and the shows alone", async () => {
    const agenda = mainOf(await page("port-serac", "/agenda"));
    const shows = mainOf(await page("port-serac", "/spectacles"));
    expect(agenda).toMatch(/<a aria-current="page" href="\/agenda">Agenda<\/a><a href="\/spectacles">Spectacles<\/a>/);
    expect(shows).toMatch(/<a href="\/agenda">Agenda<\/a><a aria-current="page" href="\/spectacles">Spectacles<\/a>/);
    expect(daysOf(agenda)).toContain("/agenda/5104/le-grand-brunch-du-chef");
    expect(daysOf(agenda)).toContain("/spectacles/5103");
    expect(daysOf(shows)).toContain("/spectacles/5103/les-nuits-du-lac-en-concert");
    expect(daysOf(shows)).not.toContain("/agenda/5104");
    expect(agenda).toContain("En ce moment au Casino de Port-Sérac");
    expect(agenda).toContain("Tout voir");
    const english = mainOf(await page("port-serac", "/agenda?locale=en"));
    expect(english).toContain("Right now at Casino de Port-Sérac");
    for (const words of ["Currently", "See all"]) expect(english).toContain(words);
  });

  it("lead with the event of this event day, else the next one, and put what began on an earlier day last", async () => {
    const agenda = mainOf(await page("port-serac", "/agenda"));
    expect(featuredOf(agenda)).toMatch(/Ce soir, 20h30.*Cabaret NU, la nouvelle revue/);
    expect(daysOf(agenda)).not.toContain("La semaine des bains du soir");
    expect(agenda).toMatch(/id="en-ce-moment".*La semaine des bains du soir/s);
    expect(featuredOf(mainOf(await page("aubenac", "/agenda")))).toMatch(/Ce soir, 22h.*Nuit blanche/);
    expect(featuredOf(mainOf(await page("aubenac", "/spectacles")))).toMatch(/Lundi 23 novembre, 20h.*Sur scène/);
  });

  it("say of each event the first sentence of its text, where it is short", async () => {
    const [, days = ""] = /<ul class="days">(.*?)<\/ul>/s.exec(await page("port-serac", "/agenda")) ?? [];
    const lines = [...days.matchAll(/<h2.*?<\/article>/gs)].map(([row]) => /row-line">([^<]*)/.exec(row)?.[1] ?? null);
    expect(lines).toContain("Une fois par mois, la cuisine passe en salle.");
    // The first sentence about the concert has 146 characters.
    expect(lines).toContain(null);
  });

  it("do not say that something is running whose end is over, though it is announced longer", async () => {
    const over = {
      ...AUBENAC[3],
      id: 907,
      ...named("Fini"),
      end_at: "today-1 23:00",
      broadcast_end_at: "today+3 00:00",
    };
    const endless = { ...over, id: 908, ...named("Sans fin"), end_at: undefined };
    await announce("aubenac", [...AUBENAC, over as Announcement, endless as unknown as Announcement]);
    const agenda = mainOf(await page("aubenac", "/agenda"));
    expect([agenda.includes("Sans fin"), agenda.includes("Fini")]).toEqual([true, false]);
    await announce("aubenac", AUBENAC);
  });

  it("keep an event of several weeks, whose duration is that of one visit, and drop an event of one day at its end", async () => {
    const from = (id: number, title: string, start_at: string, broadcast_end_at: string) => ({
      ...base,
      id,
      ...named(title),
      start_at,
      broadcast_end_at,
      duration_minutes: 60,
    });
    await announce("aubenac", [
      from(920, "Visite libre", "today-3 10:00", "today+20 18:00"),
      from(921, "Dîner passé", "today 17:00", "today+1 06:00"),
      from(922, "Atelier du jour", "today 17:00", "today+1 06:01"),
    ]);
    const agenda = mainOf(await page("aubenac", "/agenda"));
    expect(agenda).toMatch(/id="en-ce-moment".*Visite libre/s);
    expect([agenda.includes("Dîner passé"), agenda.includes("Atelier du jour")]).toEqual([false, true]);
    for (const filter of ["ce-soir", "week-end"]) {
      const left = mainOf(await page("aubenac", `/agenda?filtre=${filter}`));
      expect([filter, left.includes("Visite libre"), left.includes("Dîner passé")]).toEqual([filter, true, false]);
    }
    expect(mainOf(await page("aubenac", "/"))).toContain("/agenda/920/visite-libre");
    expect(await page("aubenac", "/sitemap.xml")).toContain("/agenda/920/visite-libre");
    const own = await page("aubenac", "/agenda/920/visite-libre");
    expect([own.includes("tel:+33536491418"), own.includes('class="booking-over"')]).toEqual([true, false]);
    await announce("aubenac", AUBENAC);
  });

  it("have a link to each day that holds something", async () => {
    const agenda = mainOf(await page("port-serac", "/agenda"));
    const [strip = ""] = /<nav class="strip".*?<\/nav>/s.exec(agenda) ?? [];
    const days = [...strip.matchAll(/href="#([^"]+)"><b>([^<]+)<\/b><span[^>]*>([^<]+)</g)].map(([, id, ...words]) => [
      id,
      ...words,
    ]);
    expect(days.slice(0, 3)).toEqual([
      ["j-2026-11-21", "Ce soir", "samedi 21"],
      ["j-2026-11-22", "Demain", "dimanche 22"],
      ["j-2026-11-27", "Vendredi", "27 novembre"],
    ]);
    expect(days.at(-1)).toEqual(["en-ce-moment", "En ce moment", "tous les jours"]);
    for (const [id] of days) expect(agenda).toContain(` id="${id}"`);
  });

  it("show the part that a filter leaves, with a title and a mark of its own", async () => {
    const filtered = async (filter: string) => {
      const html = await page("port-serac", `/agenda?filtre=${filter}`);
      const [, title = ""] = /<title>([^<]*)/.exec(html) ?? [];
      const [, current = ""] = /<a class="chip" aria-current="page"[^>]*>([^<]*)/.exec(html) ?? [];
      return { title, current, main: mainOf(html) };
    };
    const tonight = await filtered("ce-soir");
    expect([tonight.title, tonight.current]).toEqual([expect.stringContaining("Agenda de ce soir, "), "Ce soir"]);
    expect(tonight.main).toContain("Cabaret NU");
    expect(tonight.main).toContain("La semaine des bains du soir");
    expect(tonight.main).not.toContain("Soirée Champagne");
    const weekend = await filtered("week-end");
    expect(weekend.main).toContain("Soirée Champagne");
    expect(weekend.main).not.toContain("Les Nuits du Lac");
    const free = await filtered("entree-libre");
    expect(free.main).toContain("Aucun rendez-vous en entrée libre pour l’instant");
    expect(free.main).toMatch(/Prochain rendez-vous\u00a0: Ce soir<.*Cabaret NU, la nouvelle revue/);
    expect((await filtered("autre")).current).toBe("Tout voir");
  });

  it("change when the show has ended and when the next event day begins, also from the page cache", async () => {
    const first = async () =>
      /<h2[^>]*id="featured-title"[^>]*><a[^>]*>([^<]+)/.exec(await page("port-serac", "/agenda"))?.[1];
    const line = async () =>
      /class="tonight"[^>]*>(.*?)<\/a>/s.exec(await page("port-serac", "/"))?.[1]?.replaceAll(/<[^>]*>/g, "");
    const lists = () =>
      Promise.all(
        ["/agenda", "/"].map(async (path) => {
          const main = mainOf(await page("port-serac", path));
          return main.includes("<b>Ce soir</b>") || main.includes(">Cabaret NU, la nouvelle revue<");
        }),
      );
    expect([await first(), await line()]).toEqual(["Cabaret NU, la nouvelle revue", "Ce soirCabaret NU, 20h30"]);
    clock.set("2026-11-21T22:19:00+01:00");
    expect(await line()).toBe("Ce soirCabaret NU, 20h30");
    expect(await lists()).toEqual([true, true]);
    clock.set("2026-11-21T22:20:00+01:00");
    expect([await first(), await line()]).toEqual([
      "Soirée Champagne &amp; Velours",
      "DemainSoirée Champagne &amp; Velours, 19h",
    ]);
    // Neither list names the show as tonight's any longer, though it is announced until one in the morning.
    expect(await lists()).toEqual([false, false]);
    clock.set("2026-11-22T05:59:00+01:00");
    expect(await line()).toBe("DimancheSoirée Champagne &amp; Velours, 19h");
    const [strip = ""] = /<nav class="strip".*?<\/nav>/s.exec(await page("port-serac", "/agenda")) ?? [];
    expect(strip).toMatch(/^<nav[^>]*><ul><li><a[^>]*><b>Dimanche<\/b>/);
    clock.set("2026-11-22T06:00:00+01:00");
    expect(await line()).toBe("Ce soirSoirée Champagne &amp; Velours, 19h");
  });

  it("call an event from 5 pm on tonight's, and an earlier one today's", async () => {
    const at = (id: number, title: string, hour: string) => ({
      ...base,
      id,
      ...named(title),
      start_at: `today ${hour}`,
      broadcast_end_at: "today 23:30",
    });
    await announce("aubenac", [at(912, "Goûter", "16:59"), at(913, "Apéritif", "17:00")]);
    const home = await page("aubenac", "/");
    const kindOf = (title: string) =>
      /^.*<b class="card-kind is-now">(.*?)<\/b>/s.exec(home.split(`<h3 class="title-3">${title}`)[0] ?? "")?.[1];
    expect([kindOf("Goûter"), kindOf("Apéritif")]).toEqual(["Aujourd’hui", "Ce soir"]);
    await announce("aubenac", AUBENAC);
  });

  it("have no tab and no page for shows where the venue has none", async () => {
    await announce("aubenac", AUBENAC.slice(0, 3));
    expect(mainOf(await page("aubenac", "/agenda"))).not.toContain("/spectacles");
    expect(await leads("aubenac", "/spectacles")).toEqual([302, "/agenda"]);
    await announce("aubenac", AUBENAC);
  });

  it("say that nothing is announced where the list is empty", async () => {
    const empty = mainOf(await page("la-rochemar", "/agenda"));
    expect(empty).toContain("Le prochain programme se prépare");
    expect(empty.match(/<h1/g)).toHaveLength(1);
  });

  it("give the browser the end of each card and the next change of the list", async () => {
    const agenda = await (await app.get("aubenac", "/agenda.data")).text();
    expect(agenda).toContain('"2026-11-21T23:00:00+01:00"');
    expect(agenda).toContain('"2026-11-25T02:00:00+01:00"');
  });

  it("show an announcement from the start of its broadcast to its end, to the minute", async () => {
    const shows = async (words: string) => mainOf(await page("aubenac", "/agenda")).includes(words);
    expect([await shows("Dernier soir"), await shows("Pas encore")]).toEqual([true, false]);
    clock.set("2026-11-21T22:00:00Z");
    expect([await shows("Dernier soir"), await shows("Pas encore")]).toEqual([false, false]);
    clock.set("2026-11-21T23:00:00Z");
    expect([await shows("Dernier soir"), await shows("Pas encore")]).toEqual([false, true]);
  });

  it("redirect to the front page on the group's own host", async () => {
    for (const path of ["/agenda", "/spectacles", "/agenda/5102/x", "/agenda/5102-x"]) {
      const answer = await app.send("localhost:3000", path);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    }
  });
});

describe("the page of an announcement", () => {
  const cabaret = "/spectacles/5101/cabaret-nu-la-nouvelle-revue";

  it("shows picture, title, long date tag, booking links, text and banners", async () => {
    const html = mainOf(await page("port-serac", "/agenda/5102/soiree-champagne--velours"));
    expect(html).toContain("dimanche 22 novembre 2026 dès 19h00");
    expect(html).toMatch(/<h1[^>]*>Soirée Champagne &amp; Velours<\/h1>/);
    expect(html).toContain("Réserver");
    expect(html).not.toContain("Billetterie");
    expect(html).toContain("banner-promo");
    expect(html).toMatch(/class="round detail-close"[^>]* href="\/agenda"/);
    const show = mainOf(await page("port-serac", cabaret));
    expect(show).toContain(
      'href="https://www.billetweb.fr/shop.php?event=belrive-port-serac-5101" target="_blank" rel="noopener"',
    );
    expect(show).toMatch(/class="round detail-close"[^>]* href="\/spectacles"/);
  });

  it("links to the ticketing provider with the escaped event id only", async () => {
    expect(await page("aubenac", "/spectacles/906/sur-scene")).toContain(`shop.php?event=a%20b%2Fc%26d"`);
  });

  it("has the loyalty banner in France only", async () => {
    expect(await page("port-serac", cabaret)).toContain(`class="banner-promo"`);
    expect(await page("montreval", "/agenda/6103/lumieres-dans-les-vignes")).not.toContain(`class="banner-promo"`);
  });

  it("says doors, duration, price, age and seats where they are known, in both languages", async () => {
    const properties = (html: string) =>
      [...mainOf(html).matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, term, value]) => [term, value]);
    expect(properties(await page("port-serac", cabaret))).toEqual([
      ["Portes", "19h30"],
      ["Durée", "1h50"],
      ["Prix", "90,00 à 145,00\u00A0€"],
      ["Âge", "dès 18 ans"],
      ["Places", "encore 24 sur 210"],
    ]);
    expect(properties(await page("port-serac", `${cabaret}?locale=en`))).toEqual([
      ["Doors", "7.30\u00A0pm"],
      ["Duration", "1 hr 50 min"],
      ["Price", "€90.00 to €145.00"],
      ["Age", "18 and over"],
      ["Seats", "24 left of 210"],
    ]);
    expect(properties(await page("montreval", "/agenda/6103/lumieres-dans-les-vignes"))).toEqual([
      ["Prix", "Entrée libre"],
    ]);
    expect(properties(await page("aubenac", "/agenda/903/nuit-blanche"))).toEqual([]);
  });

  it("has one main way to book: the partner with date, time and guests, else tickets, else the telephone", async () => {
    const main = (html: string) =>
      [...mainOf(html).matchAll(/<a[^>]*class="button[^"]*button-venue[^"]*"[^>]*>/g)].map(
        ([tag]) => /href="([^"]*)"/.exec(tag)?.[1],
      );
    expect(main(await page("port-serac", cabaret))).toEqual([
      "https://reservation.belrive.example/port-serac/cabaret-nu?date=2026-11-21&amp;time=20:30&amp;guests=2",
    ]);
    expect(main(await page("aubenac", "/spectacles/906/sur-scene"))).toEqual([
      "https://www.billetweb.fr/shop.php?event=a%20b%2Fc%26d",
    ]);
    const called = mainOf(await page("aubenac", "/agenda/901/bal-dete"));
    expect(main(called)).toEqual(["tel:+33536491418"]);
    expect(called).toContain("Réservation par téléphone, tous les jours de 11h à 22h.");
    const free = await page("montreval", "/agenda/6103/lumieres-dans-les-vignes");
    expect(main(free)).toEqual([]);
    expect(mainOf(free).match(/Entrée libre/g)).toHaveLength(1);
    expect(free).toContain("Sans réservation.");
  });

  it("says that an event is sold out, with the telephone in place of its links", async () => {
    const concert = await page("port-serac", "/spectacles/5103/les-nuits-du-lac-en-concert");
    const html = mainOf(concert);
    expect(html).toContain("Complet");
    expect(html).not.toContain("billetweb.fr");
    expect(html).not.toContain("reservation.belrive.example");
    expect(html).toContain('href="tel:+33465712051"');
    expect(structuredData(concert)[2]).toMatchObject({
      offers: { price: "38.00", priceCurrency: "EUR", availability: "https://schema.org/SoldOut" },
    });
  });

  it("has structured data of the event with offsets and absolute addresses, and a breadcrumb", async () => {
    const [breadcrumb, , event] = structuredData(await page("port-serac", cabaret));
    expect(event).toMatchObject({
      "@type": "Event",
      name: "Cabaret NU, la nouvelle revue",
      startDate: "2026-11-21T20:30:00+01:00",
      eventStatus: "https://schema.org/EventScheduled",
      image: ["http://port-serac.localhost:3000/media/show-stage-curtain?cover=1920x1080"],
      location: { "@type": "Place", address: { addressLocality: "Port-Sérac", addressCountry: "FR" } },
      doorTime: "2026-11-21T19:30:00+01:00",
      duration: "PT110M",
      performer: { "@type": "PerformingGroup", name: "La troupe du Cabaret NU" },
      offers: {
        "@type": "AggregateOffer",
        lowPrice: "90.00",
        highPrice: "145.00",
        priceCurrency: "EUR",
        availability: "https://schema.org/InStock",
      },
    });
    expect(event).not.toHaveProperty("endDate");
    const [, , evening] = structuredData(await page("aubenac", "/spectacles/906/sur-scene"));
    expect(evening).toMatchObject({ endDate: "2026-11-24T02:00:00+01:00" });
    expect(evening).toHaveProperty("offers.url", "https://www.billetweb.fr/shop.php?event=a%20b%2Fc%26d");
    expect(JSON.stringify(breadcrumb)).toContain("http://port-serac.localhost:3000/spectacles");
  });

  it("shows the start of an evening that ends after midnight, and the days of an event that has begun", async () => {
    expect(await page("aubenac", "/spectacles/906/sur-scene")).toContain("lundi 23 novembre 2026 dès 20h00");
    expect(await page("aubenac", "/agenda/904/dernier-soir")).toContain(
      "jeudi 12 novembre 2026 au samedi 21 novembre 2026",
    );
    expect(await page("aubenac", "/agenda/903/nuit-blanche")).toContain("Aujourd’hui dès 22h00");
  });

  it("is gone after its broadcast, also from the page cache", async () => {
    await page("aubenac", "/agenda/904/dernier-soir");
    clock.set("2026-11-21T22:00:00Z");
    expect(await leads("aubenac", "/agenda/904/dernier-soir")).toEqual([302, "/"]);
    clock.set(SATURDAY_EVENING);
    expect(await leads("aubenac", "/agenda/905/pas-encore")).toEqual([302, "/"]);
  });
});

describe("the page of an announcement, without script and from the page cache", () => {
  const cabaret = "/spectacles/5101/cabaret-nu-la-nouvelle-revue";

  it("offers nothing once the event has ended, though it is announced longer", async () => {
    const read = async () => {
      const html = await page("port-serac", cabaret);
      const [, , event = {}] = structuredData(html);
      const isBooked = /class="booking-ways"|billetweb\.fr|reservation\.belrive/.test(mainOf(html));
      return { isBooked, isOver: html.includes('class="booking-over"'), isOffered: "offers" in event };
    };
    const [open, over] = [
      { isBooked: true, isOver: false, isOffered: true },
      { isBooked: false, isOver: true, isOffered: false },
    ];
    clock.set("2026-11-21T22:19:59+01:00");
    expect(await read()).toEqual(open);
    for (const time of ["22:20", "23:00"]) {
      clock.set(`2026-11-21T${time}:00+01:00`);
      expect(await read()).toEqual(over);
    }
  });

  it("names no neighbour that has ended", async () => {
    const isBeside = async () =>
      mainOf(await page("port-serac", "/agenda/5102/soiree-champagne--velours")).includes(`href="${cabaret}"`);
    clock.set("2026-11-21T22:19:59+01:00");
    expect(await isBeside()).toBe(true);
    clock.set("2026-11-21T22:20:00+01:00");
    expect(await isBeside()).toBe(false);
  });
});

describe("the address of an announcement", () => {
  it("is unique: the alias, a wrong name and the other list redirect to it permanently", async () => {
    const own = "/agenda/5102/soiree-champagne--velours";
    for (const path of [
      "/agenda/5102-soiree-champagne--velours",
      "/agenda/5102-un-autre-nom",
      "/agenda/5102",
      "/agenda/5102/un-autre-nom",
      "/agenda/05102/soiree-champagne--velours",
      "/agenda/5102/soiree-champagne--velours/",
      "/AGENDA/5102/soiree-champagne--velours",
      "/agenda/5102/SOIREE-champagne-velours",
      "/spectacles/5102/soiree-champagne--velours",
    ])
      expect([path, ...(await leads("port-serac", path))]).toEqual([path, 301, own]);
    expect(await leads("port-serac", "/agenda/5101/x")).toEqual([301, "/spectacles/5101/cabaret-nu-la-nouvelle-revue"]);
  });

  it("distinguishes announcements of the same title by their ids", async () => {
    expect(mainOf(await page("aubenac", "/agenda/901/bal-dete"))).toContain("mardi 24 novembre 2026");
    expect(mainOf(await page("aubenac", "/agenda/902/bal-dete"))).toContain("jeudi 26 novembre 2026");
  });

  it("redirects to Home for an id that is not this venue's", async () => {
    const ids = [
      "0",
      "-5",
      "1e9",
      "2147483647",
      "2147483648",
      "9".repeat(400),
      "٥١٠٢",
      "5102.0",
      "+5102",
      "0x13ee",
      "NaN",
    ];
    for (const id of [...ids, "5102-x", "6101", "901", "%00", "'", "é", " 5102"])
      expect([id, ...(await leads("port-serac", `/agenda/${encodeURI(id)}/x`))]).toEqual([id, 302, "/"]);
    for (const query of ["x", "-5102", "6101-voix-nue", "99999999999-x", "%F0%9F%8E%B0"])
      expect(await leads("port-serac", `/agenda/${query}`)).toEqual([302, "/"]);
    expect(await leads("port-serac", "/spectacles/5102")).toEqual([302, "/"]);
    expect(await leads("port-serac", "/agenda/5102/soiree-champagne--velours/x")).toEqual([302, "/"]);
  });

  it("never causes a server error, whatever it contains", async () => {
    const part = fc.oneof(fc.webSegment(), fc.string(), fc.integer().map(String), fc.constantFrom("5102", "5101"));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("agenda", "spectacles"), part, part, async (list, id, name) => {
        const answer = await app.get("port-serac", `/${list}/${encodeURIComponent(id)}/${encodeURIComponent(name)}`);
        expect(answer.status).toBeLessThan(500);
        await answer.body?.cancel();
      }),
      { numRuns: 200 },
    );
  });
});

function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}

/** The HTML of the list, without the feature and the other list. */
function daysOf(main: string): string {
  return /<ul class="days">.*?<\/ul>/s.exec(main)?.[0] ?? "";
}

function featuredOf(main: string): string {
  return /<article class="featured".*?<\/article>/s.exec(main)?.[0].replaceAll("\n", " ") ?? "";
}

function structuredData(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return [...scripts].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);
}

describe("the navigation of a cached page", () => {
  it("loses the entry for shows when the last broadcast ends, also on pages without shows", async () => {
    const entries = async () => /href="\/spectacles"/.test(await page("aubenac", "/jeux"));
    expect(await entries()).toBe(true);
    clock.set(new Date("2026-11-24T01:00:00+01:00"));
    expect(await entries()).toBe(true);
    clock.set(new Date("2026-11-24T02:00:01+01:00"));
    expect(await entries()).toBe(false);
  });
});

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { slugify } from "../../src/venues/addresses/slugs.ts";
import { standingClock } from "../support/clock.ts";
import { demoVenue, importWithStandIns, type TestApp, type VenueFile } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { withWholeTitles } from "../support/whole-titles.ts";

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac", "montreval", "blankenduin", "sainte-orielle", "valombre"],
    clock,
    pictures: "stand-ins",
  });
}, 60_000);
afterAll(() => app.close());
beforeEach(() => clock.set(SATURDAY_EVENING));

async function html(slug: string, path: string): Promise<string> {
  const answer = await app.get(slug, path);
  expect(answer.status, path).toBe(200);
  return withWholeTitles(await answer.text());
}

async function leadsTo(slug: string, path: string): Promise<[status: number, location: string | null]> {
  const answer = await app.get(slug, path);
  return [answer.status, answer.headers.get("location")];
}

/** The addresses of the links that have an attribute. */
function linksWith(page: string, attribute: string): (string | undefined)[] {
  const links = (page.match(/<a [^>]*>/g) ?? []).filter((link) => link.includes(attribute));
  return links.map((link) => / href="([^"]*)"/.exec(link)?.[1]);
}

const title = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1]?.replaceAll("&#x27;", "'");

function structuredData(page: string, type: string): Record<string, unknown> | undefined {
  const blocks = [...page.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)];
  return blocks
    .map(([, json]) => JSON.parse(json ?? "null") as Record<string, unknown>)
    .find((data) => data["@type"] === type);
}

/** Imports a demo venue again with changes. */
async function changed(slug: string, change: (venue: VenueFile) => void): Promise<void> {
  const venue = await demoVenue(slug);
  change(venue);
  await importWithStandIns(app.importWorld, venue);
  await app.services.table.reload();
}

const week = (schedules: { open: string; close: string }[]) => ({
  days: [1, 2, 3, 4, 5, 6, 0].map((dayOfWeek) => ({ label: "Jour", dayOfWeek, schedules })),
});

describe("/restauration", () => {
  it("shows restaurants, hotel, activities and show hall, each with its anchor", async () => {
    const page = await html("port-serac", "/restauration");
    for (const id of ["restaurant", "hotel", "loisirs", "salle"]) expect(page).toContain(`id="${id}"`);
    for (const label of ["La Brasserie du Quai", "Le Bar des Glaces", "Grand Hôtel des Cygnes", "Cabaret NU"])
      expect(page).toContain(label);
    expect(page).toContain("Tables, comptoirs et longues soirées");
    expect(page).toContain("Le cabaret et les bains");
    expect(page).toContain("Aujourd’hui 12h\u00a0à\u00a023h30");
    expect(page).toContain('href="/spectacles"');
    expect(title(page)).toBe("Restaurants, bars et hôtel, Casino de Port-Sérac, Belrive");
  });

  it("has the same parts in English", async () => {
    const page = await html("port-serac", "/restauration?locale=en");
    expect(page).toContain("Tables, counters and long evenings");
    expect(page).toContain("The show hall");
    expect(page).toContain("Today noon\u00a0to\u00a011.30\u00a0pm");
  });

  it("has no anchor for what the venue lacks, and a title for what it has", async () => {
    const page = await html("sainte-orielle", "/restauration");
    expect(page).not.toContain('id="restaurant"');
    expect(page).not.toContain('id="hotel"');
    expect(page).toContain('id="loisirs"');
    expect(page).toMatch(/<h1>Prendre de la hauteur<\/h1>/);
    const home = await html("sainte-orielle", "/");
    expect(home).toContain("Prendre de la hauteur");
    expect(home).not.toContain('id="restaurant"');
  });

  it("says that a venue has nothing, and gives the casino's phone", async () => {
    await changed("sainte-orielle", (venue) => (venue.activities = []));
    const page = await html("sainte-orielle", "/restauration");
    expect(page).toContain("Aucune table pour le moment");
    expect(page).toMatch(/class="empty"[\s\S]*href="tel:\+33/);
    await changed("sainte-orielle", () => undefined);
  });

  it("links to the shows only while there are any", async () => {
    await changed("valombre", (venue) => (venue.announcements = []));
    const page = await html("valombre", "/restauration");
    expect(page).toContain('id="salle"');
    expect(page).not.toContain('href="/spectacles"');
    await changed("valombre", () => undefined);
  });

  it("redirects to the front page on the group's host", async () => {
    for (const path of ["/restauration", "/restauration/aurore", "/activite/cabaret-nu", "/meetings-events/x"]) {
      const answer = await app.send("localhost", path);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    }
  });
});

describe("a restaurant", () => {
  it("shows its kind, hours, phone, booking, menu and text", async () => {
    const page = await html("port-serac", "/restauration/la-brasserie-du-quai");
    expect(page).toMatch(/<h1[^>]*>La Brasserie du Quai<\/h1>/);
    expect(page).toContain('href="tel:+33465712052"');
    expect(page).toMatch(/href="https:\/\/reservation\.belrive\.example\/[^"]*"[^>]*>Réserver</);
    expect(page).toMatch(/href="https:\/\/cartes\.belrive\.example\/[^"]*"[^>]*>La carte</);
    expect(page).toContain("Banquettes rouges");
    expect(linksWith(page, 'aria-label="Fermer"')).toContain("/restauration");
  });

  it("has the week's hours in the page, out of search snippets, with today marked", async () => {
    const page = await html("port-serac", "/restauration/la-brasserie-du-quai");
    expect(page).toMatch(/<section class="board plaque"[^>]*data-nosnippet/);
    expect(page).toMatch(/<li aria-current="date"><span>Samedi<\/span>/);
    expect(page).toContain("Aujourd’hui 12h\u00a0à\u00a023h30");
    clock.set("2026-11-21T23:00:01Z");
    expect(await html("port-serac", "/restauration/la-brasserie-du-quai")).toMatch(
      /<li aria-current="date"><span>Dimanche<\/span>/,
    );
  });

  it.each([
    ["/restauration/la-brasserie-du-quai", "La Brasserie du Quai, restaurant, Casino de Port-Sérac, Belrive"],
    ["/restauration/le-bar-des-glaces", "Le Bar des Glaces, bar, Casino de Port-Sérac, Belrive"],
    [
      "/restauration/grand-hotel-des-cygnes",
      "Grand Hôtel des Cygnes, l’hôtel du casino, Casino de Port-Sérac, Belrive",
    ],
  ])("has a title by its kind: %s", async (path, expected) => {
    expect(title(await html("port-serac", path))).toBe(expected);
  });

  it.each([
    ["la-brasserie-du-quai", "Restaurant"],
    ["le-bar-des-glaces", "BarOrPub"],
    ["grand-hotel-des-cygnes", "Hotel"],
  ])("has the right type of structured data: %s", async (slug, type) => {
    const data = structuredData(await html("port-serac", `/restauration/${slug}`), type);
    expect(data).toMatchObject({ address: { addressCountry: "FR" }, telephone: expect.stringMatching(/^\+33/) });
  });

  it("shows the casino's phone where it has none of its own", async () => {
    const venue = await demoVenue("port-serac");
    const page = await html("port-serac", "/restauration/le-bar-des-glaces");
    expect(page).toContain(`class="button button-venue figures" href="tel:${venue.establishment.contact_phone}"`);
    expect(page).toContain(`Réservation par téléphone, ${venue.establishment.phone_hours?.fr}.`);
  });

  it("books for today and for two, and on a closed day for the next open one", async () => {
    const partner = "https://reservation.belrive.example/x?d={date}&amp;n={party}";
    const address = (date: string) => partner.replace("{date}", date).replace("{party}", "2");
    const closedOnSaturday = week([{ open: "19:00", close: "23:00" }]);
    closedOnSaturday.days[5]!.schedules = [];
    await changed("valombre", (venue) => {
      const place = (slug: string, opening_hours: object | undefined) =>
        Object.assign({}, venue.restauration[0]!, {
          slug,
          label: { fr: slug, en: slug },
          opening_hours,
          reservation_link: partner.replace("&amp;", "&"),
        });
      venue.restauration = [
        place("ouvert", week([{ open: "19:00", close: "23:00" }])),
        place("demain", closedOnSaturday),
      ];
    });
    expect(await html("valombre", "/restauration/ouvert")).toContain(`href="${address("2026-11-21")}"`);
    const tomorrow = await html("valombre", "/restauration/demain");
    expect(tomorrow).toContain(`href="${address("2026-11-22")}"`);
    expect(tomorrow).toContain("Réserver pour dimanche");
    const list = await html("valombre", "/restauration");
    for (const date of ["2026-11-21", "2026-11-22"]) expect(list).toContain(`href="${address(date)}"`);
    // The pages that were kept are made anew when the last service of the day ends.
    clock.set(new Date("2026-11-21T23:00:01+01:00"));
    for (const path of ["/restauration/ouvert", "/restauration", "/"])
      expect(await html("valombre", path)).not.toContain(address("2026-11-21"));
    expect(await html("valombre", "/restauration/ouvert")).toContain(`href="${address("2026-11-22")}"`);
    await changed("valombre", () => undefined);
  });

  it("says in a band today's hours, where it is and its telephone", async () => {
    const page = await html("port-serac", "/restauration/la-brasserie-du-quai");
    const band = /<dl class="properties figures">(.*?)<\/dl>/.exec(page)?.[1] ?? "";
    expect(
      band
        .replaceAll(/<[^>]*>/g, "\n")
        .split(/\n+/)
        .filter(Boolean),
    ).toEqual([
      "Aujourd’hui",
      "12h\u00a0à\u00a023h30",
      "Adresse",
      "12, quai des Cygnes",
      "Téléphone",
      expect.stringMatching(/^04\s65\s71\s20\s52$/),
    ]);
  });

  it("shows its hours in Dutch in Belgium", async () => {
    const page = await html("blankenduin", "/restauration/getij");
    expect(page).toMatch(/<ul class="week figures" lang="nl">/);
    expect(page).toContain("Zaterdag");
    expect(page).toContain("Gesloten");
  });

  it("distinguishes a night past midnight, a whole day, a closed day and today's exception", async () => {
    await changed("valombre", (venue) => {
      const place = (fr: string, hours: object) => ({
        ...venue.restauration[0]!,
        slug: slugify(fr),
        label: { fr, en: fr },
        opening_hours: hours,
      });
      const closed = { date: "2026-11-21", schedules: [], note: { fr: "Banquet privé", en: "Private banquet" } };
      venue.restauration = [
        place("Tard", week([{ open: "17:00", close: "04:00" }])),
        place("Toujours", week([{ open: "00:00", close: "23:59" }])),
        place("Jamais", week([])),
        place("Sauf ce soir", { ...week([{ open: "9:00", close: "11:00" }]), exceptions: [closed] }),
      ];
    });
    expect(await html("valombre", "/restauration/tard")).toContain("Aujourd’hui 17h\u00a0à\u00a04h");
    expect(await html("valombre", "/restauration/toujours")).toContain("Aujourd’hui 24\u00a0h sur 24");
    expect(await html("valombre", "/restauration/jamais")).toContain("Fermé aujourd’hui");
    const exception = await html("valombre", "/restauration/sauf-ce-soir");
    expect(exception).toContain("Fermé aujourd’hui");
    expect(exception).toContain('21\u00a0novembre<small lang="fr">Banquet privé</small>');
    expect(exception).not.toContain('aria-current="date"');
    await changed("valombre", () => undefined);
  });
});

describe("the addresses of restaurants and activities", () => {
  it("differ for labels of the same slug, and for a restaurant and an activity of the same name", async () => {
    await changed("valombre", (venue) => {
      const [restaurant, activity] = [venue.restauration[0]!, venue.activities[0]!];
      const words = { fr: "Une nouvelle maison.", en: "A new house." };
      const named = (fr: string, en: string) => ({ label: { fr, en }, summary: words, presentation: words });
      venue.restauration = [
        { ...restaurant, ...named("Le Ponton", "First") },
        { ...restaurant, ...named("Le ponton !", "Second") },
      ];
      venue.activities = [{ ...activity, ...named("Le Ponton", "Third") }];
    });
    const heading = async (path: string) => /<h1[^>]*>([^<]*)</.exec(await html("valombre", path))?.[1];
    expect(await heading("/restauration/le-ponton?locale=en")).toBe("First");
    expect(await heading("/restauration/le-ponton-2?locale=en")).toBe("Second");
    expect(await heading("/activite/le-ponton?locale=en")).toBe("Third");
    expect(await leadsTo("valombre", "/activite/le-ponton-2")).toEqual([302, "/"]);
    await changed("valombre", () => undefined);
  });

  it("keep the double hyphen of removed characters, and earlier addresses redirect", async () => {
    await changed("valombre", (venue) => {
      const words = { fr: "Une nouvelle maison.", en: "A new house." };
      const named = (fr: string) => ({ label: { fr, en: fr }, summary: words, presentation: words });
      venue.restauration = [
        { ...venue.restauration[0]!, ...named("L’Écume & Cie") },
        { ...venue.restauration[0]!, ...named("Bar & Lounge"), slug: "bar-lounge" },
      ];
    });
    expect(await html("valombre", "/restauration")).toContain('href="/restauration/lecume--cie"');
    expect(await html("valombre", "/restauration/lecume--cie")).toContain("L’Écume &amp; Cie</h1>");
    const spelt = encodeURIComponent("L’Écume & Cie");
    expect(await leadsTo("valombre", `/restauration/${spelt}`)).toEqual([301, "/restauration/lecume--cie"]);
    expect(await leadsTo("valombre", "/restauration/bar--lounge")).toEqual([301, "/restauration/bar-lounge"]);
    // The venue's export names the address, and the staff import it again.
    await changed("valombre", (venue) => {
      Object.assign(venue.restauration[0]!, { slug: "lecume--cie" });
    });
    expect((await app.get("valombre", "/restauration/lecume--cie")).status).toBe(200);
    await changed("valombre", (venue) => {
      Object.assign(venue.restauration[0]!, { slug: "le-refuge-des-sources" });
    });
  });

  it("stay whatever the label becomes, and a new label redirects to them in both languages", async () => {
    await changed("valombre", (venue) => {
      venue.restauration[0]!.label = { fr: "Le Nouveau Refuge", en: "The New Refuge" };
      venue.activities[0]!.label.fr = "Les Nouveaux Bains";
    });
    expect(await html("valombre", "/restauration/le-refuge-des-sources")).toContain("Le Nouveau Refuge</h1>");
    for (const name of ["le-nouveau-refuge", "the-new-refuge"])
      expect(await leadsTo("valombre", `/restauration/${name}`)).toEqual([301, "/restauration/le-refuge-des-sources"]);
    expect(await leadsTo("valombre", "/activite/les-nouveaux-bains")).toEqual([301, "/activite/les-grands-bains"]);
    await changed("valombre", () => undefined);
  });

  it("redirect permanently from an abandoned one to the present one", async () => {
    await changed("valombre", (venue) => {
      Object.assign(venue.restauration[0]!, { slug: "le-nouveau-refuge" });
      Object.assign(venue.activities[0]!, { slug: "les-nouveaux-bains" });
    });
    expect(await leadsTo("valombre", "/restauration/le-refuge-des-sources")).toEqual([
      301,
      "/restauration/le-nouveau-refuge",
    ]);
    expect(await leadsTo("valombre", "/activite/les-grands-bains")).toEqual([301, "/activite/les-nouveaux-bains"]);
    // The first redirect holds through every later import.
    await changed("valombre", (venue) => {
      Object.assign(venue.restauration[0]!, { slug: "le-refuge" });
      Object.assign(venue.activities[0]!, { slug: "les-grands-bains" });
    });
    for (const name of ["le-refuge-des-sources", "le-nouveau-refuge"])
      expect(await leadsTo("valombre", `/restauration/${name}`)).toEqual([301, "/restauration/le-refuge"]);
    await changed("valombre", (venue) => {
      Object.assign(venue.restauration[0]!, { slug: "le-refuge-des-sources" });
    });
  });

  it("redirect from another spelling of the name", async () => {
    expect(await leadsTo("port-serac", "/restauration/La%20Brasserie%20du%20Quai")).toEqual([
      301,
      "/restauration/la-brasserie-du-quai",
    ]);
    expect(await leadsTo("port-serac", "/activite/CABARET-NU")).toEqual([301, "/activite/cabaret-nu"]);
    expect(await leadsTo("port-serac", "/meetings-events/Evenements-Prives")).toEqual([
      301,
      "/meetings-events/evenements-prives",
    ]);
  });

  it("redirect to Home from every unknown name, whatever it contains", async () => {
    const hostile = ["inconnu", "%00", "%E0%A4%A", "..%2f..%2fetc", "'%3B--", "%F0%9F%8D%B7", "x".repeat(5_000), "-"];
    for (const base of ["/restauration", "/activite", "/meetings-events"]) {
      for (const slug of hostile) {
        const answer = await app.get("port-serac", `${base}/${slug}`);
        expect([302, 400, 404, 414], `${base}/${slug.slice(0, 20)}`).toContain(answer.status);
        if (answer.status === 302) expect(answer.headers.get("location")).toBe("/");
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (slug) => {
        const answer = await app.get("port-serac", `/restauration/${encodeURIComponent(slug.toWellFormed())}`);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});

describe("an activity", () => {
  it("shows phone and booking, and Cabaret NU is current in its venue's navigation", async () => {
    const page = await html("port-serac", "/activite/cabaret-nu");
    expect(page).toMatch(/<h1[^>]*>Cabaret NU<\/h1>/);
    expect(page).toContain('href="tel:+33465712055"');
    expect(page).toMatch(/>Réserver</);
    expect(linksWith(page, 'aria-current="page"')).toContain("/activite/cabaret-nu");
  });

  it("redirects to Home where the venue has no such activity", async () => {
    expect(await leadsTo("valombre", "/activite/cabaret-nu")).toEqual([302, "/"]);
    expect(await leadsTo("port-serac", "/activite/la-brasserie-du-quai")).toEqual([302, "/"]);
  });
});

describe("a meeting", () => {
  it.each(["evenements-professionnels", "evenements-prives"])("shows %s with phone and contact", async (slug) => {
    const page = await html("port-serac", `/meetings-events/${slug}`);
    expect(page).toMatch(/href="https:\/\/reservation\.belrive\.example\/[^"]*"[^>]*>Contactez-nous</);
    expect(page).toContain('href="tel:+33465712070"');
    expect(linksWith(page.slice(page.indexOf("<article")), 'aria-label="Fermer"')[0]).toBe("/");
  });

  it("is contacted by e-mail or phone where there is no form", async () => {
    const withoutForm = (venue: VenueFile) => {
      delete venue.meetings.data.private?.reservation_link;
    };
    await changed("port-serac", withoutForm);
    expect(await html("port-serac", "/meetings-events/evenements-prives")).toMatch(
      /href="mailto:[^"]*"[^>]*>Contactez-nous</,
    );
    await changed("montreval", withoutForm);
    expect(await html("montreval", "/meetings-events/evenements-prives")).toMatch(
      /href="tel:[^"]*"[^>]*>Contactez-nous</,
    );
    await changed("port-serac", () => undefined);
    await changed("montreval", () => undefined);
  });

  it("redirects to Home for any other name, and where the venue does not host this kind", async () => {
    expect(await leadsTo("port-serac", "/meetings-events/mariages")).toEqual([302, "/"]);
    expect(await leadsTo("valombre", "/meetings-events/evenements-prives")).toEqual([302, "/"]);
    await changed("montreval", (venue) => {
      delete venue.meetings.data.private;
    });
    expect(await leadsTo("montreval", "/meetings-events/evenements-prives")).toEqual([302, "/"]);
    await changed("montreval", (venue) => (venue.meetings.is_active = false));
    expect(await leadsTo("montreval", "/meetings-events/evenements-professionnels")).toEqual([302, "/"]);
    await changed("montreval", () => undefined);
  });
});

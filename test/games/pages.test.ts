import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GAME_PAGE_KEYS } from "../../src/games/contract.ts";
import { demoVenue, importWithStandIns, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { withWholeTitles } from "../support/whole-titles.ts";

let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac", "montreval", "blankenduin", "cap-ferrand", "sainte-orielle"],
    pictures: "stand-ins",
  });
  await importWithStandIns(app.importWorld, await plainVenue());
  await importWithStandIns(app.importWorld, { ...(await demoVenue("bientot")), games: [] });
  await app.services.table.reload();
}, 60_000);
afterAll(() => app.close());

/**
 * La Rochemar with one roulette under a name of its own, no text for its black jack, and texts under two content keys.
 */
async function plainVenue() {
  const venue = await demoVenue("la-rochemar");
  const paragraph = (text: string) => ({ blocks: [{ type: "paragraph" as const, data: { text } }] });
  const number = (key: string, was: number) => (key === "roulette-anglaise" || key === "black-jack" ? 1 : was);
  return {
    ...venue,
    games: venue.games.map(({ presentation, rules_url: _elsewhere, ...game }) => ({
      ...game,
      number: number(game.key, game.number),
      ...(game.key === "black-jack" ? { label: { fr: "Vingt-et-un du lac", en: "Lake twenty-one" } } : {}),
      ...(game.key === "machines-a-sous" ? { presentation } : {}),
      ...(game.key === "craps" ? { presentation: { fr: "<p> </p>", en: "<p> </p>" }, open_hour: "9:30" } : {}),
    })),
    content: {
      ...venue.content,
      "game-craps-text": { fr: paragraph("Les dés de la Rochemar."), en: paragraph("The dice of La Rochemar.") },
      "rules-craps": { fr: paragraph("Nos règles des dés."), en: paragraph("Our rules of dice.") },
    },
  };
}

const page = async (slug: string, path: string, locale = "fr") => {
  const answer = await app.get(slug, `${path}?locale=${locale}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return text(withWholeTitles(await answer.text()));
};
/** The HTML without React's comments between pieces of text, and with ordinary spaces. */
const text = (html: string) => html.replaceAll("<!-- -->", "").replaceAll(/&nbsp;|[\u00a0\u202f]/g, " ");
const leads = async (slug: string, path: string) => {
  const answer = await app.get(slug, path);
  return [answer.status, answer.headers.get("location")];
};

describe("/jeux", () => {
  it("has its title, three sections and the summary of counts", async () => {
    const html = await page("port-serac", "/jeux");
    expect(html).toContain("L’univers du jeu et du divertissement</h1>");
    for (const [id, title] of [
      ["slot", "Machines à sous"],
      ["elec", "Jeux électroniques"],
      ["jt", "Tables de jeux traditionnels"],
    ]) {
      expect(html).toMatch(new RegExp(`<section[^>]* id="${id}"`));
      expect(html).toContain(`${title}</h2>`);
    }
    expect(html).toContain("<b>180</b> <span>machines à sous</span>");
    expect(html).toContain("<b>42</b>");
    expect(html).toContain("<b>14</b>");
  });

  it("labels the count of a section's only game, where the section has another name", async () => {
    const html = await page("montreval", "/jeux");
    expect(html).toMatch(/<h3 class="title-2"> <span>Roulettes électroniques<\/span><\/h3>/);
    expect(html).toContain("<span>24 postes</span>");
    expect(html).toMatch(/<b>210<\/b> <span class="heard">Machines à sous<\/span>/i);
  });

  it("has the same sections in English", async () => {
    const html = await page("port-serac", "/jeux", "en");
    for (const words of [
      "The world of games and entertainment</h1>",
      "The latest Jackpots!",
      "Slot Machines</h2>",
      "Electronic Gaming Stations</h2>",
      "Traditional Gaming Tables</h2>",
    ])
      expect(html).toContain(words);
  });

  it("shows every game with its count, hour and lowest stake, linked to its page", async () => {
    const html = await page("port-serac", "/jeux");
    const { games } = await demoVenue("port-serac");
    for (const { key } of games) expect(html).toContain(`href="/jeux/${key}"`);
    expect(html).toContain("30 postes");
    expect(html).toContain("Dès 20h00");
    expect(html).toContain("À partir de 0,50 €");
  });

  it("links to the jackpots, but not in Switzerland", async () => {
    expect(await page("port-serac", "/jeux")).toContain("Les derniers Jackpots !");
    expect(await page("blankenduin", "/jeux")).toContain('href="/jeux/jackpots"');
    const swiss = await page("montreval", "/jeux");
    expect(swiss.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")).not.toMatch(/jackpot/i);
    expect(swiss).toContain("À partir de 0,05 chf");
  });

  it("is small with four games or fewer", async () => {
    expect(await page("sainte-orielle", "/jeux")).toContain('class="games is-small"');
    expect(await page("port-serac", "/jeux")).not.toContain('class="games is-small"');
  });

  it("shows poker once where the venue has both games, with the two below", async () => {
    const html = await page("cap-ferrand", "/jeux");
    for (const key of ["poker", "holdem-texas-poker", "omaha"]) expect(html).toContain(`href="/jeux/${key}"`);
    expect(html).toContain("3 tables");
    expect(await page("port-serac", "/jeux")).not.toContain('href="/jeux/poker"');
  });

  it("says that games will follow where there are none yet", async () => {
    const html = await page("bientot", "/jeux");
    expect(html).toContain("Les jeux arrivent");
    expect(html).not.toContain('class="games');
  });
});

describe("/jeux/{key}", () => {
  it("shows a game's title, hour, lowest stake in the country's currency, rules and presentation", async () => {
    const html = await page("port-serac", "/jeux/roulette-anglaise");
    expect(html).toContain("Roulettes anglaises</h1>");
    for (const words of ["4 tables", "Dès 20h00", "Jouez à partir de 2 €", "Découvrez les règles du jeu !"])
      expect(html).toContain(words);
    expect(html).toContain("quatre tables occupent le cœur de la salle");
    expect(html).toMatch(/href="https:\/\/regles\.belrive\.example\/roulette-anglaise"[^>]*rel="noopener"/);
    expect(await page("montreval", "/jeux/roulette-anglaise")).toContain("Jouez à partir de 5 chf");
  });

  it("uses the singular for one table, and keeps a name of the venue's own", async () => {
    expect(await page("la-rochemar", "/jeux/roulette-anglaise")).toContain("Roulette anglaise</h1>");
    expect(await page("la-rochemar", "/jeux/roulette-anglaise", "en")).toContain("English roulette</h1>");
    expect(await page("la-rochemar", "/jeux/black-jack")).toContain("Vingt-et-un du lac</h1>");
  });

  it("writes the hour without a leading zero, and links to the default rules where the venue gives no address", async () => {
    const html = await page("la-rochemar", "/jeux/craps");
    expect(html).toContain("Dès 9h30");
    expect(html).toContain('href="/media/rules/craps"');
  });

  it("falls back to the venue's text block of the game, then to the default text", async () => {
    expect(await page("la-rochemar", "/jeux/craps")).toContain("Les dés de la Rochemar.");
    expect(await page("la-rochemar", "/jeux/craps", "en")).toContain("The dice of La Rochemar.");
    expect(await page("la-rochemar", "/jeux/punto-banco")).toContain("le baccara des grands salons");
    expect(await page("la-rochemar", "/jeux/punto-banco", "en")).toContain("the baccarat of the grand salons");
  });

  it("lists the two poker games with their properties, also where the venue has one of them", async () => {
    const html = await page("cap-ferrand", "/jeux/poker");
    expect(html).toContain("Poker</h1>");
    expect(html).toContain("Poker Texas hold’em</h3>");
    expect(html).toContain("Poker Omaha</h3>");
    expect(html).toContain("Jouez à partir de 200 €");
    expect(await page("cap-ferrand", "/jeux/omaha")).toContain('href="/jeux/poker"');
  });

  it("names Hold'em and Omaha also where the venue has one of them, and says which is missing", async () => {
    const html = await page("blankenduin", "/jeux/poker");
    expect(html).toContain("Texas hold’em</h3>");
    expect(html).toContain('href="/jeux/holdem-texas-poker"');
    expect(html).toMatch(/Poker Omaha<\/h3><p[^>]*>Ne se joue pas ici en ce moment\.<\/p>/);
    expect(html).toContain('href="/media/rules/omaha"');
    expect(html).not.toContain('href="/jeux/omaha"');
    expect(await page("blankenduin", "/jeux/poker", "en")).toContain("Not currently played here.");
    expect(await page("cap-ferrand", "/jeux/poker")).not.toContain("Ne se joue pas ici");
  });

  it("redirects to Home from an unknown key and from a game that the venue does not have", async () => {
    for (const key of [
      "bridge",
      "BOULE",
      "boule",
      "omaha",
      "__proto__",
      "constructor",
      "a".repeat(5000),
      "%F0%9F%8E%B0",
    ])
      expect(await leads("port-serac", `/jeux/${key}`)).toEqual([302, "/"]);
    expect(await leads("sainte-orielle", "/jeux/poker")).toEqual([302, "/"]);
    expect(await leads("bientot", "/jeux/machines-a-sous")).toEqual([302, "/"]);
  });

  it("has a breadcrumb from Home to the game", async () => {
    const html = await page("port-serac", "/jeux/craps");
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? "") as { "@type": string; itemListElement: { item: string }[] },
    );
    const trail = data.find((one) => one["@type"] === "BreadcrumbList");
    expect(trail?.itemListElement.map(({ item }) => new URL(item).pathname)).toEqual(["/", "/jeux", "/jeux/craps"]);
  });
});

describe("the rules of a game", () => {
  it.each(GAME_PAGE_KEYS)("of %s are complete in both languages, with the country's minimum age", async (key) => {
    const french = await page("port-serac", `/media/rules/${key}`);
    for (const title of ["Le but du jeu", "Le déroulement d’une partie", "Les mises", "Avant de jouer"])
      expect(french).toContain(`${title}</h2>`);
    expect(french).toContain("Interdit aux moins de 18 ans");
    const english = await page("blankenduin", `/media/rules/${key}`, "en");
    for (const title of ["The aim of the game", "How a round is played", "The bets", "Before you play"])
      expect(english).toContain(`${title}</h2>`);
    expect(english).toContain("nder 21");
  });

  it("are the venue's own where it has any, and link back to the game", async () => {
    const html = await page("la-rochemar", "/media/rules/craps");
    expect(html).toContain("Nos règles des dés.");
    expect(html).not.toContain("Le but du jeu");
    expect(html).toContain('href="/jeux/craps"');
    expect(await page("port-serac", "/media/rules/boule")).not.toContain('href="/jeux/boule"');
  });

  it("redirect to Home from an unknown game", async () => {
    for (const key of ["bridge", "x.css", "..%2f..%2fetc", "__proto__"])
      expect(await leads("port-serac", `/media/rules/${key}`)).toEqual([302, "/"]);
  });
});

it("/jeux/{key} and /media/rules/{key} never answer with a server error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("jeux", "media/rules"), fc.webSegment(), async (folder, key) => {
      const answer = await app.get("port-serac", `/${folder}/${key}`);
      expect(answer.status).toBeLessThan(500);
      await answer.body?.cancel();
    }),
    { numRuns: 40 },
  );
});

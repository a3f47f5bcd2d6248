import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureUsages } from "../../src/pictures/references.server.ts";
import { PERMISSIONS, type Permission } from "../../src/staff/contract.ts";
import { DESK_ROUTES } from "../../src/venues/desk/routes.ts";
import { fieldsOf, type Field } from "../../src/ui/desk/form-fields.ts";
import { SECTION_PAGES } from "../../src/venue-file/pages/desk-sections.ts";
import { fieldWords } from "../../src/venue-file/pages/desk-words.server.ts";
import { SECTIONS } from "../../src/venue-file/sections.ts";
import { standingClock } from "../support/clock.ts";
import { postgresDatabase } from "../support/databases.ts";
import { atTheDesk } from "./desk-browser.ts";
import { demoVenue, openTestApp, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { amount } from "../support/proof.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

type Desk = Awaited<ReturnType<typeof atTheDesk>>;

let app: TestApp;
const clock = standingClock(SATURDAY_EVENING);
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "blankenduin"], pictures: "stand-ins", clock });
});
afterAll(() => app.close());

/** A page as a visitor sees it, with the parts that these tests check. */
const seen = async (path: string, words: string) =>
  (await (await app.get("port-serac", path, { "accept-language": "fr" })).text()).includes(words);

const NEW_EVENT = {
  "title.fr": "Nuit du saxophone",
  "title.en": "Night of the saxophone",
  "text.fr": "<p>Un quartet, <b>une nuit</b>.</p><script>alert(1)</script>",
  "text.en": "<p>A quartet, a night.</p>",
  picture: "hall-chandelier",
  start_at: "2026-11-22T21:00",
  broadcast_start_at: "2026-11-20T00:00",
  broadcast_end_at: "2026-11-23T03:00",
};

async function createEvent(more: Record<string, string> = {}) {
  const desk = await atTheDesk(app);
  await desk.open("/desk/agenda/nouveau");
  const page = await desk.save("/desk/agenda/nouveau", { ...NEW_EVENT, ...more });
  const id = /\/desk\/historique\/agenda\/(\d+)/.exec(page.html)?.[1] ?? "";
  return { desk, page, id, path: `/desk/agenda/${id}` };
}

describe("the country's law at the desk", () => {
  it("refuses a Belgian announcement that names a bonus or a free game, and says why at its field", async () => {
    const desk = await atTheDesk(app, { venues: ["blankenduin"], slug: "blankenduin" });
    await desk.open("/desk/agenda/nouveau");
    const forbidden = { ...NEW_EVENT, "title.fr": "Ce soir, bonus et jeu offert", "text.en": "<p>A free game.</p>" };
    const page = await desk.save("/desk/agenda/nouveau", forbidden);
    expect(page.problem("title.fr")).toMatch(/bonus.*la loi belge interdit de nommer cadeaux, bonus et jeux gratuits/);
    expect(page.problem("text.en")).toContain("free game");
    expect(await (await app.get("blankenduin", "/agenda")).text()).not.toContain("jeu offert");
  });
});

describe("who may open the desk", () => {
  const address = (path: string) => path.replace(":item", "nouveau").replace(":section", "agenda").replace(":key", "x");

  it("requires each page's permission, granted for this site", { timeout: 60_000 }, async () => {
    const elsewhere = await atTheDesk(app, { venues: ["blankenduin"], slug: "port-serac" });
    const people = new Map<Permission, { able: Desk; powerless: Desk }>();
    for (const permission of new Set(DESK_ROUTES.flatMap((route) => route.permission ?? [])))
      people.set(permission, {
        able: await atTheDesk(app, { can: [permission] }),
        powerless: await atTheDesk(app, { can: PERMISSIONS.filter((one) => one !== permission) }),
      });
    for (const { path: pattern, permission } of DESK_ROUTES) {
      const path = address(pattern);
      const stranger = await app.get("port-serac", path);
      expect(stranger.headers.get("location"), path).toBe("/desk/acces");
      expect((await elsewhere.open(path)).status, path).toBe(403);
      if (permission === null) continue;
      const { able, powerless } = people.get(permission) ?? {};
      const refused = await powerless?.open(path);
      expect(refused?.status, path).toBe(403);
      expect(refused?.heading).toBe("Vous n’avez pas accès à cette page");
      expect((await powerless?.post(path, [["do", "save"]]))?.status, path).toBe(403);
      expect((await able?.open(path))?.status, path).not.toBe(403);
    }
  });

  it("explains how to log in when there is no session or it has ended", async () => {
    const page = await app.get("port-serac", "/desk/acces", { "accept-language": "fr" });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Le bureau s’ouvre par un lien personnel");
    const late = await app.send("port-serac.localhost:3000", "/desk/horaires", { method: "POST", body: "do=save" });
    expect(late.status).toBe(401);
    expect((await app.get("port-serac", "/desk")).headers.get("cache-control")).toBe("private, no-store");
  });

  it("says in the preview's frame that the session has ended, with headers that allow framing", async () => {
    const framed = { "sec-fetch-dest": "iframe", "accept-language": "fr" };
    const desk = await atTheDesk(app);
    const { cookie } = desk.staff;
    await desk.post("/desk/sortie", []);
    const asked = [
      app.send("port-serac.localhost:3000", "/desk/apercu/agenda/nouveau", {
        method: "POST",
        body: "do=save",
        headers: framed,
      }),
      // The request as the service worker passes it on.
      app.send("port-serac.localhost:3000", "/desk/apercu-texte", {
        method: "POST",
        body: "path=/",
        headers: { "sec-fetch-dest": "empty", "accept-language": "fr" },
      }),
      app.get("port-serac", "/", { ...framed, cookie }),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
      expect(await answer.text()).toContain("Votre session est terminée");
    }
    const page = await app.send("port-serac.localhost:3000", "/desk/acces");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("lists in the navigation exactly the sections that the operator may open", async () => {
    const reader = await atTheDesk(app, { can: ["SITE_UPDATE"] });
    expect((await reader.open("/desk")).words).toContain("Votre lien n’ouvre aucune rubrique");
    const editor = await atTheDesk(app, { can: ["VENUE_DATA"] });
    const { html } = await editor.open("/desk");
    for (const { path, nav, permission } of DESK_ROUTES)
      expect(html.includes(`href="${path}"`), path).toBe(
        path === "/desk" || (nav !== undefined && permission === "VENUE_DATA"),
      );
  });

  it("is not found on the group's host, by another site's form, or under another spelling", async () => {
    expect((await app.send("localhost:3000", "/desk")).headers.get("location")).toBe("/");
    const desk = await atTheDesk(app);
    const foreign = await desk.post("/desk/sortie", [], {
      origin: "http://evil.example",
      "sec-fetch-site": "cross-site",
    });
    expect(foreign.status).toBe(403);
    expect((await desk.open("/desk/nowhere")).status).toBe(404);
    for (const path of ["/DESK/agenda", "/desk/agenda/", "/%64esk/agenda", "//desk/agenda"])
      expect([302, 303], path).toContain((await app.get("port-serac", path)).status);
  });

  it("ends the session with its log-out button", async () => {
    const desk = await atTheDesk(app);
    expect((await desk.post("/desk/sortie", [])).location).toBe("/");
    expect((await desk.open("/desk")).location).toBe("/desk/acces");
  });
});

describe("the agenda", () => {
  it("shows a created event to visitors, with sanitised text", async () => {
    const { page, id } = await createEvent();
    expect(page.status).toBe(200);
    expect(page.heading).toBe("Nuit du saxophone");
    expect(page.words).toContain("Enregistré. C’est en ligne.");
    expect(await seen("/agenda", "Nuit du saxophone")).toBe(true);
    expect(await seen(`/agenda/${id}/nuit-du-saxophone`, "<b>une nuit</b>")).toBe(true);
    expect(await seen(`/agenda/${id}/nuit-du-saxophone`, "alert(1)")).toBe(false);
  });

  it("shows every problem under its field in plain words, and keeps the input", async () => {
    const desk = await atTheDesk(app);
    await desk.open("/desk/agenda/nouveau");
    const page = await desk.save("/desk/agenda/nouveau", {
      ...NEW_EVENT,
      "title.fr": " ",
      picture: "",
      start_at: "demain",
      broadcast_end_at: "2026-11-01T00:00",
      reservation_url: "javascript:alert(1)",
    });
    expect(page.status).toBe(422);
    expect(page.problem("title.fr")).toBe("Remplissez ce champ.");
    expect(page.problem("picture")).toBe("Choisissez une image.");
    expect(page.problem("start_at")).toBe("Saisissez une date et une heure.");
    expect(page.problem("broadcast_end_at")).toBe("Ce moment doit suivre le début de l’affichage.");
    expect(page.problem("reservation_url")).toContain("https://");
    expect(page.value("title.en")).toBe("Night of the saxophone");
    expect(page.value("start_at")).toBe("demain");
    expect(await seen("/agenda", "javascript:")).toBe(false);
  });

  it("handles the skipped and the repeated hour of the clock changes", async () => {
    const { page } = await createEvent({ broadcast_start_at: "2026-03-29T02:30" });
    expect(page.status).toBe(422);
    expect(page.problem("broadcast_start_at")).toContain("heure d’été");
    const twice = await createEvent({ broadcast_end_at: "2027-10-31T02:30" });
    expect(twice.page.value("broadcast_end_at")).toBe("2027-10-31T02:30");
    const again = await twice.desk.save(twice.path);
    expect(again.words).toContain("Rien n’avait changé");
  });

  it("warns that an event with a past or future broadcast is not visible now", async () => {
    const over = await createEvent({ broadcast_end_at: "2026-11-21T01:00" });
    expect(over.page.words).toContain("le site ne le montre plus");
    const later = await createEvent({ broadcast_start_at: "2026-11-22T00:00" });
    expect(later.page.words).toContain("Visible sur le site à partir du 22 novembre 2026");
  });

  it("creates one event from a form submitted twice", async () => {
    const desk = await atTheDesk(app);
    const form = await desk.open("/desk/agenda/nouveau");
    const event = { ...NEW_EVENT, "title.fr": "Deux clics" };
    const [one, two] = await Promise.all([
      desk.send("/desk/agenda/nouveau", event, form),
      desk.send("/desk/agenda/nouveau", event, form),
    ]);
    expect(one.location).toBe(two.location);
    const { words } = await desk.open("/desk/agenda");
    expect(words.split("Deux clics").length - 1).toBe(1);
  });

  it("deletes an event, and restores it from the history under its old address", async () => {
    const { desk, id, path } = await createEvent({ "title.fr": "Bal des adieux" });
    await desk.open(path);
    const list = await desk.save(path, { do: "delete" });
    expect(list.words).toContain("Supprimé.");
    expect(await seen("/agenda", "Bal des adieux")).toBe(false);
    const history = await desk.open(`/desk/historique/agenda/${id}`);
    const rev = history.value("rev") ?? "";
    const back = await desk.save(`/desk/historique/agenda/${id}`, { rev, side: "before" });
    expect(back.words).toContain("Version rétablie.");
    expect(await seen(`/agenda/${id}/bal-des-adieux`, "Bal des adieux")).toBe(true);
  });

  it("refuses a picture or an event of another venue", async () => {
    const { page } = await createEvent({ picture: "show-casino-royale" });
    expect(page.problem("picture")).toBe("Ce site n’a pas cette image : choisissez-en une autre.");
    const desk = await atTheDesk(app);
    const [theirs] = (await demoVenue("blankenduin")).announcements;
    const answer = await desk.open(`/desk/agenda/${theirs?.id}`);
    expect(answer.location).toBe("/desk/agenda");
    const posted = await desk.post(`/desk/agenda/${theirs?.id}`, [
      ["do", "delete"],
      ["base", "x".repeat(22)],
    ]);
    expect(posted.status).toBe(410);
  });
});

describe("two operators on one page", () => {
  it("shows both versions, keeps the input, and overwrites when confirmed", async () => {
    const { id, path } = await createEvent({ "title.fr": "Premier titre" });
    const one = await atTheDesk(app, { name: "Anne" });
    const two = await atTheDesk(app, { name: "Bruno" });
    const formOne = await one.open(path);
    const formTwo = await two.open(path);
    await one.save(path, { "title.fr": "Titre d’Anne" }, formOne);
    const refused = await two.save(path, { "title.fr": "Titre de Bruno" }, formTwo);
    expect(refused.status).toBe(409);
    expect(refused.words).toContain("Anne a enregistré une autre version");
    expect(refused.words).toContain("Titre d’Anne");
    expect(refused.value("title.fr")).toBe("Titre de Bruno");
    expect(await seen(`/agenda/${id}/premier-titre`, "Titre d’Anne")).toBe(true);
    const saved = await two.save(path, {}, refused);
    expect(saved.status).toBe(200);
    expect(saved.heading).toBe("Titre de Bruno");
  });

  it("lets two operators change two events, or two parts of the site, at once", async () => {
    const first = await createEvent({ "title.fr": "Un" });
    const second = await createEvent({ "title.fr": "Deux" });
    const formOne = await first.desk.open(first.path);
    const formTwo = await second.desk.open(second.path);
    expect((await first.desk.save(first.path, { "title.fr": "Un bis" }, formOne)).status).toBe(200);
    expect((await second.desk.save(second.path, { "title.fr": "Deux bis" }, formTwo)).status).toBe(200);
    const list = await first.desk.open("/desk/agenda");
    expect(list.words).toContain("Un bis");
    expect(list.words).toContain("Deux bis");
  });
});

describe("opening hours", () => {
  it("change on the site's widget, and are restored from the history", async () => {
    const desk = await atTheDesk(app);
    const before = await desk.open("/desk/horaires");
    const wednesday = "opening_hours.days.2.schedules";
    const saved = await desk.save("/desk/horaires", {
      [`${wednesday}.0.open`]: "09:15",
      [`${wednesday}.0.close`]: "04:45",
    });
    expect(saved.words).toContain("Enregistré.");
    expect(await seen("/", "&quot;open&quot;:&quot;09:15&quot;")).toBe(true);
    const history = await desk.open("/desk/historique/horaires");
    expect(history.words).toContain("9h15");
    const rev = history.value("rev") ?? "";
    await desk.save("/desk/historique/horaires", { rev, side: "before" });
    expect(await seen("/", "09:15")).toBe(false);
    expect((await desk.open("/desk/horaires")).fields.filter(([name]) => name.startsWith("opening"))).toEqual(
      before.fields.filter(([name]) => name.startsWith("opening")),
    );
  });

  it("get exceptional days, with and without hours, by buttons only", async () => {
    const desk = await atTheDesk(app);
    await desk.open("/desk/horaires");
    const grown = await desk.save("/desk/horaires", { do: "add:opening_hours.exceptions" });
    expect(grown.status).toBe(200);
    const count = Number(grown.value("opening_hours.exceptions.#"));
    const last = `opening_hours.exceptions.${count - 1}`;
    expect(grown.html).toContain(`name="${last}.date"`);
    const wrong = await desk.save("/desk/horaires", { [`${last}.date`]: "2026-02-30" });
    expect(wrong.problem(`${last}.date`)).toBe("Saisissez un jour du calendrier.");
    const saved = await desk.save("/desk/horaires", { [`${last}.date`]: "2026-12-25" });
    expect(saved.words).toContain("Enregistré.");
    const shrunk = await desk.save("/desk/horaires", { do: `drop:${last}` });
    expect(Number(shrunk.value("opening_hours.exceptions.#"))).toBe(count - 1);
    expect((await desk.save("/desk/horaires")).words).toContain("Enregistré.");
  });

  it("says what is wrong with an hour", async () => {
    const desk = await atTheDesk(app);
    await desk.open("/desk/horaires");
    const page = await desk.save("/desk/horaires", { "opening_hours.days.0.schedules.0.open": "25:99" });
    expect(page.status).toBe(422);
    expect(page.problem("opening_hours.days.0.schedules.0.open")).toBe("Saisissez une heure, comme 20:30.");
  });
});

describe("a draft", () => {
  it("is previewed as visitors will see it, without being stored", async () => {
    const desk = await atTheDesk(app);
    const form = await desk.open("/desk/agenda/nouveau");
    const fields = form.fields.filter(([name]) => !(name in NEW_EVENT));
    const preview = await desk.post("/desk/apercu/agenda/nouveau", [
      ...fields,
      ...Object.entries({ ...NEW_EVENT, "title.fr": "Encore secret", broadcast_start_at: "2026-11-22T00:00" }),
    ]);
    expect(preview.status).toBe(200);
    expect(preview.heading).toBe("Encore secret");
    expect(preview.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(preview.html).not.toContain("desk-side");
    expect((await desk.open("/desk/agenda")).words).not.toContain("Encore secret");
    expect(await seen("/agenda", "Encore secret")).toBe(false);
  });

  it("of text blocks is previewed on its page by operators who may edit them", async () => {
    const desk = await atTheDesk(app, { can: ["SITE_UPDATE"] });
    const drafts = {
      cgu: { blocks: [{ type: "paragraph", data: { text: "Encore <b>un brouillon</b><script>1</script>" } }] },
    };
    const preview = await desk.post("/desk/apercu-texte", [
      ["path", "/cgu"],
      ["drafts", JSON.stringify(drafts)],
    ]);
    expect(preview.html.includes("Encore <b>un brouillon</b>")).toBe(true);
    expect(preview.html.includes("<script>1")).toBe(false);
    expect(await seen("/cgu", "un brouillon")).toBe(false);
    for (const [path, json] of [
      ["//evil.example", "{"],
      ["/me-connecter", "[]"],
      ["/desk", "null"],
    ] as const)
      expect(
        (
          await desk.post("/desk/apercu-texte", [
            ["path", path],
            ["drafts", json],
          ])
        ).status,
      ).toBe(200);
  });

  it("with a problem shows the problem instead", async () => {
    const desk = await atTheDesk(app);
    const form = await desk.open("/desk/agenda/nouveau");
    const preview = await desk.post("/desk/apercu/agenda/nouveau", form.fields);
    expect(preview.html).toContain("Remplissez ce champ.");
  });

  it("previews the venue's settings before they are saved", async () => {
    const desk = await atTheDesk(app);
    const form = await desk.open("/desk/maison");
    const fields = form.fields.filter(([name]) => name !== "tagline.fr");
    const preview = await desk.post("/desk/apercu/maison", [...fields, ["tagline.fr", "Une autre phrase d’accueil"]]);
    expect(preview.html.includes("Une autre phrase d’accueil")).toBe(true);
    expect(await seen("/", "Une autre phrase d’accueil")).toBe(false);
  });
});

describe("the whole venue", () => {
  it("is exported as a file that imports as the same venue", async () => {
    const desk = await atTheDesk(app);
    const { html: file } = await desk.open("/desk/fichier/export");
    const page = await importText(desk, file);
    expect(page.words).toContain("Fichier importé.");
    expect((await desk.open("/desk/fichier/export")).html).toBe(file);
  });

  it("is exported with its original pictures, in the layout of the import command", async () => {
    const desk = await atTheDesk(app);
    const file = JSON.parse((await desk.open("/desk/fichier/export")).html);
    const headers = { cookie: desk.staff.cookie };
    const answer = await app.send("port-serac.localhost:3000", "/desk/fichier/archive", { headers });
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="port-serac.zip"');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(JSON.parse(strFromU8(files["port-serac.json"] ?? new Uint8Array()))).toEqual(file);
    const named = file.pictures.map((picture: { file: string }) => picture.file);
    expect(new Set(Object.keys(files))).toEqual(new Set(["port-serac.json", ...named]));
    for (const { key, file: name } of file.pictures) {
      const { original } = await app.world.database.db
        .selectFrom("pictures")
        .select("original")
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      expect(Buffer.from(files[name] ?? []).equals(original)).toBe(true);
    }
  });

  it("is refused with all problems, or as another venue's file, and changes nothing", async () => {
    const desk = await atTheDesk(app);
    const { html: file } = await desk.open("/desk/fichier/export");
    const broken = JSON.parse(file);
    broken.announcements[0].title.fr = "";
    broken.games[0].number = -1;
    broken.establishment.tagline.fr = "Ne se verra pas";
    const page = await importText(desk, JSON.stringify(broken));
    expect(page.status).toBe(422);
    expect(page.words).toContain("announcements[0].title.fr Remplissez ce champ.");
    expect(page.words).toContain("games[0].number Saisissez zéro ou plus.");
    expect(await seen("/", "Ne se verra pas")).toBe(false);
    const theirs = await importText(desk, JSON.stringify(await demoVenue("blankenduin")));
    expect(theirs.problem("file")).toContain("autre casino");
    const moved = JSON.parse(file);
    moved.project.hosts = ["evil.example"];
    expect((await importText(desk, JSON.stringify(moved))).words).toContain("project.hosts");
    for (const nonsense of ["", "{", "null", "[]", "\u0000"])
      expect((await importText(desk, nonsense)).status).toBe(422);
  });

  it("is restored whole from its history, under the restoring operator's name", async () => {
    const desk = await atTheDesk(app, { name: "Dominique" });
    const { html: file } = await desk.open("/desk/fichier/export");
    const changed = JSON.parse(file);
    changed.establishment.tagline.fr = "Une accroche toute neuve";
    changed.content.cgu.fr.blocks = [{ type: "paragraph", data: { text: "Des conditions toutes neuves." } }];
    await importText(desk, JSON.stringify(changed));
    const history = await desk.open("/desk/historique/fichier");
    expect(history.words).toContain("Dominique");
    expect(history.words).toContain("Textes, Nom, couleurs, présentation");
    const back = await desk.save("/desk/historique/fichier", { rev: history.value("rev") ?? "", side: "before" });
    expect(back.words).toContain("Version rétablie.");
    expect((await desk.open("/desk/fichier/export")).html).toBe(file);
    const rows = await app.world.database.db
      .selectFrom("audit_entries")
      .select(["action", "before", "after"])
      .where("subject", "=", "fichier")
      .where("operator", "=", "Dominique")
      .execute();
    expect(rows.map(({ action }) => action).toSorted()).toEqual(["venue.import", "venue.restore"]);
    for (const { before, after } of rows) {
      expect(Object.keys(before ?? {}).toSorted()).toEqual(["content", "establishment"]);
      expect(JSON.stringify([before, after])).toContain("Une accroche toute neuve");
    }
    const written = await desk.staff.ask("GET", "/operators/content/1051/cgu/revisions");
    expect(JSON.stringify(written.body)).toContain("Dominique");
    const nonsense = await desk.save("/desk/historique/fichier", { rev: "999999999999", side: "before" });
    expect(nonsense.status).toBe(200);
  });

  it("cannot change other venues' pictures or the captions of shared ones", async () => {
    const desk = await atTheDesk(app);
    const { html: file } = await desk.open("/desk/fichier/export");
    const { db } = app.world.database;
    const wordsOf = async (key: string) =>
      (await db.selectFrom("pictures").select("alt").where("key", "=", key).executeTakeFirst())?.alt.fr;
    const listing = (key: string) => {
      const changed = JSON.parse(file);
      const known = changed.pictures.find((picture: { key: string }) => picture.key === key);
      const words = { fr: "Des mots d’ailleurs", en: "Words from elsewhere" };
      if (known === undefined) changed.pictures.push({ ...changed.pictures[0], key, alt: words });
      else known.alt = words;
      return changed;
    };
    const venue = app.services.table.all().find(({ slug }) => slug === "port-serac");
    if (venue === undefined) throw new Error("no such venue");
    const here: string[] = JSON.parse(file).pictures.map(({ key }: { key: string }) => key);
    const theirs = (await demoVenue("blankenduin")).pictures.find(({ key }) => !here.includes(key))?.key ?? "";
    const standings = await pictureUsages(db, venue, [...here, theirs]);
    expect(standings.get(theirs)).toBe("foreign");
    const before = await wordsOf(theirs);
    const refused = await importText(desk, JSON.stringify(listing(theirs)));
    expect(refused.status).toBe(422);
    expect(refused.words).toContain("pictures[");
    const hung = JSON.parse(file);
    hung.gallery[0] = theirs;
    hung.content["home-edito"] = {
      fr: { blocks: [{ type: "image", data: { key: theirs, caption: "" } }] },
    };
    const elsewhere = await importText(desk, JSON.stringify(hung));
    expect(elsewhere.words).toContain("gallery[0] Ce site n’a pas cette image : choisissez-en une autre.");
    expect(elsewhere.words).toContain("content.home-edito");
    expect(await wordsOf(theirs)).toBe(before);
    const shared = [...standings].find(([, standing]) => standing === "shared")?.[0] ?? "";
    const own = [...standings].find(([, standing]) => standing === "own")?.[0] ?? "";
    await importText(desk, JSON.stringify(listing(shared)));
    expect(await wordsOf(shared)).not.toBe("Des mots d’ailleurs");
    await importText(desk, JSON.stringify(listing(own)));
    expect(await wordsOf(own)).toBe("Des mots d’ailleurs");
  });

  async function importText(desk: Desk, text: string) {
    const form = new FormData();
    form.set("file", new File([text], "venue.json", { type: "application/json" }));
    const answer = await desk.post("/desk/fichier", form);
    return answer.location === null ? answer : desk.open(answer.location);
  }
});

describe("every page of the venue", () => {
  const allFields = (fields: readonly Field[]): Field[] =>
    fields.flatMap((field) =>
      field.kind === "group"
        ? [field, ...allFields(field.fields)]
        : field.kind === "list"
          ? [field, ...allFields(field.item.kind === "group" ? field.item.fields : [])]
          : [field],
    );

  it.each([...SECTIONS.values()].map((section) => [section.name, section] as const))(
    "%s has words for every field of its contract",
    (name, section) => {
      for (const field of allFields(fieldsOf(section.schema, SECTION_PAGES[name]?.hidden)))
        if (!(field.kind === "value" && field.widget === "hidden"))
          expect(fieldWords(name, field.path).label, field.path).not.toBeNull();
    },
  );

  it("submitted unchanged changes nothing", { timeout: 60_000 }, async () => {
    const desk = await atTheDesk(app);
    const names = [...SECTIONS.values()].filter(({ kind }) => kind === "form").map(({ name }) => name);
    for (const path of [...names, "tables/aurore", "activites/cabaret-nu", "jeux/black-jack"]) {
      expect((await desk.open(`/desk/${path}`)).status, path).toBe(200);
      expect((await desk.save(`/desk/${path}`)).words, path).toContain("Rien n’avait changé");
    }
  });

  it("submitted in part is refused whole: a missing list is not an empty list", async () => {
    const desk = await atTheDesk(app);
    await desk.open("/desk/galerie");
    const page = await desk.save("/desk/galerie", { "gallery.#": null });
    expect(page.status).toBe(422);
    expect(Number(page.value("gallery.#"))).toBeGreaterThan(3);
  });

  it.each(["agenda", "images", "historique/agenda", "apercu/tables", "membres", "paiements"])(
    "has no page of a NUL below %s",
    async (place) => {
      const desk = await atTheDesk(app);
      expect((await desk.open(`/desk/${place}/a%00b`)).status).toBe(404);
    },
  );

  it("answers malformed input with a page, never with an error", async () => {
    const desk = await atTheDesk(app);
    const odd = ["\u0000", "x".repeat(20_001), "<script>alert(1)</script>", "1e999", "__proto__"];
    const forms = [
      "/desk/horaires",
      "/desk/agenda/nouveau",
      "/desk/reglages",
      "/desk/tables/la-brasserie-du-quai",
      "/desk/galerie",
    ];
    for (const path of forms.slice(0, amount({ test: 2, proof: forms.length }))) {
      const form = await desk.open(path);
      for (const value of odd) {
        const fields = form.fields.map(([name, given]): [string, string] => [
          name,
          /^(base|form_key)$/.test(name) ? given : value,
        ]);
        const answer = await desk.post(path, [...fields, ["do", "save"]]);
        expect(answer.status, `${path} ${value.slice(0, 20)}`).toBe(422);
        expect(answer.html.includes("<script>alert(1)")).toBe(false);
      }
      for (const order of [
        "add:",
        "add:constructor",
        "drop:title.9",
        "up:opening_hours.days.0",
        "add:opening_hours.days",
        "drop:a.b.c.d.-1",
      ])
        expect((await desk.post(path, [...form.fields, ["do", order]])).status, order).toBe(200);
    }
  });
});

describe("restaurants, bars and the hotel", () => {
  it("are reordered, unless the list has changed since it was shown", async () => {
    const desk = await atTheDesk(app);
    const first = await desk.open("/desk/tables");
    const orders = [...first.html.matchAll(/value="([^"]+)"[^>]*name="order"/g)].map(([, order]) => order ?? "");
    const moved = await desk.post("/desk/tables", [["order", orders[0] ?? ""]]);
    const after = await desk.open(moved.location ?? "");
    expect(after.words).toContain("Nouvel ordre enregistré.");
    expect(after.html.indexOf(`/desk/tables/${orders[0]?.split(",")[0]}`)).toBeGreaterThan(0);
    const lost = await desk.post("/desk/tables", [["order", "la-brasserie-du-quai"]]);
    expect((await desk.open(lost.location ?? "")).words).toContain("La liste a changé entre-temps");
  });

  it("keep their address and history under a new name", async () => {
    const desk = await atTheDesk(app);
    await desk.open("/desk/tables/la-brasserie-du-quai");
    const renamed = await desk.save("/desk/tables/la-brasserie-du-quai", { "label.fr": "La Grande Brasserie" });
    expect(renamed.heading).toBe("La Grande Brasserie");
    const page = await app.get("port-serac", "/restauration/la-brasserie-du-quai");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("La Grande Brasserie</h1>")]);
    const named = await app.get("port-serac", "/restauration/la-grande-brasserie");
    expect([named.status, named.headers.get("location")]).toEqual([301, "/restauration/la-brasserie-du-quai"]);
    const history = await desk.open("/desk/historique/tables/la-brasserie-du-quai");
    expect(history.words).toContain("La Brasserie du Quai");
  });
});

describe("the audit trail", () => {
  it("has every change made at the desk, with before and after", async () => {
    const desk = await atTheDesk(app, { name: "Dominique" });
    await desk.open("/desk/nombre-de-jeux");
    await desk.save("/desk/nombre-de-jeux", { "games_summary.slot": "181" });
    const entry = await app.world.database.db
      .selectFrom("audit_entries")
      .selectAll()
      .where("operator", "=", "Dominique")
      .where("action", "=", "venue.save")
      .executeTakeFirstOrThrow();
    expect(entry.subject).toBe("nombre-de-jeux");
    expect(entry.before).toMatchObject({ games_summary: { slot: 180 } });
    expect(entry.after).toMatchObject({ games_summary: { slot: 181 } });
  });
});

describe("two nodes", () => {
  it("both show a save and its settings at once", { timeout: 60_000 }, async () => {
    const database = await postgresDatabase();
    const one = await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins" });
    const two = await openTestApp(database);
    const other = async (words: string) =>
      (await (await two.get("port-serac", "/", { "accept-language": "fr" })).text()).includes(words);
    expect(await other("09:15")).toBe(false);
    const desk = await atTheDesk(one);
    await desk.open("/desk/horaires");
    await desk.save("/desk/horaires", { "opening_hours.days.2.schedules.0.open": "09:15" });
    // Their clock stands still, so only the other node's notification can cause this.
    await expect.poll(() => other("09:15")).toBe(true);
    const settings = await desk.open("/desk/reglages");
    expect(settings.html).toContain("Par défaut\u00a0: non");
    await desk.save("/desk/reglages", { social_hidden: "1" });
    await expect.poll(() => other("social.belrive.example/facebook")).toBe(false);
    await one.close();
    await two.close();
    await database.close();
  });
});

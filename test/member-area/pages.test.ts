import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
const OWN = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
let count = 0;
let email = "";

beforeAll(async () => {
  const venues = ["port-serac", "montreval", "blankenduin"];
  app = await openIsolatedApp({ venues, clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());
beforeEach(() => {
  clock.set(SATURDAY_EVENING);
  email = `page-${(count += 1)}@example.test`;
});

const read = (path: string, token?: string, slug = "port-serac", headers: Record<string, string> = {}) =>
  app.get(slug, path, {
    "accept-language": "fr",
    ...(token === undefined ? {} : { cookie: `user_token=${token}` }),
    ...headers,
  });

async function post(token: string, fields: Record<string, string>, { path = "/mon-compte", headers = {} } = {}) {
  const body = new URLSearchParams(fields).toString();
  const type = { "content-type": "application/x-www-form-urlencoded", "accept-language": "fr" };
  return app.send(HOST, path, {
    method: "POST",
    body,
    headers: { ...type, ...OWN, ...headers, cookie: `user_token=${token}` },
  });
}

const pendingMember = async (changes: object = {}) => (await people.register(email, changes)).body.data?.token ?? "";

/** The page without its scripts, whose data are the same on every page. */
const visible = (html: string) => html.replaceAll(/<script\b[\s\S]*?<\/script>/g, "");

/** The answer of /session for a token. */
async function sessionOf(token?: string, slug = "port-serac") {
  const answer = await read("/session", token, slug);
  return { answer, session: ((await answer.json()) as { session: { name: string } | null }).session };
}

describe("a public page for a member", () => {
  it("is the same bytes as for everybody; only /session says who is logged in", async () => {
    const token = await people.member(email);
    const everybody = await read("/");
    const mine = await read("/", token);
    expect(mine.headers.get("etag")).toBe(everybody.headers.get("etag"));
    const html = await mine.text();
    expect(html).toBe(await everybody.text());
    expect(html).toContain('href="/me-connecter"');
    expect(html).not.toContain("Élodie");
    const { answer, session } = await sessionOf(token);
    expect(session?.name).toBe("Élodie Delmas-Ferré");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect((await sessionOf()).session).toBeNull();
  });

  it("names the member in the document where a popup is open, and is not cached", async () => {
    const one = await people.member(email);
    const other = await people.member(`other-${email}`, { firstname: "Barnabé", lastname: "Quillet" });
    for (const path of ["/?popup=Menu", "/agenda?popup=Menu", "/?popup=Account", "/?popup=Menu&locale=en"]) {
      const [mine, theirs] = [await read(path, one), await read(path, other)];
      for (const { headers } of [mine, theirs]) expect(headers.get("cache-control")).toBe("private, no-store");
      const [own, foreign] = [await mine.text(), await theirs.text()];
      expect([own.includes("Élodie"), own.includes("Barnabé")]).toEqual([true, false]);
      expect([foreign.includes("Barnabé"), foreign.includes("Élodie")]).toEqual([true, false]);
      const anonymous = await (await read(path.includes("Account") ? "/" : path)).text();
      expect(anonymous).not.toMatch(/Barnabé|Élodie|@example\.test/);
    }
  });

  it("keeps the language that the address of an open popup chooses", async () => {
    const token = await people.member(email);
    const cookies = async (path: string) => (await read(path, token)).headers.getSetCookie().join();
    expect(await cookies("/?popup=Menu&locale=en")).toContain("locale=en");
    expect(await cookies("/?popup=Menu")).not.toContain("locale=");
  });

  it("answers 304 to the page's own ETag in each encoding", async () => {
    const token = await people.member(email);
    for (const encoding of ["br", "gzip", "identity"]) {
      const accept = { "accept-encoding": encoding };
      const known = (await read("/", token, "port-serac", accept)).headers.get("etag") ?? "";
      const again = (etag: string, who?: string) => read("/", who, "port-serac", { ...accept, "if-none-match": etag });
      expect([(await again(known, token)).status, (await again(known)).status]).toEqual([304, 304]);
      expect((await again('"another"', token)).status).toBe(200);
    }
  });

  it("knows no member once the session has ended, and removes the cookie", async () => {
    const token = await people.member(email);
    await people.call("POST", "/auth/logout", { token });
    const { answer, session } = await sessionOf(token);
    expect(session).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^user_token=; .*Max-Age=0/),
      expect.stringMatching(/^has_session=; Max-Age=0/),
    ]);
    expect(await (await read("/?popup=Menu", token)).text()).toContain('href="/me-connecter"');
  });

  it("has no member part where the site hides the member area", async () => {
    const token = await people.member(email);
    const html = visible(await (await read("/?popup=Menu", token, "montreval")).text());
    expect(html).not.toMatch(/class="masthead-me|me-connecter|Élodie/);
    expect((await sessionOf(token, "montreval")).session).toBeNull();
    const popup = await read("/?popup=Account", token, "montreval");
    expect([popup.status, popup.headers.get("location")]).toEqual([302, "/"]);
  });

  it("shows a name with markup as text", async () => {
    // No form accepts such a name, but a broken row must not become markup either.
    const token = await people.member(email);
    await app.world.database.db
      .updateTable("accounts")
      .set({ firstname: '<img src=x onerror="1">\uE000entry\uE001', lastname: "</h3>" })
      .where("email", "=", email)
      .execute();
    expect(await (await read("/?popup=Menu", token)).text()).not.toMatch(/<img src=x|<h3><\/h3>/);
  });
});

describe("the menu popup", () => {
  it("asks to confirm the address until it is, and sends the mail again", async () => {
    const token = await pendingMember();
    const menu = await (await read("/?popup=Menu", token)).text();
    expect(menu).toContain("Renvoyer l’e-mail de confirmation");
    expect(menu).not.toContain('action="/mon-compte/photo"');
    await people.mails(email);
    clock.set("2026-11-21T19:40:00Z");
    const answer = await post(token, { intent: "email" }, { headers: { "x-in-place": "1" } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("E-mail envoyé")]);
    expect(await people.mails(email)).toHaveLength(2);
    // Too soon: the third mail waits.
    expect((await post(token, { intent: "email" })).headers.get("location")).toMatch(
      /^\/mon-compte\?done=email(&wait=60)?$/,
    );
    expect(await people.mails(email)).toHaveLength(2);
    await people.confirm(await people.linkToken(email));
    const after = await (await read("/?popup=Menu", token)).text();
    expect(after).not.toContain("Renvoyer");
    expect(after).toContain('action="/mon-compte/photo"');
  });
});

describe("the account popup", () => {
  it("opens for members over any page, and leads other visitors to the log-in and back", async () => {
    const token = await people.member(email);
    const answer = await read("/jeux?popup=Account", token);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/<dialog[^>]*id="account-sheet"[^>]*open/);
    expect(html).toContain('href="/jeux?popup=Menu&amp;reverse=true"');
    expect(html).toContain('href="/phone-define"');
    const led = await read("/jeux?popup=Account");
    expect([led.status, led.headers.get("location")]).toEqual([
      302,
      "/me-connecter?redirect=%2Fjeux%3Fpopup%3DAccount",
    ]);
    expect((await read("/jeux")).status).toBe(200);
    const stays = await read("/jeux?popup=Account");
    expect(stays.status).toBe(302);
  });

  it("saves opt-ins at once, and by a button without script", async () => {
    const token = await people.member(email);
    const inPlace = await post(token, { intent: "optins", CANAL_SMS: "1" }, { headers: { "x-in-place": "1" } });
    expect(inPlace.status).toBe(200);
    expect(await inPlace.text()).toMatch(/name="CANAL_SMS"[^>]*checked/);
    const plain = await post(token, { intent: "optins", CANAL_LETTER: "1" });
    expect([plain.status, plain.headers.get("location")]).toEqual([303, "/mon-compte?done=optins"]);
    const html = await (await read("/mon-compte?done=optins", token)).text();
    expect(html).toContain("Préférences enregistrées");
    const ticked = [...html.matchAll(/<input[^>]*name="(CANAL_\w+)"[^>]*>/g)].filter(([tag]) =>
      tag.includes("checked"),
    );
    expect(ticked.map(([, name]) => name)).toEqual(["CANAL_LETTER"]);
  });

  it("asks for no opt-ins in Belgium", async () => {
    const token = await people.member(email);
    expect(await (await read("/mon-compte", token, "blankenduin")).text()).not.toContain("CANAL_");
  });

  it("changes the password, and shows problems under their fields", async () => {
    const token = await people.member(email);
    const wrong = await post(token, { intent: "password", current_password: "nope", password: "short" });
    const html = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(html).toMatch(/name="password"[^>]*>/);
    expect(html).toContain('id="field-password-problem"');
    expect(html).not.toMatch(/value="(nope|short)"/);
    const unknown = await post(token, { intent: "password", current_password: "nope", password: "Nouvelle!Marée9" });
    expect(await unknown.text()).toContain("Mot de passe actuel incorrect");
    const same = await (
      await post(token, { intent: "password", current_password: PASSWORD, password: PASSWORD })
    ).text();
    expect(same).toMatch(/id="field-password-problem"[^]*?Choisissez un autre mot de passe que l’actuel/);
    const fields = { intent: "password", current_password: PASSWORD, password: "Nouvelle!Marée9" };
    const changed = await post(token, fields, { headers: { "x-in-place": "1" } });
    expect([changed.status, await changed.text()]).toEqual([
      200,
      expect.stringContaining("Mot de passe modifié avec succès"),
    ]);
    expect((await people.logIn(email, "Nouvelle!Marée9")).status).toBe(200);
  });

  it("lists sessions, ends one of them, and all of them", async () => {
    const token = await people.member(email);
    const other = (await people.logIn(email)).body.data?.token ?? "";
    const html = await (await read("/mon-compte", token)).text();
    const ids = [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = ""]) => id);
    // The session of the registration and the other device's; the current one is not offered.
    expect(ids).toHaveLength(2);
    for (const session of ids) expect((await post(token, { intent: "session", session })).status).toBe(303);
    expect((await people.introspect(other)).status).toBe(401);
    expect((await post(token, { intent: "session", session: "not a session" })).status).toBe(303);
    const everywhere = await post(token, { intent: "everywhere" });
    expect(everywhere.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^user_token=; /),
      expect.stringMatching(/^has_session=; /),
    ]);
    expect((await people.introspect(token)).status).toBe(401);
  });

  it("deletes the account and says until when it can be restored", async () => {
    const token = await people.member(email);
    const path = "/mon-compte/suppression";
    expect(await (await read("/mon-compte", token)).text()).toContain(`href="${path}"`);
    const bare = await post(token, { intent: "delete" }, { path });
    expect([bare.status, await bare.text()]).toEqual([422, expect.stringContaining("Champ obligatoire")]);
    const answer = await post(token, { intent: "delete", password: PASSWORD }, { path });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/21\sdécembre\s2026/)]);
    // The rest of the page is for a guest, so a message from another tab that the session ended does not send the form again.
    expect(answer.headers.get("snapshot-owner")).toBeNull();
    expect((await people.introspect(token)).status).toBe(401);
  });

  it("refuses unknown forms", async () => {
    const token = await people.member(email);
    for (const fields of [{}, { intent: "" }, { intent: "__proto__" }, { intent: "toString" }] as Record<
      string,
      string
    >[])
      expect((await post(token, fields)).status).toBe(400);
    const anonymous = await app.send(HOST, "/mon-compte", { method: "POST", headers: OWN });
    expect(anonymous.headers.get("location")).toBe("/me-connecter?redirect=%2Fmon-compte");
  });
});

describe("'Mon compte'", () => {
  it("shows civility, name and birthday, and says how they and the e-mail can be corrected", async () => {
    const token = await people.member("facts@example.test");
    const { db } = app.world.database;
    await db
      .updateTable("accounts")
      .set({ civility_id: 1, lastname: "Delmas", firstname: "Élodie", birthday: "1988-04-12" })
      .where("email", "=", "facts@example.test")
      .execute();
    const html = await (await read("/mon-compte", token)).text();
    for (const words of [
      "Mme",
      "Élodie Delmas",
      "12\u00a0avril\u00a01988",
      "pièce d’identité",
      "Pour changer d’adresse",
    ])
      expect(html).toContain(words);
  });

  it("shows each session's last use and device, this one first, and folds those after the third", async () => {
    const token = await people.member("devices@example.test");
    for (let at = 0; at < 4; at += 1) await people.logIn("devices@example.test", PASSWORD);
    const html = await (await read("/mon-compte", token)).text();
    const [, open = "", folded = ""] =
      /Mes appareils connectés([\s\S]*?)<details class="sessions-more">([\s\S]*?)<\/details>/.exec(html) ?? [];
    expect([...open.matchAll(/<li>/g)]).toHaveLength(3);
    expect([...folded.matchAll(/<li>/g)]).toHaveLength(html.match(/<li><svg[^>]*>[\s\S]*?<\/li>/g)!.length - 3);
    expect(/<li>[\s\S]*?<\/li>/.exec(open)?.[0]).toContain("Cet appareil");
    expect(open).toMatch(/Dernière activité le \d+\s\S+\s\d{4} à \d+h\d\d/);
  });
});

/** What the pages say, from the link of the first mail to the log-in that restores a deleted account. */
const WORDS = [
  {
    locale: "fr",
    confirmed: "Email validé avec succès",
    dead: "Ce lien n’est plus valable",
    menu: "Mon compte",
    account: "Mon compte",
    changed: "Mot de passe modifié avec succès",
    leave: "Supprimer mon compte",
    left: "Au revoir",
    restored: "Heureux de vous revoir\u00A0: votre compte ne sera pas supprimé.",
  },
  {
    locale: "en",
    confirmed: "E-mail successfully confirmed",
    dead: "This link no longer works",
    menu: "My account",
    account: "My Account",
    changed: "Password successfully changed",
    leave: "Delete my account",
    left: "Goodbye",
    restored: "Welcome back: your account will not be deleted.",
  },
];

describe("the life of an account", () => {
  it.each(WORDS)("is told in the visitor's language: $locale", async ({ locale, ...said }) => {
    const visitor = formVisitor(app, { locale });
    const toast = () => decodeURIComponent(visitor.cookies.get("toast") ?? "");
    const titled = async (path: string) => {
      const { heading, html } = await visitor.open(path);
      return [heading, /<title>([^,]*)/.exec(html)?.[1]];
    };
    visitor.cookies.set("user_token", await pendingMember());
    const link = `/email-confirmation?token=${await people.linkToken(email)}`;
    await visitor.post(link, {});
    expect(toast()).toBe(said.confirmed);
    expect((await visitor.post(link, {})).heading).toBe(said.dead);
    expect((await visitor.open("/?popup=Menu")).words).toContain(said.menu);
    expect(await titled("/mon-compte")).toEqual([said.account, said.account]);
    const password = "Nouvelle!Marée9";
    const changed = await visitor.post("/mon-compte", { intent: "password", current_password: PASSWORD, password });
    expect((await visitor.open(changed.location ?? "")).words).toContain(said.changed);
    const leave = "/mon-compte/suppression";
    expect(await titled(leave)).toEqual([said.leave, said.leave]);
    expect((await visitor.post(leave, { intent: "delete", password })).heading).toBe(said.left);
    await visitor.post("/me-connecter", { email, password });
    expect(toast()).toBe(said.restored);
  });
});

describe("the avatar", () => {
  async function upload(token: string, file: Blob | null, headers: Record<string, string> = {}) {
    const form = new FormData();
    if (file !== null) form.append("avatar", file, "me.png");
    const made = new Response(form);
    const type = { "content-type": made.headers.get("content-type") ?? "" };
    return app.send(HOST, "/mon-compte/photo", {
      method: "POST",
      body: await made.arrayBuffer(),
      headers: { ...OWN, ...type, "accept-language": "fr", cookie: `user_token=${token}`, ...headers },
    });
  }

  it("is changed by a form, and shown by /session from then on", async () => {
    const token = await people.member(email);
    const picture = new Blob([PIXEL], { type: "image/png" });
    const answer = await upload(token, picture, { "x-in-place": "1" });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const [, src = "none"] = /<img src="(\/media\/avatars\/[^"]+)"/.exec(html) ?? [];
    expect(await (await read("/session", token)).text()).toContain(src);
    expect((await upload(token, picture)).headers.get("location")).toBe("/?popup=Menu");
  });

  it("refuses a file that is no picture, no file and a too large one, with a page", async () => {
    const token = await people.member(email);
    for (const [file, status] of [
      [new Blob(["<svg/>"], { type: "image/png" }), 422],
      [null, 422],
      [new Blob([Buffer.alloc(6 * 1024 * 1024)]), 413],
    ] as const) {
      const answer = await upload(token, file);
      expect(answer.status).toBe(status);
      expect(await answer.text()).toContain("<h1");
    }
  });
});

describe("the blocking anomaly", () => {
  it("is a note for developers outside production, and closes the member area", async () => {
    const token = await people.member(email);
    await app.world.database.db.updateTable("accounts").set({ birthday: null }).where("email", "=", email).execute();
    const html = await (await read("/?popup=Menu", token)).text();
    expect(html).toContain("Hors production");
    expect(html).not.toContain("anomaly-title");
    for (const path of ["/mon-compte", "/mon-compte/photo"]) expect((await read(path, token)).status).toBe(302);
    expect(await (await read("/?popup=Account", token)).text()).not.toContain("account-sheet");
  });
});

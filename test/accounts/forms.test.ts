import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { standingClock } from "../support/clock.ts";
import { formVisitor } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

let app: TestApp;
let people: People;
const clock = standingClock(SATURDAY_EVENING);

beforeAll(async () => {
  const venues = ["port-serac", "blankenduin", "montreval"];
  app = await openIsolatedApp({ venues, clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());

const IDENTITY = { civility_id: "1", lastname: "Delmas-Ferré", firstname: "Élodie", birthday: "17/05/1990" };
const accountsOf = (email: string) =>
  app.world.database.db.selectFrom("accounts").selectAll().where("email", "=", email).execute();

describe("logging in", () => {
  it.each([
    ["fr", "Me connecter", "Mot de passe oublié", "Pas encore inscrit", "Champ obligatoire"],
    ["en", "Log me in", "Forgot password?", "Not registered yet?", "This field is required"],
  ])("in %s: its words, and both empty fields told at once", async (locale, submit, forgot, unknown, required) => {
    const visitor = formVisitor(app, { locale });
    const page = await visitor.open("/me-connecter");
    for (const words of [submit, forgot, unknown]) expect(page.words).toContain(words);
    const answer = await visitor.send("/me-connecter");
    expect(answer.status).toBe(422);
    expect([answer.problem("email"), answer.problem("password")]).toEqual([required, required]);
    expect(answer.html).toMatch(/name="email"[^>]*autofocus|autofocus[^>]*name="email"/i);
  });

  it("keeps the typed address and never the password", async () => {
    const answer = await formVisitor(app).post("/me-connecter", { email: "a@b.example", password: "Secret-Word!1" });
    expect([answer.status, answer.value("email"), answer.value("password")]).toEqual([401, "a@b.example", ""]);
    expect(answer.alert).toMatch(/^Adresse e-mail ou mot de passe incorrect/);
    expect(answer.html).not.toContain("Secret-Word");
  });

  it("fills in a demo account's address, never its password, and nobody else's; in production none at all", async () => {
    const member = await formVisitor(app).open("/me-connecter?demo=member&redirect=%2Fagenda");
    expect([member.value("email"), member.value("password")]).toEqual(["member@demo.belrive.example", ""]);
    for (const query of ["?demo=login", "?demo=", "?email=a@b.example"])
      expect((await formVisitor(app).open(`/me-connecter${query}`)).value("email")).toBe("");
    const sandbox = app.world.config.sandbox;
    app.world.config.sandbox = null;
    const production = await formVisitor(app).open("/me-connecter?demo=member");
    app.world.config.sandbox = sandbox;
    expect(production.value("email")).toBe("");
  });

  it("leads to `redirect`, else to Home with the menu open, and sets HttpOnly cookies", async () => {
    await people.member("login@example.test");
    const right = { email: "Login@Example.test", password: PASSWORD };
    const plain = await formVisitor(app).post("/me-connecter", right);
    expect([plain.status, plain.location]).toEqual([303, "/?popup=Menu"]);
    for (const name of ["user_token", "known_browser"])
      expect(plain.headers.getSetCookie()).toContainEqual(
        expect.stringMatching(`^${name}=.*; Secure; HttpOnly; SameSite=Lax`),
      );
    // For every page of the site, for 372 days.
    expect(plain.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^user_token=[\w-]{43}; Path=\/; Max-Age=32140800; /),
    );
    const led = await formVisitor(app).post("/me-connecter?redirect=%2Fagenda%3Ftab%3Dweek", right);
    expect(led.location).toBe("/agenda?tab=week");
  });

  it.each([
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "/%5cevil.example",
    "/a\nb",
  ])("stays on the site for redirect=%j", async (redirect) => {
    await people.member("led@example.test");
    const path = `/me-connecter?${new URLSearchParams({ redirect })}`;
    const answer = await formVisitor(app).post(path, { email: "led@example.test", password: PASSWORD });
    expect(answer.location).toBe("/?popup=Menu");
    expect((await formVisitor(app).open(path)).html).not.toContain(encodeURIComponent(redirect));
  });

  it("restores an account whose deletion was requested, and says so once", async () => {
    const token = await people.member("kept@example.test");
    await people.requestDeletion(token);
    const toast = "Heureux de vous revoir\u00A0: votre compte ne sera pas supprimé.";
    const right = { email: "kept@example.test", password: PASSWORD };
    for (const said of [encodeURIComponent(toast), undefined]) {
      const visitor = formVisitor(app);
      await visitor.post("/me-connecter", right);
      expect(visitor.cookies.get("toast")).toBe(said);
    }
  });

  it("keeps the query in its links to other pages", async () => {
    const page = await formVisitor(app).open("/me-connecter?redirect=%2Fjeux");
    for (const path of ["/creer-un-compte", "/recuperer-mon-mot-de-passe", "/connexion/google"])
      expect(page.html).toContain(`href="${path}?redirect=%2Fjeux"`);
  });

  it("redirects members, and visitors of a site that hides the member area", async () => {
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", await people.member("inside@example.test"));
    for (const path of ["/me-connecter", "/creer-un-compte", "/recuperer-mon-mot-de-passe", "/nouveau-mot-de-passe"])
      expect((await visitor.open(path)).location).toBe("/");
    expect((await formVisitor(app, { slug: "montreval" }).open("/me-connecter")).location).toBe("/");
  });

  it("in native-redirect mode offers neither registration nor closing, and ends at the hand-off", async () => {
    await people.member("native@example.test");
    const path = "/me-connecter?native_redirect_url=belrive%3A%2F%2Fdone";
    const visitor = formVisitor(app);
    const page = await visitor.open(path);
    expect(page.words).not.toContain("Pas encore inscrit");
    expect(page.html).not.toContain("data-leave");
    const answer = await visitor.post(path, { email: "native@example.test", password: PASSWORD });
    expect(answer.location).toBe("/native-me-connecter?native_redirect_url=belrive%3A%2F%2Fdone");
  });
});

describe("registering", () => {
  it.each([
    ["fr", ["Champ obligatoire", "Suivant 1/2", "Créer mon compte", "Au moins 8 caractères, dont une majuscule"]],
    [
      "en",
      ["This field is required", "Next 1/2", "Create My Account", "At least 8 characters with one uppercase letter"],
    ],
  ])("in %s: step 1 says everything that is missing", async (locale, words) => {
    const visitor = formVisitor(app, { locale });
    const page = await visitor.open("/creer-un-compte");
    expect(page.words).toContain(words[1]);
    const missing = await visitor.send("/creer-un-compte");
    expect(missing.status).toBe(422);
    for (const field of Object.keys(IDENTITY)) expect(missing.problem(field)).toBe(words[0]);
    const second = await visitor.send("/creer-un-compte", IDENTITY);
    expect(second.status).toBe(200);
    for (const said of words.slice(2)) expect(second.words).toContain(said);
  });

  it.each([
    ["17/05/1990", null],
    ["17051990", null],
    ["1990-05-17", null],
    ["17.5.1990", null],
    ["31/02/1990", "Cette date n’est pas valable"],
    ["22/11/2008", "Vous devez avoir au moins 18 ans"],
    ["21/11/2008", null],
    ["<script>", "Cette date n’est pas valable"],
  ])("reads the birthday %s", async (birthday, problem) => {
    const answer = await formVisitor(app).post("/creer-un-compte", { ...IDENTITY, birthday });
    expect(answer.problem("birthday")).toBe(problem);
    expect(answer.value("birthday")).toBe(birthday);
  });

  it.each<Record<string, string>>([
    {},
    { step: "2", email: "x", password: "Password1!" },
    { step: "2", terms: "1", email: "x" },
  ])("reports the age beside a wrong name, at step %j", async (more) => {
    const wrong = { ...IDENTITY, lastname: "X1", birthday: "01/01/2015" };
    const answer = await formVisitor(app).post("/creer-un-compte", { ...wrong, ...more });
    expect([answer.status, answer.problem("birthday")]).toEqual([422, "Vous devez avoir au moins 18 ans"]);
    expect(answer.problem("lastname")).not.toBeNull();
  });

  it("demands 21 years and asks for no opt-ins in Belgium", async () => {
    const visitor = formVisitor(app, { slug: "blankenduin", locale: "en" });
    const young = await visitor.post("/creer-un-compte", { ...IDENTITY, birthday: "22/11/2005" });
    expect(young.problem("birthday")).toBe("You must be at least 21 years old");
    expect((await visitor.post("/creer-un-compte", IDENTITY)).html).not.toContain('name="optins"');
  });

  it("works step by step without script, keeps everything that was typed, and stores the opt-ins", async () => {
    const visitor = formVisitor(app);
    await visitor.open("/creer-un-compte?redirect=%2Fjeux");
    await visitor.send("/creer-un-compte?redirect=%2Fjeux", IDENTITY);
    const back = await visitor.send("/creer-un-compte?redirect=%2Fjeux", { email: "steps@example.test", to_step: "1" });
    expect([back.heading, back.value("lastname"), back.value("email")]).toEqual([
      "Faisons connaissance",
      "Delmas-Ferré",
      "steps@example.test",
    ]);
    await visitor.send("/creer-un-compte?redirect=%2Fjeux", {});
    const done = await visitor.send("/creer-un-compte?redirect=%2Fjeux", {
      password: PASSWORD,
      terms: "1",
    });
    expect([done.status, done.location]).toEqual([303, "/jeux"]);
    expect(visitor.cookies.get("user_token")).toMatch(/^[\w-]{43}$/);
    const [account] = await accountsOf("steps@example.test");
    expect(account).toMatchObject({ birthday: "1990-05-17", firstname: "Élodie", accepts_email: false });
  });

  it("reports all problems of step 2 at once, the terms included, and makes no account", async () => {
    const answer = await formVisitor(app).post("/creer-un-compte", {
      ...IDENTITY,
      step: "2",
      email: "x",
      password: "abc",
    });
    expect(answer.status).toBe(422);
    expect(answer.problem("email")).toBe("Saisissez une adresse e-mail, comme nom@exemple.fr");
    expect(answer.problem("password")).toBe("Il manque encore quelque chose à ce mot de passe");
    expect(answer.problem("terms")).toBe("Champ obligatoire");
    const almost = { ...IDENTITY, step: "2", email: "terms@example.test", password: PASSWORD };
    expect((await formVisitor(app).post("/creer-un-compte", almost)).problem("terms")).toBe("Champ obligatoire");
    expect(await accountsOf("terms@example.test")).toEqual([]);
  });

  it("shows step 1 again where the server refuses one of its fields", async () => {
    const visitor = formVisitor(app);
    const given = { ...IDENTITY, lastname: "D3lmas", birthday: "01/01/2015", step: "2", terms: "1" };
    const answer = await visitor.post("/creer-un-compte", {
      ...given,
      ...(await visitor.proof()),
      email: "back@example.test",
      password: PASSWORD,
    });
    expect(answer.heading).toBe("Faisons connaissance");
    expect(answer.problem("lastname")).not.toBeNull();
    expect([answer.value("email"), answer.value("terms"), answer.value("password")]).toEqual([
      "back@example.test",
      "1",
      "",
    ]);
  });

  it("refuses an invalid proof of work and makes no account", async () => {
    const given = { ...IDENTITY, step: "2", terms: "1", email: "robot@example.test", password: PASSWORD };
    const answer = await formVisitor(app).post("/creer-un-compte", { ...given, recaptcha: "made-up" });
    expect(answer.status).toBe(400);
    expect(await accountsOf("robot@example.test")).toEqual([]);
  });

  it("allows a network five registrations an hour without a proof of work", async () => {
    const visitor = formVisitor(app);
    const form = (at: number) => ({
      ...IDENTITY,
      step: "2",
      terms: "1",
      email: `bare${at}@example.test`,
      password: PASSWORD,
    });
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await visitor.post("/creer-un-compte", form(at))).status);
      visitor.cookies.delete("user_token");
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  it("makes one account of a form that is posted twice, in turn or at once", async () => {
    const visitor = formVisitor(app);
    const page = await visitor.open("/creer-un-compte");
    const form = {
      ...IDENTITY,
      step: "2",
      terms: "1",
      password: PASSWORD,
      form_key: page.value("form_key") ?? "",
    };
    const send = (email: string) => formVisitor(app).post("/creer-un-compte", { ...form, email });
    const answers = [await send("twice@example.test"), await send("twice@example.test")];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await accountsOf("twice@example.test")).toHaveLength(1);
    const key = (await visitor.open("/creer-un-compte")).value("form_key") ?? "";
    const atOnce = await Promise.all(
      [1, 2].map(() =>
        formVisitor(app).post("/creer-un-compte", { ...form, form_key: key, email: "once@example.test" }),
      ),
    );
    expect(atOnce.map(({ status }) => status)).toEqual([303, 303]);
    expect(await accountsOf("once@example.test")).toHaveLength(1);
  });

  it("answers a known address like a new one", async () => {
    await people.member("known@example.test");
    const send = async (email: string) => {
      const visitor = formVisitor(app);
      const given = { ...IDENTITY, step: "2", terms: "1", email, password: PASSWORD };
      return visitor.post("/creer-un-compte", { ...given, ...(await visitor.proof()) });
    };
    const [known, fresh] = [await send("known@example.test"), await send("unknown@example.test")];
    expect([known.status, known.location, known.html]).toEqual([fresh.status, fresh.location, fresh.html]);
  });
});

describe("the alert of Register", () => {
  it.each([
    ["google", "Impossible de vous connecter avec Google."],
    ["apple_missing", "Impossible de vous connecter avec Apple, informations manquantes."],
    ["Votre code est faux", "Une erreur est survenue"],
    ["Appelez le +33 6 12 34 56 78 ou https://evil.example maintenant", "Une erreur est survenue"],
    ["<b>gras</b>", "Une erreur est survenue"],
    ["a".repeat(900), "Une erreur est survenue"],
    ["\u202etxt\u0000\ud800", "Une erreur est survenue"],
    ["__proto__", "Une erreur est survenue"],
  ])("%j", async (error, said) => {
    const page = await formVisitor(app).open(`/creer-un-compte?${new URLSearchParams({ error })}`);
    expect(page.alert?.replaceAll("\ufffd", "").trim()).toBe(said);
  });
});

describe("a forgotten password", () => {
  it("gets the same answer for every address, with field and button disabled", async () => {
    await people.member("forgot@example.test");
    const send = (email: string) => formVisitor(app, { locale: "en" }).post("/recuperer-mon-mot-de-passe", { email });
    const [known, unknown] = [await send("forgot@example.test"), await send("nobody@example.test")];
    expect(known.words).toContain("An email has been sent to you to change your password.");
    expect(known.html).toMatch(/<input[^>]*type="email"[^>]*disabled|<input[^>]*disabled[^>]*type="email"/);
    const bare = ({ html }: { html: string }) => html.replaceAll(/(forgot|nobody)@example\.test|nonce="[^"]*"/g, "");
    expect(bare(known)).toBe(bare(unknown));
  });

  it("says that a used link is dead before anything is typed, and offers a new one", async () => {
    await people.member("used-link@example.test");
    await formVisitor(app).post("/recuperer-mon-mot-de-passe", { email: "used-link@example.test" });
    const path = `/nouveau-mot-de-passe?token=${await people.linkToken("used-link@example.test")}`;
    const visitor = formVisitor(app);
    expect((await visitor.open(path)).html).toContain('name="password"');
    expect((await visitor.send(path, { password: "Falaise-Craie!58" })).status).toBe(200);
    for (const dead of [path, "/nouveau-mot-de-passe", "/nouveau-mot-de-passe?token=x"]) {
      const page = await formVisitor(app).open(dead);
      expect([page.status, page.alert]).toEqual([200, "Une erreur est survenue"]);
      expect(page.html).toContain("Ce lien n’est plus valable, demandez-en un nouveau.");
      expect(page.html).not.toContain('name="password"');
      expect(page.html).toContain('href="/recuperer-mon-mot-de-passe"');
    }
  });

  it("is set once by the link; a second click of the same form gets the same answer, in the visitor's language", async () => {
    await people.member("reset@example.test");
    await people.recover("reset@example.test");
    const path = `/nouveau-mot-de-passe?token=${await people.linkToken("reset@example.test")}`;
    const visitor = formVisitor(app);
    await visitor.open(path);
    expect((await visitor.send(path)).problem("password")).toBe("Champ obligatoire");
    const page = await visitor.send(path, { password: "password" });
    expect(page.problem("password")).toBe("Il manque encore quelque chose à ce mot de passe");
    const form = { form_key: page.value("form_key") ?? "", password: "Falaise-Craie!58" };
    for (const [locale, said] of [
      ["fr", "Mot de passe modifié avec succès"],
      ["en", "Password successfully changed"],
    ] as const) {
      visitor.cookies.set("locale", locale);
      expect((await visitor.post(path, form)).words).toContain(said);
    }
    const again = await formVisitor(app).post(path, { password: "Autre-Chose!59" });
    expect([again.status, again.alert]).toEqual([400, "Ce lien n’est plus valable, demandez-en un nouveau."]);
    expect((await people.logIn("reset@example.test", "Falaise-Craie!58")).status).toBe(200);
  });

  it.each([
    ["fr", "Une erreur est survenue"],
    ["en", "An error occurred"],
  ])("reports a failure of the server in %s, and keeps what was typed", async (locale, said) => {
    const visitor = formVisitor(app, { locale });
    const asked = vi.spyOn(app.world.jobs, "send").mockRejectedValueOnce(new Error("the queue is gone"));
    await visitor.open("/recuperer-mon-mot-de-passe");
    const recover = await visitor.send("/recuperer-mon-mot-de-passe", { email: `lost-${locale}@example.test` });
    expect([recover.status, recover.alert, recover.value("email")]).toEqual([500, said, `lost-${locale}@example.test`]);
    asked.mockRestore();
    await people.member(`lost-${locale}@example.test`);
    await people.recover(`lost-${locale}@example.test`);
    const path = `/nouveau-mot-de-passe?token=${await people.linkToken(`lost-${locale}@example.test`)}`;
    await visitor.open(path);
    const hash = vi.spyOn(app.world, "argon2").mockRejectedValueOnce(new Error("Connection terminated"));
    const reset = await visitor.send(path, { password: "Falaise-Craie!58" });
    expect([reset.status, reset.alert]).toEqual([503, said]);
    hash.mockRestore();
    // The failure used up neither the link nor the form.
    expect((await visitor.send(path, { password: "Falaise-Craie!58" })).status).toBe(200);
  });

  it.each(["", "?token=", "?token=%00", `?token=${"x".repeat(1_900)}`, "?token=%F0%9F%92%A9"])(
    "refuses the link %j",
    async (query) => {
      const answer = await formVisitor(app).post(`/nouveau-mot-de-passe${query}`, { password: PASSWORD });
      expect([answer.status, answer.alert]).toEqual([400, "Ce lien n’est plus valable, demandez-en un nouveau."]);
    },
  );
});

describe("confirming an address", () => {
  it("needs a post; it logs the browser that registered in, once, and leads to the menu with a toast", async () => {
    const registered = await people.register("confirm@example.test");
    const path = `/email-confirmation?token=${await people.linkToken("confirm@example.test")}`;
    for (const preview of [1, 2, 3])
      expect((await formVisitor(app).open(path)).words, `preview ${preview}`).toContain("Confirmer mon adresse");
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", registered.body.data?.token ?? "");
    const page = await visitor.open(path);
    const answer = await visitor.send(path);
    expect([answer.status, answer.location]).toEqual([303, "/?popup=Menu"]);
    expect(decodeURIComponent(visitor.cookies.get("toast") ?? "")).toBe("Email validé avec succès");
    expect((await people.introspect(visitor.cookies.get("user_token") ?? "")).body.user).toMatchObject({
      is_valid_email: true,
    });
    const same = await formVisitor(app).post(path, { form_key: page.value("form_key") ?? "" });
    expect(same.status).toBe(303);
    const dead = await formVisitor(app).post(path, {});
    expect([dead.status, dead.heading]).toEqual([400, "Ce lien n’est plus valable"]);
  });

  it("does not switch the logged-in account", async () => {
    const other = await people.member("other@example.test");
    await people.register("mine@example.test");
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", other);
    const path = `/email-confirmation?token=${await people.linkToken("mine@example.test")}`;
    await visitor.open(path);
    expect((await visitor.send(path)).status).toBe(303);
    const { body } = await people.introspect(visitor.cookies.get("user_token") ?? "");
    expect(body.user).toMatchObject({ email: "other@example.test" });
  });

  it("sends another link to the logged-in member, 'Email sent!'", async () => {
    const visitor = formVisitor(app, { locale: "en" });
    visitor.cookies.set("user_token", (await people.register("again@example.test")).body.data?.token ?? "");
    const dead = await visitor.post("/email-confirmation?token=none", {});
    expect(dead.words).toContain("Resend confirmation email");
    const sent = await visitor.send("/email-confirmation?token=none");
    expect(sent.words).toContain("Email sent! It can take up to ten minutes to arrive.");
    const soon = await visitor.post("/email-confirmation?token=none", { intent: "resend" });
    expect([soon.status, soon.alert]).toEqual([429, expect.stringContaining("Too many requests")]);
  });
});
